"""Action values if both players follow a solution.

A table stores chances, no values: those of a situation depend on the play before it. They follow
from two sweeps over all joint states, reach forward and values backward, as in learning; on the
whole deck that takes some seconds and some GB.
"""

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.solution.arrays import solution_chances, solution_space
from llq.query.love_letter.solution.table import Solution
from llq.solver.love_letter.table.leads import entry_at, lead_range
from llq.solver.love_letter.table.states import State, state_space


def solution_values(
    solution: Solution, state: State, memory: int | None, lead: int = 0, *, threads: int = 2
) -> NDArray[np.float64] | None:
    """Return each legal action's winning chance if both players follow the solution.

    Values are chances to win and half those of a draw, in the order of `legal_actions`; None where
    two players of the solution never reach the state. ``memory`` is as `Solution.remember` returns
    it, None for the mean over all that may be, as often as it comes up.
    """
    from llq.solver.love_letter.solution.index import RUNS
    from llq.solver.love_letter.solution.joint_runs import REACHES
    from llq.solver.love_letter.solution.learning import Sweeper, no_learning
    from llq.solver.love_letter.solution.sweeps import PARTS, Reach

    space, states = solution_space(solution), state_space(solution.rules)
    index, layout = space.rows, states.layout
    cell, _ = states.cell_and_place(states.rank(state))
    flags = (int(state.maid) * 3 + state.hand_known) * 2 + int(state.known)
    run = int(index.run_of[cell * RUNS + flags])
    rows = np.arange(index.row_start[run], index.row_start[run + 1]) if run >= 0 else np.zeros(0)
    if memory is not None:
        rows = rows[index.row_memory[rows.astype(int)] == memory]
    if not len(rows):
        return None
    code = cell // layout.hands
    kinds, width = int(layout.kinds[code]), int(index.width[run])
    slots = np.arange(kinds)
    if state.known:
        slots = slots[[int(layout.position[code, state.opponent])]]
    at = entry_at(lead_range(space.leads, cell, 0)._replace(start=0), lead)
    first, last = index.row_start[run], index.row_start[run + 1]
    joints = index.joint_base[run] + (slots * (last - first) + rows[:, None] - first) * width + at
    sets = rows[:, None] * kinds + slots if state.known else rows[:, None]
    legal = int(index.legal_count[space.run_choice[run]])
    starts = index.action_base[run] + (sets * width + at) * legal

    chances = solution_chances(solution, space).astype(np.float64)
    sweeper = Sweeper(space, threads)
    reach = Reach(np.zeros((PARTS, space.joints, REACHES)), np.zeros(0))
    sweeper.reach([chances], [reach])
    weights = reach.parts[:, joints, 0].sum(axis=0)
    del reach
    if weights.sum() <= 0:
        return None
    values = np.zeros(space.joints)
    sweeper.values([chances], [values], [no_learning()])
    totals = np.zeros(legal)
    for i in range(legal):  # each action in turn as the only one of these information sets
        for j in range(legal):
            chances[starts + j] = float(i == j)
        sweeper.block_values(int(space.run_block[run]), chances, values)
        totals[i] = (weights * values[joints]).sum() / weights.sum()
    return totals
