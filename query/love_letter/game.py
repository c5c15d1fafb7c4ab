"""Love Letter in the registry: the solved tables by variant and scoring, and the studies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from llq.query.love_letter.exact import study_format
from llq.query.love_letter.responses import exploitability_format, exploiter_format
from llq.query.love_letter.solution import format as solution_format
from llq.query.love_letter.solution import options as solution_options
from llq.query.love_letter.table import format as table_format
from llq.query.table_kinds import Form, Game, TableKind, deferred
from llq.query.tables.build_times import build_minutes, build_takes
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules, Scoring
from llq.store.schema import TableSpec

if TYPE_CHECKING:
    from llq.query.love_letter.exact.study_table import Study
    from llq.query.love_letter.responses.exploitability_table import Exploitability
    from llq.query.love_letter.responses.exploiter_table import ExploiterTable
    from llq.query.love_letter.solution.table import Solution
    from llq.query.love_letter.table.table import Table

__all__ = ["GAME"]

_PREFIX = "love_letter-"
_HERE = "llq.query.love_letter"


def _variant(file_name: str) -> tuple[Rules, Scoring]:
    return table_format.parse_variant(file_name.removeprefix(_PREFIX))


def _studied(file_name: str) -> Rules:
    return variants.rules(file_name.removeprefix(_PREFIX).removesuffix(study_format.ENDING))


def _open_table(path: Path) -> Table:
    from llq.query.love_letter.table.table import open_table

    rules, scoring = _variant(path.stem)
    return open_table(rules.variant, path, scoring=scoring)


def _open_study(path: Path) -> Study:
    from llq.query.love_letter.exact.study_table import open_study

    return open_study(_studied(path.stem).variant, path)


def _open_solution(path: Path) -> Solution:
    from llq.query.love_letter.solution.table import open_solution

    rules, face_up, scoring = solution_format.parse_solution(path.stem)
    return open_solution(rules.variant, path, face_up=face_up, scoring=scoring)


def _solution_like(spec: TableSpec) -> TableSpec:
    from llq.query.love_letter.solution.table import spec_of

    return spec_of(*solution_format.parse_solution(spec.name), spec)


def _open_exploitability(path: Path) -> Exploitability:
    from llq.query.love_letter.responses.exploitability_table import open_exploitability

    return open_exploitability(exploitability_format.parse_exploitability(path.stem).variant, path)


def _open_exploiter(path: Path) -> ExploiterTable:
    from llq.query.love_letter.responses.exploiter_table import open_exploiter

    return open_exploiter(exploiter_format.parse_exploiter(path.stem).variant, path)


def _exploiter_like(spec: TableSpec) -> TableSpec:
    from llq.query.love_letter.responses.exploiter_table import spec_like

    return spec_like(spec)


def _solution_options(name: str, spec: TableSpec | None) -> dict[str, Any]:
    rules, face_up, scoring = solution_format.parse_solution(name)
    said = {} if spec is None else spec.parameters
    told = {name: said[name] for name in solution_options.SolutionOptions._fields if name in said}
    return {"variant": rules.variant, "face_up": face_up, "scoring": scoring, **told}


def _options(file_name: str, _: TableSpec | None) -> dict[str, Any]:
    rules, scoring = _variant(file_name)
    return {"variant": rules.variant, "scoring": scoring}


GAME = Game(
    name="love-letter",
    title="Love Letter",
    forms=(Form(name="love_letter", players=deferred(f"{_HERE}.built_in_players:players")),),
    tables=(
        TableKind(
            name="love-letter",
            title="Value and best action of every state of a variant",
            takes=build_takes(f"{_PREFIX}classic"),
            is_named=lambda name: (
                name.startswith(_PREFIX)
                and not name.endswith(study_format.ENDING)
                and not solution_format.is_solution(name)
                and not exploitability_format.is_exploitability(name)
                and not exploiter_format.is_exploiter(name)
            ),
            spec_like=lambda spec: table_format.table_spec(*_variant(spec.name)),
            remedy=lambda name, _: table_format.remedy(*_variant(name)),
            open=_open_table,
            build=deferred(f"{_HERE}.table.build:build_table"),
            standard={f"{_PREFIX}classic": {"variant": "classic"}},
            options=_options,
            relations=deferred(f"{_HERE}.table.sql:table_relations"),
            views=deferred(f"{_HERE}.table.sql_views:table_views"),
            holds=deferred(f"{_HERE}.table.sql:table_holding"),
            accuracy="exact, rounding below 1e-12",
        ),
        TableKind(
            name="love-letter-study",
            title="Every match of two players exactly, and what happens when Table meets itself",
            takes=build_takes(f"{_PREFIX}classic{study_format.ENDING}"),
            is_named=lambda name: name.startswith(_PREFIX) and name.endswith(study_format.ENDING),
            spec_like=lambda spec: study_format.study_spec(_studied(spec.name)),
            remedy=lambda name, _: study_format.study_remedy(_studied(name)),
            open=_open_study,
            build=deferred(f"{_HERE}.exact.study_build:build_study"),
            standard={f"{_PREFIX}classic{study_format.ENDING}": {"variant": "classic"}},
            options=lambda name, _: {"variant": _studied(name).variant},
            relations=deferred(f"{_HERE}.exact.study_sql:study_relations"),
            views=deferred(f"{_HERE}.exact.study_sql:study_views"),
            holds=deferred(f"{_HERE}.exact.study_sql:study_holding"),
            accuracy="exact, rounding below 1e-12",
        ),
        TableKind(
            name="love-letter-solution",
            title="A mixed policy that remembers the last public actions, hard to exploit",
            takes=build_takes(f"{_PREFIX}classic{solution_format.ENDING}"),
            minutes=build_minutes(f"{_PREFIX}classic{solution_format.ENDING}"),
            is_named=solution_format.is_solution,
            spec_like=_solution_like,
            remedy=lambda name, _: solution_format.solution_remedy(
                *solution_format.parse_solution(name)
            ),
            open=_open_solution,
            build=deferred(f"{_HERE}.solution.build:build_solution"),
            replay=deferred(f"{_HERE}.solution.replay:replay_solution"),
            replay_seconds=deferred(f"{_HERE}.solution.replay:replay_seconds"),
            resumes=True,
            small_build={"variant": "deck-2-1-1-1-1-1-1-1", "iterations": 20},
            standard={f"{_PREFIX}classic{solution_format.ENDING}": {"variant": "classic"}},
            options=_solution_options,
            relations=deferred(f"{_HERE}.solution.sql:solution_relations"),
            holds=deferred(f"{_HERE}.solution.sql:solution_holding"),
            accuracy="learnt: see its exploitability",
        ),
        TableKind(
            name="love-letter-exploitability",
            title="What an opponent who knows a player wins against it",
            takes=build_takes(f"{_PREFIX}classic{exploitability_format.ENDING}"),
            minutes=build_minutes(f"{_PREFIX}classic{exploitability_format.ENDING}"),
            is_named=exploitability_format.is_exploitability,
            spec_like=lambda spec: exploitability_format.exploitability_spec(
                exploitability_format.parse_exploitability(spec.name)
            ),
            remedy=lambda name, _: exploitability_format.exploitability_remedy(
                exploitability_format.parse_exploitability(name)
            ),
            open=_open_exploitability,
            build=deferred(f"{_HERE}.responses.exploitability_build:build_exploitability"),
            replay=deferred(f"{_HERE}.responses.exploitability_build:replay_exploitability"),
            replay_seconds=deferred(f"{_HERE}.responses.exploitability_build:replay_seconds"),
            resumes=True,
            small_build={"variant": "deck-2-1-1-1-1-1-0-1"},
            standard={f"{_PREFIX}classic{exploitability_format.ENDING}": {"variant": "classic"}},
            options=lambda name, _: {
                "variant": exploitability_format.parse_exploitability(name).variant
            },
            relations=deferred(f"{_HERE}.responses.exploitability_sql:exploitability_relations"),
            views=deferred(f"{_HERE}.responses.exploitability_sql:exploitability_views"),
            holds=deferred(f"{_HERE}.responses.exploitability_sql:exploitability_holding"),
            accuracy="exact to 2e-12, or bounds",
        ),
        TableKind(
            name="love-letter-exploiter",
            title="What the best response to Table plays, wherever it comes against Table",
            takes=build_takes(f"{_PREFIX}classic{exploiter_format.ENDING}"),
            is_named=exploiter_format.is_exploiter,
            spec_like=_exploiter_like,
            remedy=lambda name, _: exploiter_format.exploiter_remedy(
                exploiter_format.parse_exploiter(name)
            ),
            open=_open_exploiter,
            build=deferred(f"{_HERE}.responses.exploiter_build:build_exploiter"),
            small_build={"variant": "deck-2-1-1-1-1-1-0-1"},
            standard={f"{_PREFIX}classic{exploiter_format.ENDING}": {"variant": "classic"}},
            options=lambda name, _: {"variant": exploiter_format.parse_exploiter(name).variant},
            relations=deferred(f"{_HERE}.responses.exploiter_sql:exploiter_relations"),
            holds=deferred(f"{_HERE}.responses.exploiter_sql:exploiter_holding"),
            accuracy="exact to 2e-12, kept in float32",
        ),
    ),
    warm_up=(
        "love-letter exact strategic random",
        "love-letter match strategic random -n 4",
        "build love-letter",
        "build love-letter --scoring discards",
        "love-letter match random random --variant archer -n 4",
        "love-letter equilibrium --deck 2,1,1,1,1,0,0,1",
        "love-letter exploit strategic --deck 2,1,1,1,1,1,1,1",
        "love-letter match exploiter table -n 4 --deck 2,1,1,1,1,0,0,1",
        "love-letter exact monte_carlo_limit random --deck 2,1,1,1,1,1,1,1",
        "build love-letter-solution --deck 2,1,1,1,1,0,0,1 --iterations 1 && "
        "love-letter exact solution random --deck 2,1,1,1,1,0,0,1",
        "build love-letter-study --deck 2,1,1,1,1,0,0,1 && "
        "lookup 1 2 --deck 2,1,1,1,1,0,0,1 --beliefs random",
        "love-letter exploit random --within 0.05 --deck 2,1,1,1,1,0,0,1",
    ),
)
