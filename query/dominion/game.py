"""Dominion in the registry: the solved tables by length, and every strategy's exact results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from llq.errors import UnknownGame
from llq.query.dominion.fewest_build import build_fewest, fewest_job
from llq.query.dominion.fewest_sql import FEWEST_RELATIONS, fewest_relations, fewest_views
from llq.query.dominion.fewest_table import fewest_remedy, fewest_spec_like, open_fewest
from llq.query.dominion.sql import (
    STRATEGY_RELATIONS,
    strategy_relations,
    table_holding,
    table_relations,
    table_views,
)
from llq.query.dominion.strategy_build import build_strategies, strategies_job
from llq.query.dominion.strategy_table import (
    open_strategies,
    strategies_remedy,
    strategies_spec_like,
)
from llq.query.dominion.table import DominionTable, open_table
from llq.query.dominion.table_build import build_table
from llq.query.dominion.table_format import LONGEST, WHOLE, remedy, table_spec
from llq.query.games import Game, TableKind
from llq.store.schema import TableSpec

__all__ = ["GAME"]

_PREFIX, _STRATEGIES, _FEWEST = "dominion-", "dominion-strategies", "dominion-fewest"


def _turns(file_name: str) -> int:
    turns = file_name.removeprefix(_PREFIX)
    if not turns.isdecimal() or len(turns) > 9 or not 1 <= int(turns) <= LONGEST:
        raise UnknownGame(f"{file_name} does not name a number of turns from 1 to {LONGEST}")
    return int(turns)


def _open_table(path: Path) -> DominionTable:
    return open_table(_turns(path.stem), path)


def _reach(spec: TableSpec | None) -> dict[str, Any]:
    said = spec.parameters if spec else {}
    return {name: said[name] for name in ("turns", "mean_turns", "hazards") if name in said}


GAME = Game(
    name="dominion",
    title="Dominion",
    tables=(
        TableKind(
            name="dominion",
            title="Payout and best purchase of every state of games up to a length",
            takes="some seconds; 250 turns a minute and a half and 1.5 GB",
            is_named=lambda name: name.startswith(_PREFIX) and name not in (_STRATEGIES, _FEWEST),
            spec_like=lambda spec: table_spec(_turns(spec.name)),
            remedy=lambda name, _: remedy(_turns(name)),
            open=_open_table,
            build=build_table,
            standard={f"{_PREFIX}{WHOLE}": {"turns": WHOLE}},
            options=lambda name, _: {"turns": _turns(name)},
            relations=table_relations,
            views=table_views,
            holds=table_holding,
            accuracy="exact, rounding below 1e-11 points",
        ),
        TableKind(
            name=_STRATEGIES,
            title="Exact results of every strategy: means, distributions, actions by turn",
            takes="about an hour and 3.5 GB on two cores",
            is_named=lambda name: name == _STRATEGIES,
            spec_like=strategies_spec_like,
            remedy=lambda _, spec: strategies_remedy(spec),
            open=open_strategies,
            build=build_strategies,
            resumes=True,
            small_build={"turns": 31, "mean_turns": 31, "hazards": 10},
            standard={_STRATEGIES: {"turns": 100, "mean_turns": 100, "hazards": 20}},
            options=lambda _, spec: _reach(spec),
            job=lambda spec: strategies_job(**_reach(spec), threads=2),
            relations=strategy_relations,
            holds=lambda name: _STRATEGIES if name in STRATEGY_RELATIONS else None,
            accuracy="exact, but for columns low and high, which are bounds",
        ),
        TableKind(
            name=_FEWEST,
            title="Fewest turns to 1 to 8 Provinces, by fresh hands and by the real rule",
            takes="about six minutes and 2 GB on two cores",
            minutes=6.0,
            is_named=lambda name: name == _FEWEST,
            spec_like=fewest_spec_like,
            remedy=lambda _, spec: fewest_remedy(spec),
            open=open_fewest,
            build=build_fewest,
            resumes=True,
            small_build={"provinces": 2},
            standard={_FEWEST: {"provinces": 8}},
            options=lambda _, spec: {"provinces": spec.parameters["provinces"]} if spec else {},
            job=lambda spec: fewest_job(int(spec.parameters["provinces"]), threads=2),
            relations=fewest_relations,
            views=fewest_views,
            holds=lambda name: _FEWEST if name in FEWEST_RELATIONS else None,
            accuracy="exact but for chances left out, which stand beside",
        ),
    ),
)
