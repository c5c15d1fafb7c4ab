"""A solution checked by what it loses: its published bounds, recomputed from the file.

Learning leaves no state behind from which an iteration could be repeated. What the policy is for
can be computed again: bounds of what an opponent who knows it wins, which depend on what it does
wherever such an opponent may come.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from llq.errors import LlqError
from llq.query.love_letter.built_in_players import SOLUTION
from llq.query.love_letter.responses.exploitability_table import (
    MEASURED,
    Measured,
    open_exploitability,
)
from llq.query.love_letter.solution.table import Solution, open_solution

if TYPE_CHECKING:
    from llq.query.love_letter.responses.exploitability_table import Exploitability
    from llq.store.tables import TableFile

_ROW = MEASURED.index(Measured(SOLUTION))


def replay_solution(
    table: TableFile, share: float, progress: Callable[[int, int], None] | None = None
) -> tuple[list[str], list[str]] | None:
    """Recompute the bounds of what the policy loses, and compare them with those published.

    Returns
    -------
    computed, differing
        What was computed, and the same if it differs, bit by bit, from the exploitability table.
        None for a share of 1 and where no such table has this solution: it has to be learnt again.
    """
    from llq.query.love_letter.responses.exploitability_build import measure_row

    published = None if share >= 1 else _published(table)
    if published is None:
        return None
    named = published.info.spec.columns[2:]
    row = [published.columns[column.name].item(_ROW) for column in named]
    measured = measure_row(MEASURED[_ROW], published.rules, 2, progress or (lambda *_: None))
    computed = ["the bounds of what it loses"]
    return computed, computed if measured.tolist() != row else []


def replay_seconds(table: TableFile) -> float:
    """Return about how long the bounds take, or learning where there are none."""
    published = _published(table)
    return (table if published is None else published).info.provenance.seconds


def _published(table: TableFile) -> Exploitability | None:
    """Return the exploitability table that has this solution, if there is one."""
    rules, _ = Solution.named_options(table.info.spec.name)
    try:
        if open_solution(rules.variant).info.content_hash == table.info.content_hash:
            return open_exploitability(rules.variant)
    except LlqError:
        pass
    return None
