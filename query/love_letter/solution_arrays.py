"""A solution as the evaluators take it: the chances of every information set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.solution_format import FORGETS, LEVELS
from llq.query.love_letter.solution_table import Solution, open_solution
from llq.solver.love_letter.rules import Rules

if TYPE_CHECKING:
    from llq.solver.love_letter.exact.policies import Policy
    from llq.solver.love_letter.memory.index import MemorySpace

__all__ = ["row_chances", "solution_chances", "solution_policy", "solution_space"]


def solution_policy(rules: Rules, face_up: int = 0) -> tuple[Policy, NDArray[np.int64]]:
    """Return a variant's solution as the best response takes it: the policy and its memory.

    Raises
    ------
    As `open_solution` does.
    """
    from llq.solver.love_letter.memory.policies import as_policy

    solution = open_solution(rules.variant, face_up=face_up)
    space = solution_space(solution)
    return as_policy(space, solution_chances(solution, space)), space.memory.after


def solution_space(solution: Solution) -> MemorySpace:
    """Return the joint states of a solution's memory."""
    from llq.solver.love_letter.memory.index import make_space

    return make_space(solution.rules, solution.memory, solution.face_up)


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
    rank, memory = info_states(space)
    _, state = np.unique(rank, return_inverse=True)
    # Rows of a state are by memory, but for the first: so they are in one ascending order.
    of_row = np.repeat(np.arange(len(rows)), rows)
    stored = columns["memory"].astype(np.int64)
    keys = of_row * (FORGETS + 1) + np.where(stored == FORGETS, -1, stored)
    wanted = state * (FORGETS + 1) + memory
    found = np.searchsorted(keys, wanted)
    found = np.minimum(found, len(keys) - 1)
    row = np.where(keys[found] == wanted, found, row_start[state])
    starts = info_starts(space)
    counts = np.diff(starts)
    at = np.repeat(chance_start[row] - starts[:-1], counts) + np.arange(starts[-1])
    chances: NDArray[np.float64] = columns["chance"][at] / LEVELS
    return chances
