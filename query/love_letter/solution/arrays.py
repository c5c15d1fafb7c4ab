"""Solution probabilities of every information set, in evaluator form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.solution.rows import FORGETS, LEVELS
from llq.query.love_letter.solution.table import Solution, open_solution, row_number
from llq.query.love_letter.table.sparse_column import Marks
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.leads import no_leads
from llq.solver.love_letter.table.states import state_space

if TYPE_CHECKING:
    from llq.solver.love_letter.exact.policies import Policy
    from llq.solver.love_letter.solution.index import MemorySpace

_AT_ONCE = 1 << 20  # information sets


def solution_policy(
    rules: Rules, face_up: int = 0, scoring: Scoring = Scoring.HALF
) -> tuple[Policy, NDArray[np.int64]]:
    """Return a variant's solution policy and memory, in best-response form."""
    solution = open_solution(rules.variant, face_up=face_up, scoring=scoring)
    return stored_policy(solution), solution.memory.after


def stored_policy(solution: Solution) -> Policy:
    """Return a solution's distinct rows as a best-response policy.

    Memories without a row share that of the state, so that this takes less than half the room of
    all information sets.
    """
    from llq.solver.love_letter.exact.policies import MIXED, Policy
    from llq.solver.love_letter.solution.index import list_legal
    from llq.solver.love_letter.table.lead_ranges import find_lead_ranges

    rules, memories = solution.rules, len(solution.memory.states)
    states = state_space(rules)
    layout, leads, entries = states.layout, no_leads(states), states.size
    if solution.scoring == Scoring.DISCARDS:
        leads, entries = find_lead_ranges(rules, (solution.face_up,))
    rank, memory, starts, chances = solution.every_row()
    block = np.searchsorted(states.block_start, rank, side="right") - 1
    cell, place = states.block_cell[block], rank - states.block_start[block]
    maid = (layout.maid_step[cell] > 0) & (place >= layout.maid_step[cell])
    used = np.flatnonzero(chances)
    row = np.searchsorted(starts, used, side="right") - 1
    _, legal = list_legal(rules, states)
    action = legal[(cell % layout.hands * 2 + maid)[row], used - starts[row]].astype(np.uint8)

    width = leads.width[cell].astype(np.int64)
    entry = leads.start[cell] + place * width
    choice = np.zeros((memories, entries), dtype=np.int32)
    forgets = np.flatnonzero(memory == FORGETS)
    for lead in range(int(leads.width.max())):
        shared = forgets[width[forgets] > lead]
        choice[:, entry[shared] + lead] = MIXED + shared
    own = np.flatnonzero(memory != FORGETS)
    places, minded = np.divmod(memory[own], memories)  # see `row_number`
    choice[minded, entry[own] + places] = MIXED + own
    return Policy(
        False, np.zeros((0, 0, 2), dtype=np.int64), leads, choice.ravel(),
        np.searchsorted(row, np.arange(len(rank) + 1)), action, chances[used],
    )  # fmt: skip


def solution_space(solution: Solution) -> MemorySpace:
    """Return the joint states of a solution's memory."""
    from llq.solver.love_letter.solution.index import make_space

    return make_space(solution.rules, solution.memory, solution.face_up, solution.scoring)


def solution_chances(solution: Solution, space: MemorySpace) -> NDArray[np.float32]:
    """Return legal-action probabilities of all information sets, concatenated.

    They are multiples of 1 / `LEVELS`, which float32 holds exactly.
    """
    return row_chances(space, solution.columns())


def row_chances(space: MemorySpace, columns: dict[str, NDArray[Any]]) -> NDArray[np.float32]:
    """Return concatenated probabilities from a table's columns."""
    from llq.solver.love_letter.solution.policies import info_starts, info_states

    rows = columns["rows"].astype(np.int64)
    legal = np.repeat(columns["actions"].astype(np.int64), rows)
    chance_start = np.cumsum(legal) - legal
    row_start = np.cumsum(rows) - rows
    # Rows of a state are by memory, but for the first: so they are in one ascending order.
    stored = columns["memory"].astype(np.int64)
    keys = np.repeat(np.arange(len(rows)) * (FORGETS + 1), rows)
    keys += np.where(stored == FORGETS, -1, stored)
    info, starts = info_states(space), info_starts(space)
    kept = Marks(columns["kept"], state_space(space.rules).size)
    chances = np.empty(starts[-1], dtype=np.float32)
    for first in range(0, space.infos, _AT_ONCE):
        part = slice(first, min(first + _AT_ONCE, space.infos))
        state = kept.places(info.rank[part])
        memory = info.memory[part].astype(np.int64)
        wanted = state * (FORGETS + 1)
        wanted += row_number(len(space.memory.states), memory, info.lead[part])
        places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        row = np.where(keys[places] == wanted, places, row_start[state])
        ends = starts[first : part.stop + 1]
        at = np.repeat(chance_start[row] - ends[:-1], np.diff(ends)) + np.arange(ends[0], ends[-1])
        chances[ends[0] : ends[-1]] = columns["chance"][at]
    chances /= LEVELS
    return chances
