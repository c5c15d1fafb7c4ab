"""Plans of builds: the questions of ``llq build``, in ``llq.query.<game>.builds``.

The plan of a kind of table, such as ``plan_openings`` of love-letter-openings and ``plan_table`` of
love-letter, turns what is asked into what is built. In its docstring ``{game}`` stands for the
game, ``{takes}`` for the time of a default build, and ``{dominion-250}`` for that of this table.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pkgutil import resolve_name
from typing import Any, NamedTuple

from llq.query.questions import Question, question_of
from llq.query.table_kinds import TableKind
from llq.query.tables.build_times import build_takes

_RESUMES = "An interrupted build resumes when you run the same command again."
_FACT = re.compile(r"\{([^}]+)\}")


class Build(NamedTuple):
    """A table to build."""

    label: str
    """Progress label, such as "Solving the race"."""
    options: Mapping[str, Any]
    takes: str = ""
    """Expected time, printed before the build; empty for seconds."""
    games: int = 0
    """Games to play, compared with the replaced table's."""
    needs: Sequence[Callable[[], Any]] = ()
    """Openers of other tables, which are built first if missing."""


def find_plan(game: str, kind: TableKind) -> Question:
    """Return the question that plans a table of some kind."""
    module, word = game.replace("-", "_"), kind.name.removeprefix(game).strip("-") or "table"
    function = resolve_name(f"llq.query.{module}.builds:plan_{word}")
    plan = question_of(function, f"build {kind.name}")
    facts = {"game": game, "takes": kind.takes}

    def fact(name: re.Match[str]) -> str:
        return facts.get(name[1]) or build_takes(name[1]) or "an unknown time"

    ending = f"\n\n{_RESUMES}" if kind.resumes else ""
    return replace(plan, text=_FACT.sub(fact, plan.text) + ending)
