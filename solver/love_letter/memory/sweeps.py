"""Two sweeps over the joint states with a memory: reach forward from the deals, values backward.

Both players follow one policy, or each their own; arrays of a mover's are indexed by the joint
states in which that player moves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.kernels import (
    block_at,
    card_at,
    lead_at,
    lead_range,
    make_pool,
    take_card,
)
from llq.solver.love_letter.memory.index import RUNS, MemoryIndex, joint_at
from llq.solver.love_letter.memory.runs import (
    REACHES,
    Ground,
    Scratch,
    begin_slot,
    find_run,
    lead_after,
    sort_classes,
    take_action,
    tie_value,
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
        leads = lead_range(ground.leads, block.cell, 0)
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
                        at = row * run.kinds + slot
                        info = at if run.known == 1 else row
                        at = index.joint_base[run.number] + at * leads.width
                        play = index.action_base[run.number] + info * leads.width * run.legal + i
                        c = scratch.class_of[i, row - run.first]
                        for k in range(leads.width):
                            joint, chance = at + k, chances[play + k * run.legal]
                            both, without_mine, without_theirs = (
                                parts[0, 0, joint] + parts[1, 0, joint],
                                parts[0, 1, joint] + parts[1, 1, joint],
                                parts[0, 2, joint] + parts[1, 2, joint],
                            )
                            sums[0, c, k] += chance * both
                            sums[1, c, k] += chance * without_theirs  # they change places
                            sums[2, c, k] += without_mine
                    for branch in range(outcome.count):
                        share = branches.ways[branch] / outcome.ways
                        then = lead_range(ground.leads, branches.cell[branch], 0)
                        for c in range(scratch.classes[i]):
                            at = joint_at(
                                index, scratch.run[branch], scratch.slot[branch],
                                scratch.kinds[branch], scratch.class_memory[i, c],
                            )  # fmt: skip
                            for k in range(leads.width):
                                joint = at + lead_after(then, -lead_at(leads, k) - outcome.gain)
                                for one in range(REACHES):
                                    parts[part, one, joint] += share * sums[one, c, k]
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
        leads = lead_range(ground.leads, block.cell, 0)
        for flags in range(RUNS):
            run = find_run(ground, block, flags)
            if run.number < 0:
                continue
            sort_classes(ground, run, scratch)
            for slot in range(run.kinds):
                theirs = card_at(block.unseen, slot)
                if not ground.visited[run.place + slot]:
                    for i in range(run.legal):
                        scratch.values[slot, i, : scratch.classes[i], : leads.width] = 0.0
                    continue
                pool = take_card(layout, make_pool(layout, block.unseen), theirs)
                step = begin_slot()
                for i in range(run.legal):
                    step = take_action(ground, block, run, theirs, i, pool, step, scratch)
                    values = scratch.values[slot, i, : scratch.classes[i], : leads.width]
                    if step.is_hit:
                        values[:, :] = 1.0
                        continue
                    outcome = step.outcome
                    for k in range(leads.width):
                        lead = lead_at(leads, k) + outcome.gain
                        values[:, k] = outcome.win + tie_value(ground, lead) * outcome.tie
                    for branch in range(outcome.count):
                        then = lead_range(ground.leads, branches.cell[branch], 0)
                        for c in range(scratch.classes[i]):
                            at = joint_at(
                                index, scratch.run[branch], scratch.slot[branch],
                                scratch.kinds[branch], scratch.class_memory[i, c],
                            )  # fmt: skip
                            for k in range(leads.width):
                                joint = at + lead_after(then, -lead_at(leads, k) - outcome.gain)
                                values[c, k] += branches.ways[branch] * (1.0 - following[joint])
                    values /= outcome.ways
                block.unseen[theirs] += 1
            for row in range(run.first, run.last):
                joint = index.joint_base[run.number] + row * run.kinds * leads.width
                # One information set of all cards that the opponent may hold, or one of each.
                step_size = 1 if run.known == 1 else run.kinds
                for slot in range(0, run.kinds, step_size):
                    info = row * run.kinds + slot if run.known == 1 else row
                    at = index.action_base[run.number] + info * leads.width * run.legal
                    for k in range(leads.width):
                        _decide(
                            row - run.first, joint + k, leads.width, slot, slot + step_size,
                            at=at + k * run.legal, legal=run.legal, k=k, chances=chances, out=out,
                            learning=learning, scratch=scratch,
                        )  # fmt: skip


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
    chances: NDArray[np.float64],
    out: NDArray[np.float64],
    learning: Learning,
    scratch: Scratch,
) -> None:
    """Fill in the values of one information set, and learn from them.

    ``row`` is its row in the run, ``k`` the place of its lead among ``width``, ``joint`` the joint
    state of slot 0 and ``at`` its first action; the opponent's cards are those of the slots from
    ``start`` to ``stop``.
    """
    for slot in range(start, stop):
        value = 0.0
        for i in range(legal):
            value += chances[at + i] * scratch.values[slot, i, scratch.class_of[i, row], k]
        out[joint + slot * width] = value
    if len(learning.regrets) == 0:
        return
    reach = learning.reach
    own = 0.0
    for i in range(legal):
        learning.last[at + i] = 0.0
    for slot in range(start, stop):
        place = joint + slot * width
        own += reach[0, 2, place] + reach[1, 2, place]
        chance = reach[0, 0, place] + reach[1, 0, place]
        if chance > 0.0:
            for i in range(legal):
                gain = scratch.values[slot, i, scratch.class_of[i, row], k] - out[place]
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
