"""Two sweeps over the joint states with a memory: reach forward from the deals, values backward.

Both players follow one policy, or each their own, with a memory of their own where the ground says
so; arrays of a mover's are indexed by the joint states in which that player moves.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.solution.index import RUNS, MemoryIndex, row_at, slot_base
from llq.solver.love_letter.solution.joint_runs import (
    REACHES,
    Ground,
    Run,
    Scratch,
    begin_slot,
    find_run,
    lead_after,
    sort_classes,
    take_action,
    tie_value,
)
from llq.solver.love_letter.table.block_states import Blocks
from llq.solver.love_letter.table.kernels import (
    block_at,
    card_at,
    lead_at,
    lead_range,
    make_pool,
    take_card,
)

PARTS = 2
"""Parts for summing reach, one per thread: sums do not depend on the number of threads."""


class Reach(NamedTuple):
    """Reach of each joint state of a mover, summed by part.

    There are three kinds: the chance that play comes there, and what is left of it without the
    mover's choices, and without the opponent's. Against an adversary two are kept as numbers, the
    first, and the one that has the learner's choices, by which the average goes. The other only
    says what play cannot come to, and takes a mark.
    """

    parts: NDArray[np.floating[Any]]
    """(PARTS, joint states, 3 or 2)"""
    marks: NDArray[np.floating[Any]]
    """(joint states,): 1 for positive values of the omitted kind; empty if none is omitted. The
    values may take its place, as `back_up` reads a mark before it writes the value."""


class Learning(NamedTuple):
    """Learning data of `back_up`, modified in place; arrays are empty for mere evaluation."""

    reach: Reach
    """Reach, without joint states for mere evaluation."""
    regrets: NDArray[np.floating[Any]]
    """(actions of all information sets,): accumulated regrets, clipped at 0."""
    last: NDArray[np.floating[Any]]
    """(actions of all information sets,): last iteration's regrets, perhaps in place of its
    chances."""
    sums: NDArray[np.floating[Any]]
    """(actions of all information sets,): weighted sums of policies; empty without averaging."""
    weight: float
    """Weight of this policy."""


@njit(_nrt=False)
def carry_reach(
    ground: Ground,
    blocks: Blocks,
    chances: NDArray[np.floating[Any]],
    reach: Reach,
    part: int,
    following: Reach,
    scratch: Scratch,
) -> None:
    """Carry the reach of joint states in these blocks on to their successors, in place.

    ``chances`` (actions of all information sets,) are the mover's policy. Reach is the sum of the
    parts; what is added goes to ``part`` of ``following``, the same of the opponent's joint states,
    which may be the same arrays.
    """
    layout, next_index = ground.layout, ground.then
    branches = scratch.branches
    for number in range(len(blocks.cell) - 1, -1, -1):
        block = block_at(blocks, number)
        leads = lead_range(ground.leads, block.cell, 0)
        for flags in range(RUNS):
            run = find_run(ground, block, flags)
            if run.number < 0:
                continue
            sort_classes(ground, run, scratch)
            for slot in range(run.kinds):
                if not ground.visited[run.place + slot] or not _sum_reach(
                    ground, run, slot, leads.width, chances, reach, scratch
                ):
                    continue
                theirs = card_at(block.unseen, slot)
                pool = take_card(layout, make_pool(layout, block.unseen), theirs)
                step = begin_slot()
                for i in range(run.legal):
                    reached = _list_reached(i, leads.width, scratch)
                    if reached == 0:
                        continue
                    step = take_action(ground, block, run, theirs, i, pool, step, scratch)
                    if step.is_hit:
                        continue
                    outcome = step.outcome
                    for branch in range(outcome.count):
                        share = branches.ways[branch] / outcome.ways
                        then = lead_range(ground.leads, branches.cell[branch], 0)
                        target = scratch.run[branch]
                        rows = slot_base(
                            next_index, next_index.joint_base, target, scratch.slot[branch],
                            then.width,
                        )  # fmt: skip
                        for c in scratch.chosen[:reached]:
                            row = row_at(next_index, target, scratch.class_memory[i, c])
                            at = rows + row * then.width
                            for k in range(leads.width):
                                joint = at + lead_after(then, -lead_at(leads, k) - outcome.gain)
                                _add_reach(
                                    ground, part, following, joint, share, scratch.sums[i, c, k]
                                )
                block.unseen[theirs] += 1


@njit(forceinline=True, _nrt=False)
def _read_reach(ground: Ground, reach: Reach, joint: int) -> tuple[float, float, float]:
    """Return a joint state's three kinds of reach, with a mark as a positive number."""
    parts = reach.parts
    both, first = parts[0, joint, 0] + parts[1, joint, 0], parts[0, joint, 1] + parts[1, joint, 1]
    if parts.shape[2] == REACHES:
        return both, first, parts[0, joint, 2] + parts[1, joint, 2]
    marked = reach.marks[joint]
    return (both, first, marked) if ground.is_adversary else (both, marked, first)


@njit(forceinline=True, _nrt=False)
def _add_reach(
    ground: Ground,
    part: int,
    following: Reach,
    joint: int,
    share: float,
    added: NDArray[np.float64],
) -> None:
    """Add a share of three kinds of reach to an opponent's joint state, in place."""
    parts = following.parts
    if parts.shape[2] == REACHES:
        for one in range(REACHES):
            parts[part, joint, one] += share * added[one]
        return
    learnt, marked = (2, 1) if ground.is_adversary else (1, 2)
    parts[part, joint, 0] += share * added[0]
    parts[part, joint, 1] += share * added[learnt]
    if added[marked] > 0.0:
        following.marks[joint] = 1.0  # whichever thread comes first


@njit(forceinline=True, _nrt=False)
def _sum_reach(
    ground: Ground,
    run: Run,
    slot: int,
    width: int,
    chances: NDArray[np.floating[Any]],
    reach: Reach,
    scratch: Scratch,
) -> bool:
    """Fill in each class's reach for a slot; return whether any class is reached.

    Reach is told from the opponent's side, who moves next.
    """
    index, sums = ground.rows, scratch.sums
    for i in range(run.legal):
        for c in range(scratch.classes[i]):
            for k in range(width):
                for one in range(REACHES):
                    sums[i, c, k, one] = 0.0
    is_reached = False
    joint = slot_base(index, index.joint_base, run.number, slot, width) + run.first * width
    for row in range(run.last - run.first):
        at = _first_action(index, run, row, slot, width)
        for k in range(width):
            both, without_mine, without_theirs = _read_reach(ground, reach, joint)
            joint += 1
            if without_mine == 0.0 and without_theirs == 0.0:
                continue
            is_reached = True
            for i in range(run.legal):
                chance, c = chances[at + k * run.legal + i], scratch.class_of[row, i]
                sums[i, c, k, 0] += chance * both
                sums[i, c, k, 1] += chance * without_theirs  # they change places
                sums[i, c, k, 2] += without_mine
    return is_reached


@njit(forceinline=True, _nrt=False)
def _list_reached(i: int, width: int, scratch: Scratch) -> int:
    """List an action's reached classes; return their number."""
    count = 0
    for c in range(scratch.classes[i]):
        reach = 0.0
        for k in range(width):
            reach += scratch.sums[i, c, k, 1] + scratch.sums[i, c, k, 2]
        if reach > 0.0:
            scratch.chosen[count] = c
            count += 1
    return count


@njit(forceinline=True, _nrt=False)
def _first_action(index: MemoryIndex, run: Run, row: int, slot: int, width: int) -> int:
    """Return the index of a row's first action at its first lead; rows count within the run."""
    info = row + run.first
    if run.known == 1:
        info = info * run.kinds + slot
    return int(index.action_base[run.number] + info * width * run.legal)


@njit(_nrt=False)
def back_up(
    ground: Ground,
    blocks: Blocks,
    chances: NDArray[np.floating[Any]],
    following: NDArray[np.floating[Any]],
    out: NDArray[np.floating[Any]],
    learning: Learning,
    scratch: Scratch,
) -> None:
    """Fill in the mover's values of joint states in these blocks, in place, and learn.

    ``chances`` are as in `carry_reach`; ``following`` (the opponent's joint states,) are the
    opponent's values of those with fewer unseen cards. ``out`` (joint states,) gets the chance to
    win, and half that of a draw.
    """
    layout, index, next_index = ground.layout, ground.rows, ground.then
    branches = scratch.branches
    for number in range(len(blocks.cell)):
        block = block_at(blocks, number)
        leads = lead_range(ground.leads, block.cell, 0)
        for flags in range(RUNS):
            # Find the run, and sort its rows into classes by the memory after each action.
            run = find_run(ground, block, flags)
            if run.number < 0:
                continue
            sort_classes(ground, run, scratch)
            # Evaluate every action against each card that the opponent may hold.
            for slot in range(run.kinds):
                is_visited = ground.visited[run.place + slot]
                if not _mark_classes(
                    ground, run, slot, leads.width, is_visited, chances, learning.reach, scratch
                ):
                    continue
                # Give the opponent that card, out of the pool.
                theirs = card_at(block.unseen, slot)
                pool = take_card(layout, make_pool(layout, block.unseen), theirs)
                step = begin_slot()
                for i in range(run.legal):
                    marked = _list_marked(i, scratch)
                    if marked == 0:
                        continue
                    step = take_action(ground, block, run, theirs, i, pool, step, scratch)
                    # What the round's end is worth, at each lead.
                    outcome, values = step.outcome, scratch.values[slot, i]
                    for c in scratch.chosen[:marked]:
                        for k in range(leads.width):
                            lead = lead_at(leads, k) + outcome.gain
                            tie = tie_value(ground, lead) * outcome.tie
                            values[c, k] = 1.0 if step.is_hit else outcome.win + tie
                    if step.is_hit:
                        continue
                    # Add the opponent's values where the round goes on, each by its ways.
                    for branch in range(outcome.count):
                        then = lead_range(ground.leads, branches.cell[branch], 0)
                        target = scratch.run[branch]
                        rows = slot_base(
                            next_index, next_index.joint_base, target, scratch.slot[branch],
                            then.width,
                        )  # fmt: skip
                        for c in scratch.chosen[:marked]:
                            row = row_at(next_index, target, scratch.class_memory[i, c])
                            at = rows + row * then.width
                            for k in range(leads.width):
                                joint = at + lead_after(then, -lead_at(leads, k) - outcome.gain)
                                values[c, k] += branches.ways[branch] * (1.0 - following[joint])
                    # Divide by all ways.
                    for c in scratch.chosen[:marked]:
                        for k in range(leads.width):
                            values[c, k] /= outcome.ways
                block.unseen[theirs] += 1
            # Decide in every information set, and write the values of its joint states.
            joint, rows = index.joint_base[run.number], run.last - run.first
            for row in range(rows):
                # One information set of all cards that the opponent may hold, or one of each.
                step_size = 1 if run.known == 1 else run.kinds
                for slot in range(0, run.kinds, step_size):
                    at = _first_action(index, run, row, slot, leads.width)
                    for k in range(leads.width):
                        _decide(
                            row, joint + row * leads.width + k, rows * leads.width, slot,
                            slot + step_size, at=at + k * run.legal, legal=run.legal, k=k,
                            chances=chances, out=out, learning=learning, scratch=scratch,
                        )  # fmt: skip


@njit(forceinline=True, _nrt=False)
def _mark_classes(
    ground: Ground,
    run: Run,
    slot: int,
    width: int,
    is_visited: bool,
    chances: NDArray[np.floating[Any]],
    told: Reach,
    scratch: Scratch,
) -> bool:
    """Fill in a slot's ``scratch.reach`` and mark classes with relevant values; return whether any.

    A value counts where play reaches the joint state, as a regret, and where it would but for the
    choices of one player, if the action is played. Elsewhere nothing is learnt by it. Without
    reach to learn by, each joint state of a visited table state is of the latter kind.
    """
    index, counts, learns = ground.rows, scratch.counts, told.parts.shape[1] > 0
    for i in range(run.legal):
        for c in range(scratch.classes[i]):
            counts[i, c] = False
    any_counts = False
    joint = slot_base(index, index.joint_base, run.number, slot, width) + run.first * width
    for row in range(run.last - run.first):
        at = _first_action(index, run, row, slot, width)
        for k in range(width):
            reach = scratch.reach[slot, row, k]
            if learns:
                reach[0], reach[1], reach[2] = _read_reach(ground, told, joint)
            else:
                reach[0] = 0.0
                reach[1] = reach[2] = 1.0 if is_visited else 0.0
            joint += 1
            if reach[1] == 0.0 and reach[2] == 0.0:
                continue
            any_counts = True
            for i in range(run.legal):
                if reach[0] > 0.0 or chances[at + k * run.legal + i] > 0.0:
                    counts[i, scratch.class_of[row, i]] = True
    return any_counts


@njit(forceinline=True, _nrt=False)
def _list_marked(i: int, scratch: Scratch) -> int:
    """List the classes of an action whose values count; return their number."""
    count = 0
    for c in range(scratch.classes[i]):
        if scratch.counts[i, c]:
            scratch.chosen[count] = c
            count += 1
    return count


@njit(forceinline=True, _nrt=False)
def _decide(
    row: int,
    joint: int,
    width: int,
    start: int,
    stop: int,
    at: int,
    legal: int,
    k: int,
    chances: NDArray[np.floating[Any]],
    out: NDArray[np.floating[Any]],
    learning: Learning,
    scratch: Scratch,
) -> None:
    """Fill in an information set's values, and learn from them.

    ``row`` is its row in the run, ``k`` the place of its lead, ``joint`` the joint state of slot 0,
    ``width`` how far apart those of the slots are, and ``at`` its first action; the opponent's
    cards are those of the slots from ``start`` to ``stop``.
    """
    learns = len(learning.regrets) > 0
    own, is_reached = 0.0, False
    for i in range(legal):
        scratch.policy[i] = chances[at + i]
    if learns:
        for i in range(legal):
            learning.last[at + i] = 0.0
    for slot in range(start, stop):
        reach = scratch.reach[slot, row, k]
        if reach[1] == 0.0 and reach[2] == 0.0:
            continue
        value = 0.0
        for i in range(legal):
            value += scratch.policy[i] * scratch.values[slot, i, scratch.class_of[row, i], k]
        out[joint + slot * width] = value
        own += reach[2]
        if reach[0] > 0.0:
            is_reached = True
            for i in range(legal):
                gain = scratch.values[slot, i, scratch.class_of[row, i], k] - value
                learning.last[at + i] += reach[0] * gain
    if is_reached:
        for i in range(legal):
            regret = learning.regrets[at + i] + learning.last[at + i]
            learning.regrets[at + i] = max(regret, 0.0)
    if len(learning.sums) > 0 and own > 0.0:
        for i in range(legal):
            learning.sums[at + i] += learning.weight * own * scratch.policy[i]


@njit(_nrt=False)
def match_regrets(
    index: MemoryIndex,
    runs: tuple[int, int],
    choices: NDArray[np.int64],
    infos: NDArray[np.int64],
    regrets: NDArray[np.floating[Any]],
    last: NDArray[np.floating[Any]],
    chances: NDArray[np.floating[Any]],
) -> None:
    """Fill in chances proportional to the predicted regrets, in place.

    ``runs`` are the first run, and the one after the last; ``choices`` and ``infos`` (runs,) the
    row of `MemoryIndex.legal` and the number of information sets of a row. ``regrets`` and ``last``
    are as in `Learning`, the latter empty where it does not count; without any sum above 0, all
    actions are as likely.
    """
    predicts = len(last) > 0
    for run in range(runs[0], runs[1]):
        legal = index.legal_count[choices[run]]
        first = index.row_start[run] * infos[run]
        for info in range(first, index.row_start[run + 1] * infos[run]):
            at = index.action_base[run] + info * legal
            total = 0.0
            for i in range(at, at + legal):
                chances[i] = max(regrets[i] + (last[i] if predicts else 0.0), 0.0)
                total += chances[i]
            for i in range(at, at + legal):
                chances[i] = chances[i] / total if total > 0.0 else 1.0 / legal
