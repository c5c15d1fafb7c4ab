"""Action values if both players follow a solution.

A table stores chances, no values: those of a situation depend on the play before it. They follow
from two sweeps over all joint states, reach forward and values backward, as in learning; on the
whole deck that takes some seconds and some GB.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.solution.arrays import solution_chances, solution_space
from llq.query.love_letter.solution.table import Solution
from llq.solver.love_letter.table.leads import entry_at, lead_range
from llq.solver.love_letter.table.states import State, state_space

if TYPE_CHECKING:
    from llq.solver.love_letter.solution.index import MemorySpace


def solution_values(
    solution: Solution, state: State, memory: int | None, lead: int = 0, *, threads: int = 2
) -> NDArray[np.float64] | None:
    """Return each legal action's winning chance if both players follow the solution.

    Values are chances to win and half those of a draw, in the order of `legal_actions`; None where
    two players of the solution never reach the state. ``memory`` is as `Solution.remember` returns
    it, None for the mean over all that may be, as often as it comes up.
    """
    from llq.solver.love_letter.solution.joint_runs import REACHED, REACHES
    from llq.solver.love_letter.solution.learning import Sweeper, no_learning
    from llq.solver.love_letter.solution.sweeps import PARTS, Reach

    space = solution_space(solution)
    sets = _find_info_sets(space, state, memory, lead)
    if sets is None:
        return None
    chances = solution_chances(solution, space).astype(np.float64)
    sweeper = Sweeper(space, threads)
    reach = Reach(np.zeros((PARTS, space.joints, REACHES)), np.zeros(0))
    sweeper.fill_reach([chances], [reach])
    weights = reach.parts[:, sets.joints, REACHED].sum(axis=0)
    del reach
    if weights.sum() <= 0:
        return None
    values = np.zeros(space.joints)
    sweeper.fill_values([chances], [values], [no_learning()])
    action_values = np.zeros(sets.legal)
    for action in range(sets.legal):  # in turn the only one of these information sets
        for other in range(sets.legal):
            chances[sets.starts + other] = float(action == other)
        sweeper.fill_block_values(sets.block, chances, values)
        action_values[action] = (weights * values[sets.joints]).sum() / weights.sum()
    return action_values


class _InfoSets(NamedTuple):
    """Information sets of a state at a lead, one for each memory, and their joint states."""

    block: int
    legal: int
    """Number of legal actions."""
    starts: NDArray[np.int64]
    """First action of each set."""
    joints: NDArray[np.int64]
    """(memories, the opponent's possible cards): joint states."""


def _find_info_sets(
    space: MemorySpace, state: State, memory: int | None, lead: int
) -> _InfoSets | None:
    """Return a state's information sets, of one memory or all; None where play leads to none."""
    from llq.solver.love_letter.solution.index import RUNS, pack_flags

    states, index = state_space(space.rules), space.rows
    cell, _ = states.cell_and_place(states.rank(state))
    flags = pack_flags(int(state.maid), state.hand_known, int(state.known))
    run = int(index.run_of[cell * RUNS + flags])
    if run < 0:
        return None
    first, last = index.row_start[run : run + 2].tolist()
    rows = np.arange(first, last)
    if memory is not None:
        rows = rows[index.row_memory[rows] == memory]
    if not len(rows):
        return None
    layout, width = states.layout, int(index.width[run])
    code = cell // layout.hands
    kinds = int(layout.kinds[code])
    slots = np.arange(kinds)
    if state.known:
        slots = slots[[int(layout.position[code, state.opponent])]]
    place = entry_at(lead_range(space.leads, cell, 0)._replace(start=0), lead)
    sets = rows[:, None] * kinds + slots if state.known else rows[:, None]
    legal = int(index.legal_count[space.run_choice[run]])
    joints = (slots * (last - first) + rows[:, None] - first) * width + place
    return _InfoSets(
        block=int(space.run_block[run]),
        legal=legal,
        starts=index.action_base[run] + (sets * width + place) * legal,
        joints=index.joint_base[run] + joints,
    )
