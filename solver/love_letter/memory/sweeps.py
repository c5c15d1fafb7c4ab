"""Two sweeps over the joint states with a memory: reach forward from the deals, values backward.

Both players follow one policy, or each their own; arrays of a mover's are indexed by the joint
states in which that player moves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.kernels import block_at, card_at, make_pool, take_card
from llq.solver.love_letter.memory.index import RUNS, MemoryIndex, joint_at
from llq.solver.love_letter.memory.runs import (
    REACHES,
    Ground,
    Scratch,
    begin_slot,
    find_run,
    sort_classes,
    take_action,
)
from llq.solver.love_letter.places import Blocks

__all__ = ["PARTS", "Learning", "back_up", "carry_reach", "match_regrets"]

PARTS = 2
"""Reach is summed up in so many parts, one a thread, so that it never depends on the threads."""


class Learning(NamedTuple):
    """What `back_up` learns, modified in place; arrays are empty where it only evaluates."""

    reach: NDArray[np.float64]
    """(PARTS, 3, joint states): see `carry_reach`."""
    regrets: NDArray[np.float64]
    """(actions of all information sets,): regrets so far, none below 0."""
    last: NDArray[np.float64]
    """(actions of all information sets,): those of the last iteration."""
    sums: NDArray[np.float64]
    """(actions of all information sets,): the policies so far, each by its weight."""
    weight: float
    """Of this policy."""


@njit(_nrt=False)
def carry_reach(
    ground: Ground,
    blocks: Blocks,
    chances: NDArray[np.float64],
    parts: NDArray[np.float64],
    part: int,
    scratch: Scratch,
) -> None:
    """Carry the reach of the joint states of some blocks on to those that follow, in place.

    Parameters
    ----------
    chances
        (actions of all information sets,): the mover's policy.
    parts
        (PARTS, 3, joint states): reach is the sum of the parts; what is added goes to ``part``. The
        first of the three is the chance that play comes to a joint state; the others are what is
        left of it without the mover's choices, and without the opponent's.
    """
    layout, index, branches = ground.layout, ground.rows, scratch.branches
    for number in range(len(blocks.cell) - 1, -1, -1):
        block = block_at(blocks, number)
        for flags in range(RUNS):
            run = find_run(ground, block, flags)
            if run.number < 0:
                continue
            sort_classes(ground, run, scratch)
            for slot in range(run.kinds):
                theirs = card_at(block.unseen, slot)
                if not ground.visited[run.place + slot]:
                    continue
                pool = take_card(layout, make_pool(layout, block.unseen), theirs)
                step = begin_slot()
                for i in range(run.legal):
                    step = take_action(ground, block, run, theirs, i, pool, step, scratch)
                    outcome = step.outcome
                    if step.is_hit or outcome.count == 0:
                        continue
                    sums = scratch.values[:REACHES, i]
                    sums[:, : scratch.classes[i]] = 0.0
                    for row in range(run.first, run.last):
                        joint = index.joint_base[run.number] + row * run.kinds + slot
                        info = row * run.kinds + slot if run.known == 1 else row
                        chance = chances[index.action_base[run.number] + info * run.legal + i]
                        c = scratch.class_of[i, row - run.first]
                        both, without_mine, without_theirs = (
                            parts[0, 0, joint] + parts[1, 0, joint],
                            parts[0, 1, joint] + parts[1, 1, joint],
                            parts[0, 2, joint] + parts[1, 2, joint],
                        )
                        sums[0, c] += chance * both
                        sums[1, c] += chance * without_theirs  # mover and opponent change places
                        sums[2, c] += without_mine
                    for branch in range(outcome.count):
                        share = branches.ways[branch] / outcome.ways
                        for c in range(scratch.classes[i]):
                            at = joint_at(
                                index, scratch.run[branch], scratch.slot[branch],
                                scratch.kinds[branch], scratch.class_memory[i, c],
                            )  # fmt: skip
                            for k in range(REACHES):
                                parts[part, k, at] += share * sums[k, c]
                block.unseen[theirs] += 1


@njit(_nrt=False)
def back_up(
    ground: Ground,
    blocks: Blocks,
    chances: NDArray[np.float64],
    following: NDArray[np.float64],
    out: NDArray[np.float64],
    learning: Learning,
    scratch: Scratch,
) -> None:
    """Fill in the mover's values of the joint states of some blocks, in place, and learn.

    Parameters
    ----------
    chances
        As in `carry_reach`.
    following
        (joint states,): the opponent's values of those with fewer unseen cards.
    out
        (joint states,): chance to win, and half that of a draw.
    """
    layout, index, branches = ground.layout, ground.rows, scratch.branches
    for number in range(len(blocks.cell)):
        block = block_at(blocks, number)
        for flags in range(RUNS):
            run = find_run(ground, block, flags)
            if run.number < 0:
                continue
            sort_classes(ground, run, scratch)
            for slot in range(run.kinds):
                theirs = card_at(block.unseen, slot)
                if not ground.visited[run.place + slot]:
                    for i in range(run.legal):
                        for c in range(scratch.classes[i]):
                            scratch.values[slot, i, c] = 0.0
                    continue
                pool = take_card(layout, make_pool(layout, block.unseen), theirs)
                step = begin_slot()
                for i in range(run.legal):
                    step = take_action(ground, block, run, theirs, i, pool, step, scratch)
                    if step.is_hit:
                        for c in range(scratch.classes[i]):
                            scratch.values[slot, i, c] = 1.0
                        continue
                    outcome = step.outcome
                    now = outcome.win + 0.5 * outcome.tie
                    for c in range(scratch.classes[i]):
                        scratch.values[slot, i, c] = now
                    for branch in range(outcome.count):
                        for c in range(scratch.classes[i]):
                            at = joint_at(
                                index, scratch.run[branch], scratch.slot[branch],
                                scratch.kinds[branch], scratch.class_memory[i, c],
                            )  # fmt: skip
                            scratch.values[slot, i, c] += branches.ways[branch] * (
                                1.0 - following[at]
                            )
                    for c in range(scratch.classes[i]):
                        scratch.values[slot, i, c] /= outcome.ways
                block.unseen[theirs] += 1
            for row in range(run.first, run.last):
                joint = index.joint_base[run.number] + row * run.kinds
                # One information set of all cards that the opponent may hold, or one of each.
                step_size = 1 if run.known == 1 else run.kinds
                for slot in range(0, run.kinds, step_size):
                    info = row * run.kinds + slot if run.known == 1 else row
                    at = index.action_base[run.number] + info * run.legal
                    _decide(
                        row - run.first, joint, slot, slot + step_size, at, run.legal,
                        chances=chances, out=out, learning=learning, scratch=scratch,
                    )  # fmt: skip


@njit(forceinline=True, _nrt=False)
def _decide(
    row: int,
    joint: int,
    start: int,
    stop: int,
    at: int,
    legal: int,
    chances: NDArray[np.float64],
    out: NDArray[np.float64],
    learning: Learning,
    scratch: Scratch,
) -> None:
    """Fill in the values of one information set, and learn from them.

    ``row`` is its row in the run, ``joint`` its first joint state and ``at`` its first action; the
    opponent's cards are those of the slots from ``start`` to ``stop``.
    """
    for slot in range(start, stop):
        value = 0.0
        for i in range(legal):
            value += chances[at + i] * scratch.values[slot, i, scratch.class_of[i, row]]
        out[joint + slot] = value
    if len(learning.regrets) == 0:
        return
    reach = learning.reach
    own = 0.0
    for i in range(legal):
        learning.last[at + i] = 0.0
    for slot in range(start, stop):
        place = joint + slot
        own += reach[0, 2, place] + reach[1, 2, place]
        chance = reach[0, 0, place] + reach[1, 0, place]
        if chance > 0.0:
            for i in range(legal):
                gain = scratch.values[slot, i, scratch.class_of[i, row]] - out[place]
                learning.last[at + i] += chance * gain
    for i in range(legal):
        regret = learning.regrets[at + i] + learning.last[at + i]
        learning.regrets[at + i] = max(regret, 0.0)
        learning.sums[at + i] += learning.weight * own * chances[at + i]


@njit(_nrt=False)
def match_regrets(
    index: MemoryIndex,
    runs: tuple[int, int],
    choices: NDArray[np.int64],
    infos: NDArray[np.int64],
    regrets: NDArray[np.float64],
    last: NDArray[np.float64],
    chances: NDArray[np.float64],
) -> None:
    """Fill in the chances in proportion to the regrets expected next, in place.

    Parameters
    ----------
    runs
        The first run, and the one after the last.
    choices, infos
        (runs,): the row of `MemoryIndex.legal` and the number of information sets of a row.
    regrets, last
        As in `Learning`, the latter empty where it does not count; without any sum above 0, all
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
