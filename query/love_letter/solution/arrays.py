"""A stored solution as arrays: the evaluator's policy, and every information set's chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.solution.rows import FORGETS, LEVELS, SolutionRows, concatenate_ranges
from llq.query.love_letter.solution.table import Solution, row_number
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.table.leads import no_leads
from llq.solver.love_letter.table.states import state_space

if TYPE_CHECKING:
    from llq.solver.love_letter.exact.policies import Policy
    from llq.solver.love_letter.solution.index import MemorySpace

_AT_ONCE = 1 << 20  # information sets


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
    rows = solution.every_row()
    block = np.searchsorted(states.block_start, rows.rank, side="right") - 1
    cell, place = states.block_cell[block], rows.rank - states.block_start[block]
    maid = (layout.maid_step[cell] > 0) & (place >= layout.maid_step[cell])
    played = np.flatnonzero(rows.chance)
    row = np.searchsorted(rows.start, played, side="right") - 1
    _, legal = list_legal(rules, states)
    action = legal[(cell % layout.hands * 2 + maid)[row], played - rows.start[row]]

    width = leads.width[cell].astype(np.int64)
    entry = leads.start[cell] + place * width
    choice = np.zeros((memories, entries), dtype=np.int32)
    common_rows = np.flatnonzero(rows.memory == FORGETS)
    for lead in range(int(leads.width.max())):
        shared = common_rows[width[common_rows] > lead]
        choice[:, entry[shared] + lead] = MIXED + shared
    own_rows = np.flatnonzero(rows.memory != FORGETS)
    lead_place, memory = np.divmod(rows.memory[own_rows], memories)  # see `row_number`
    choice[memory, entry[own_rows] + lead_place] = MIXED + own_rows
    return Policy(
        False, np.zeros((0, 0, 2), dtype=np.int64), leads, choice.ravel(),
        np.searchsorted(row, np.arange(len(rows.rank) + 1)), action.astype(np.uint8),
        rows.chance[played],
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
    from llq.solver.love_letter.solution.index import info_starts, info_states

    rows = SolutionRows(columns, state_space(space.rules).size)
    info, starts = info_states(space), info_starts(space)
    chances = np.empty(starts[-1], dtype=np.float32)
    for first in range(0, space.infos, _AT_ONCE):
        part = slice(first, min(first + _AT_ONCE, space.infos))
        memory = info.memory[part].astype(np.int64)
        numbers = row_number(len(space.memory.states), memory, info.lead[part])
        row_starts = rows.chance_starts(rows.kept.places(info.rank[part]), numbers)
        ends = starts[first : part.stop + 1]
        stored_chances = concatenate_ranges(row_starts, np.diff(ends))
        chances[ends[0] : ends[-1]] = columns["chance"][stored_chances]
    chances /= LEVELS
    return chances
