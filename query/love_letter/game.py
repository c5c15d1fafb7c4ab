"""Love Letter in the registry: the solved tables by variant and scoring, and the studies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from llq.query.games import Game, TableKind
from llq.query.love_letter import table_format
from llq.query.love_letter.exploitability_build import build_exploitability
from llq.query.love_letter.exploitability_format import (
    ENDING as EXPLOITABILITY_ENDING,
)
from llq.query.love_letter.exploitability_format import (
    exploitability_remedy,
    exploitability_spec,
    is_exploitability,
    parse_exploitability,
)
from llq.query.love_letter.exploitability_sql import (
    exploitability_holding,
    exploitability_relations,
    exploitability_views,
)
from llq.query.love_letter.exploitability_table import Exploitability, open_exploitability
from llq.query.love_letter.solution_build import build_solution
from llq.query.love_letter.solution_format import ENDING as SOLUTION_ENDING
from llq.query.love_letter.solution_format import (
    SolutionOptions,
    is_solution,
    parse_solution,
    solution_remedy,
)
from llq.query.love_letter.solution_sql import solution_holding, solution_relations
from llq.query.love_letter.solution_table import Solution, open_solution, spec_of
from llq.query.love_letter.sql import table_holding, table_relations, table_views
from llq.query.love_letter.study_build import build_study
from llq.query.love_letter.study_sql import study_holding, study_relations, study_views
from llq.query.love_letter.study_table import ENDING, Study, open_study, study_remedy, study_spec
from llq.query.love_letter.table import Table, open_table
from llq.query.love_letter.table_build import build_table
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules, Scoring
from llq.store.schema import TableSpec

__all__ = ["GAME"]

_PREFIX = "love_letter-"


def _variant(file_name: str) -> tuple[Rules, Scoring]:
    return table_format.parse_variant(file_name.removeprefix(_PREFIX))


def _studied(file_name: str) -> Rules:
    return variants.rules(file_name.removeprefix(_PREFIX).removesuffix(ENDING))


def _open_table(path: Path) -> Table:
    rules, scoring = _variant(path.stem)
    return open_table(rules.variant, path, scoring=scoring)


def _open_study(path: Path) -> Study:
    return open_study(_studied(path.stem).variant, path)


def _open_solution(path: Path) -> Solution:
    rules, face_up = parse_solution(path.stem)
    return open_solution(rules.variant, path, face_up=face_up)


def _open_exploitability(path: Path) -> Exploitability:
    return open_exploitability(parse_exploitability(path.stem).variant, path)


def _solution_options(name: str, spec: TableSpec | None) -> dict[str, Any]:
    rules, face_up = parse_solution(name)
    said = {} if spec is None else spec.parameters
    told = {name: said[name] for name in SolutionOptions._fields if name in said}
    return {"variant": rules.variant, "face_up": face_up, **told}


def _options(file_name: str, _: TableSpec | None) -> dict[str, Any]:
    rules, scoring = _variant(file_name)
    return {"variant": rules.variant, "scoring": scoring}


GAME = Game(
    name="love-letter",
    title="Love Letter",
    tables=(
        TableKind(
            name="love-letter",
            title="Value and best action of every state of a variant",
            takes="some seconds, large variants minutes",
            is_named=lambda name: (
                name.startswith(_PREFIX)
                and not name.endswith(ENDING)
                and not is_solution(name)
                and not is_exploitability(name)
            ),
            spec_like=lambda spec: table_format.table_spec(*_variant(spec.name)),
            remedy=lambda name, _: table_format.remedy(*_variant(name)),
            open=_open_table,
            build=build_table,
            standard={f"{_PREFIX}classic": {"variant": "classic"}},
            options=_options,
            relations=table_relations,
            views=table_views,
            holds=table_holding,
            accuracy="exact, rounding below 1e-12",
        ),
        TableKind(
            name="love-letter-study",
            title="Every match of two players exactly, and what happens when Table meets itself",
            takes="about 3 minutes and 2.6 GB",
            is_named=lambda name: name.startswith(_PREFIX) and name.endswith(ENDING),
            spec_like=lambda spec: study_spec(_studied(spec.name)),
            remedy=lambda name, _: study_remedy(_studied(name)),
            open=_open_study,
            build=build_study,
            standard={f"{_PREFIX}classic{ENDING}": {"variant": "classic"}},
            options=lambda name, _: {"variant": _studied(name).variant},
            relations=study_relations,
            views=study_views,
            holds=study_holding,
            accuracy="exact, rounding below 1e-12",
        ),
        TableKind(
            name="love-letter-solution",
            title="A mixed policy that remembers the last public actions, hard to exploit",
            takes="about 10 minutes and 6 GB",
            minutes=10,
            is_named=is_solution,
            spec_like=lambda spec: spec_of(*parse_solution(spec.name), spec),
            remedy=lambda name, _: solution_remedy(*parse_solution(name)),
            open=_open_solution,
            build=build_solution,
            resumes=True,
            small_build={"variant": "deck-2-1-1-1-1-1-1-1", "iterations": 20},
            standard={f"{_PREFIX}classic{SOLUTION_ENDING}": {"variant": "classic"}},
            options=_solution_options,
            relations=solution_relations,
            holds=solution_holding,
            accuracy="learnt: see its exploitability",
        ),
        TableKind(
            name="love-letter-exploitability",
            title="What an opponent who knows a player wins against it",
            takes="about 20 minutes and 8 GB",
            minutes=20,
            is_named=is_exploitability,
            spec_like=lambda spec: exploitability_spec(parse_exploitability(spec.name)),
            remedy=lambda name, _: exploitability_remedy(parse_exploitability(name)),
            open=_open_exploitability,
            build=build_exploitability,
            resumes=True,
            small_build={"variant": "deck-2-1-1-1-1-1-0-1"},
            standard={f"{_PREFIX}classic{EXPLOITABILITY_ENDING}": {"variant": "classic"}},
            options=lambda name, _: {"variant": parse_exploitability(name).variant},
            relations=exploitability_relations,
            views=exploitability_views,
            holds=exploitability_holding,
            accuracy="exact to 2e-12; Random's and the solution's are bounds",
        ),
    ),
)
