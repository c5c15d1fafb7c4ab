"""A solution as the evaluators take it: the chances of every information set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.solution_format import FORGETS, LEVELS, row_number
from llq.query.love_letter.solution_table import Solution, open_solution
from llq.solver.love_letter.rules import Rules, Scoring

if TYPE_CHECKING:
    from llq.solver.love_letter.exact.policies import Policy
    from llq.solver.love_letter.memory.index import MemorySpace

__all__ = ["row_chances", "solution_chances", "solution_policy", "solution_space"]


def solution_policy(
    rules: Rules, face_up: int = 0, scoring: Scoring = Scoring.HALF
) -> tuple[Policy, NDArray[np.int64]]:
    """Return a variant's solution as the best response takes it: the policy and its memory.

    Raises
    ------
    As `open_solution` does.
    """
    from llq.solver.love_letter.memory.policies import as_policy

    solution = open_solution(rules.variant, face_up=face_up, scoring=scoring)
    space = solution_space(solution)
    return as_policy(space, solution_chances(solution, space)), space.memory.after


def solution_space(solution: Solution) -> MemorySpace:
    """Return the joint states of a solution's memory."""
    from llq.solver.love_letter.memory.index import make_space

    return make_space(solution.rules, solution.memory, solution.face_up, solution.scoring)


def solution_chances(solution: Solution, space: MemorySpace) -> NDArray[np.float64]:
    """Return the chances of the legal actions of every information set, one after the other."""
    return row_chances(space, solution.columns())


def row_chances(space: MemorySpace, columns: dict[str, NDArray[Any]]) -> NDArray[np.float64]:
    """Return the same of the columns of a table."""
    from llq.solver.love_letter.memory.policies import info_starts, info_states

    rows = columns["rows"].astype(np.int64)
    legal = np.repeat(columns["actions"].astype(np.int64), rows)
    chance_start = np.cumsum(legal) - legal
    row_start = np.cumsum(rows) - rows
    told = info_states(space)
    _, state = np.unique(told.rank, return_inverse=True)
    number = row_number(len(space.memory.states), told.memory.astype(np.int64), told.lead)
    # Rows of a state are by memory, but for the first: so they are in one ascending order.
    of_row = np.repeat(np.arange(len(rows)), rows)
    stored = columns["memory"].astype(np.int64)
    keys = of_row * (FORGETS + 1) + np.where(stored == FORGETS, -1, stored)
    wanted = state * (FORGETS + 1) + number
    found = np.searchsorted(keys, wanted)
    found = np.minimum(found, len(keys) - 1)
    row = np.where(keys[found] == wanted, found, row_start[state])
    starts = info_starts(space)
    counts = np.diff(starts)
    at = np.repeat(chance_start[row] - starts[:-1], counts) + np.arange(starts[-1])
    chances: NDArray[np.float64] = columns["chance"][at] / LEVELS
    return chances
