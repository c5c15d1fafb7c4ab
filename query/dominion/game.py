"""Dominion in the registry: the solved tables by length, and every strategy's exact results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from llq.errors import UnknownGame
from llq.query.dominion.table.format import LONGEST, WHOLE, remedy, table_spec
from llq.query.table_kinds import Form, Game, TableKind, deferred
from llq.query.tables.build_times import build_minutes, build_takes
from llq.store.schema import TableSpec

if TYPE_CHECKING:
    from llq.query.dominion.table.table import DominionTable

__all__ = ["GAME"]

_HERE = "llq.query.dominion"
_PREFIX, _STRATEGIES, _FEWEST = "dominion-", "dominion-strategies", "dominion-fewest"
_RACE = ("dominion-race", "dominion-race-estates")


def _turns(file_name: str) -> int:
    turns = file_name.removeprefix(_PREFIX)
    if not turns.isdecimal() or len(turns) > 9 or not 1 <= int(turns) <= LONGEST:
        raise UnknownGame(f"{file_name} does not name a number of turns from 1 to {LONGEST}")
    return int(turns)


def _open_table(path: Path) -> DominionTable:
    from llq.query.dominion.table.table import open_table

    return open_table(_turns(path.stem), path)


_strategies_remedy = deferred(f"{_HERE}.strategies.table:strategies_remedy")
_strategies_job = deferred(f"{_HERE}.strategies.build:strategies_job")
_fewest_remedy = deferred(f"{_HERE}.fewest.table:fewest_remedy")
_fewest_job = deferred(f"{_HERE}.fewest.build:fewest_job")

_race_remedy = deferred(f"{_HERE}.race.table:race_remedy")
_open_race = deferred(f"{_HERE}.race.table:open_race")


def _reach(spec: TableSpec | None) -> dict[str, Any]:
    said = spec.parameters if spec else {}
    return {name: said[name] for name in ("turns", "mean_turns", "hazards") if name in said}


def _race_options(name: str, spec: TableSpec | None) -> dict[str, Any]:
    said = spec.parameters if spec else {}
    room = {part: said[part] for part in ("silver", "gold") if part in said}
    return room | {"estates": name == _RACE[1]}


GAME = Game(
    name="dominion",
    title="Dominion",
    forms=(
        Form(
            name="dominion_race",
            settings={"variant": "race"},
            players=deferred(f"{_HERE}.race.roster:race_players"),
        ),
    ),
    most={"silver": 20, "turns": 200},
    tables=(
        TableKind(
            name="dominion",
            title="Payout and best purchase of every state of games up to a length",
            takes=build_takes(f"{_PREFIX}{WHOLE}"),
            is_named=lambda name: (
                name.startswith(_PREFIX) and name not in (_STRATEGIES, _FEWEST, *_RACE)
            ),
            spec_like=lambda spec: table_spec(_turns(spec.name)),
            remedy=lambda name, _: remedy(_turns(name)),
            open=_open_table,
            build=deferred(f"{_HERE}.table.build:build_table"),
            standard={f"{_PREFIX}{WHOLE}": {"turns": WHOLE}},
            options=lambda name, _: {"turns": _turns(name)},
            relations=deferred(f"{_HERE}.sql:table_relations"),
            views=deferred(f"{_HERE}.sql:table_views"),
            holds=deferred(f"{_HERE}.sql:table_holding"),
            accuracy="exact, rounding below 1e-11 points",
        ),
        TableKind(
            name=_STRATEGIES,
            title="Exact results of every strategy: means, distributions, actions by turn",
            takes=build_takes(f"{_STRATEGIES}, 250 turns"),
            minutes=build_minutes(f"{_STRATEGIES}, 250 turns"),
            is_named=lambda name: name == _STRATEGIES,
            spec_like=deferred(f"{_HERE}.strategies.table:strategies_spec_like"),
            remedy=lambda _, spec: _strategies_remedy(spec),
            open=deferred(f"{_HERE}.strategies.table:open_strategies"),
            build=deferred(f"{_HERE}.strategies.build:build_strategies"),
            resumes=True,
            small_build={"turns": 31, "mean_turns": 31, "hazards": 10},
            standard={_STRATEGIES: {"turns": 100, "mean_turns": 100, "hazards": 20}},
            options=lambda _, spec: _reach(spec),
            job=lambda spec: _strategies_job(**_reach(spec), threads=2),
            relations=deferred(f"{_HERE}.sql:strategy_relations"),
            holds=deferred(f"{_HERE}.sql:strategies_holding"),
            accuracy="exact, but for columns low and high, which are bounds",
        ),
        TableKind(
            name=_FEWEST,
            title="Fewest turns to 1 to 8 Provinces, by fresh hands and by the real rule",
            takes=build_takes(_FEWEST),
            minutes=build_minutes(_FEWEST),
            is_named=lambda name: name == _FEWEST,
            spec_like=deferred(f"{_HERE}.fewest.table:fewest_spec_like"),
            remedy=lambda _, spec: _fewest_remedy(spec),
            open=deferred(f"{_HERE}.fewest.table:open_fewest"),
            build=deferred(f"{_HERE}.fewest.build:build_fewest"),
            resumes=True,
            small_build={"provinces": 2},
            standard={_FEWEST: {"provinces": 8}},
            options=lambda _, spec: {"provinces": spec.parameters["provinces"]} if spec else {},
            job=lambda spec: _fewest_job(int(spec.parameters["provinces"]), threads=2),
            relations=deferred(f"{_HERE}.fewest.sql:fewest_relations"),
            views=deferred(f"{_HERE}.fewest.sql:fewest_views"),
            holds=deferred(f"{_HERE}.fewest.sql:fewest_holding"),
            accuracy="exact but for chances left out, which stand beside",
        ),
        TableKind(
            name=_RACE[0],
            title="The two-player race: best buys, situations met, matches of rules",
            takes=build_takes(_RACE[0]),
            is_named=lambda name: name in _RACE,
            spec_like=deferred(f"{_HERE}.race.format:race_spec_like"),
            remedy=lambda name, spec: _race_remedy(spec, estates=name == _RACE[1]),
            open=lambda path: _open_race(path, estates=path.stem == _RACE[1]),
            build=deferred(f"{_HERE}.race.build:build_race"),
            small_build={"silver": 4, "gold": 3},
            standard={_RACE[0]: {"silver": 12, "gold": 10}},
            options=_race_options,
            relations=deferred(f"{_HERE}.race.sql:race_relations"),
            views=deferred(f"{_HERE}.race.sql:race_views"),
            holds=deferred(f"{_HERE}.race.sql:race_holding"),
            accuracy="exact for fresh hands up to its Silver and Gold, in float32 steps",
        ),
    ),
    warm_up=(
        "build dominion",
        "dominion match picky greedy -n 4",
        "dominion exact picky greedy",
        "dominion race match big_money greedy --silver 2 -n 4 --real",
        "dominion exact optimal monte_carlo_limit",
        "dominion kingdom --turns 2",
        "dominion kingdom smithy --rule real --provinces 1",
        "build dominion-fewest --provinces 1",
        "build dominion-strategies --turns 3 --mean-turns 3 --hazards 2",
    ),
)
