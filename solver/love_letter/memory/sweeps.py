"""Two sweeps over the joint states with a memory: reach forward from the deals, values backward.

What an action leads to depends on the memory only by the memory that follows, so that it is worked
out once for all rows of a run whose memories become the same one: a *class* of the action.

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
    is_hit,
    make_pool,
    take_card,
)
from llq.solver.love_letter.memory.index import (
    RUNS,
    MemoryIndex,
    follow_action,
    joint_at,
    run_at,
    run_place,
)
from llq.solver.love_letter.places import Blocks
from llq.solver.love_letter.rules import Effect, GameArrays
from llq.solver.love_letter.states import Layout
from llq.solver.love_letter.turn import Branches, Outcome, make_branches

__all__ = [
    "PARTS",
    "REACHES",
    "Ground",
    "Learning",
    "Scratch",
    "back_up",
    "carry_reach",
    "make_scratch",
    "match_regrets",
]

_GUESS = int(Effect.GUESS)

PARTS = 2
"""Reach is summed up in so many parts, one a thread, so that it never depends on the threads."""

REACHES = 3
"""Kinds of reach, see `carry_reach`."""


class Ground(NamedTuple):
    """What both sweeps go over."""

    game: GameArrays
    layout: Layout
    rows: MemoryIndex
    visited: NDArray[np.bool_]
    """(states,): whether some plays lead to a state, whatever is remembered."""


class Scratch(NamedTuple):
    """Room to work in."""

    branches: Branches
    run: NDArray[np.int64]
    """(branches,): the run of each branch, as are the next two."""
    slot: NDArray[np.int64]
    kinds: NDArray[np.int64]
    stamp: NDArray[np.int64]
    """(memories,): the class of a memory that follows."""
    class_of: NDArray[np.int64]
    """(actions, memories): the class of each row."""
    class_memory: NDArray[np.int64]
    """(actions, memories): the memory that follows, by class."""
    classes: NDArray[np.int64]
    """(actions,): their number."""
    values: NDArray[np.float64]
    """(kinds, actions, memories): what an action is worth, by the opponent's card and class."""


def make_scratch(cards: int, actions: int, memories: int) -> Scratch:
    """Return room to work in for one thread."""
    branches = make_branches(cards)
    run, slot, kinds = np.zeros((3, len(branches.cell)), dtype=np.int64)
    class_of, class_memory = np.zeros((2, actions, memories), dtype=np.int64)
    return Scratch(
        branches,
        run,
        slot,
        kinds,
        stamp=np.zeros(memories, dtype=np.int64),
        class_of=class_of,
        class_memory=class_memory,
        classes=np.zeros(actions, dtype=np.int64),
        values=np.zeros((max(cards, REACHES), actions, memories)),
    )


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


@njit(forceinline=True, _nrt=False)
def _sort_classes(ground: Ground, run: int, choice: int, scratch: Scratch) -> None:
    """Fill in the classes of every action for the rows of a run."""
    index = ground.rows
    first, last = index.row_start[run], index.row_start[run + 1]
    for i in range(index.legal_count[choice]):
        action = index.legal[choice, i]
        count = 0
        for row in range(first, last):
            scratch.stamp[index.after[index.row_memory[row], action]] = -1
        for row in range(first, last):
            memory = np.int64(index.after[index.row_memory[row], action])
            if scratch.stamp[memory] < 0:
                scratch.stamp[memory] = count
                scratch.class_memory[i, count] = memory
                count += 1
            scratch.class_of[i, row - first] = scratch.stamp[memory]
        scratch.classes[i] = count


@njit(forceinline=True, _nrt=False)
def _find_branches(ground: Ground, outcome: Outcome, scratch: Scratch) -> None:
    """Fill in run, slot and kinds of every branch."""
    branches = scratch.branches
    for branch in range(outcome.count):
        run, slot, kinds, _ = run_at(
            ground.layout, ground.rows, branches.cell[branch], branches.place[branch]
        )
        scratch.run[branch], scratch.slot[branch], scratch.kinds[branch] = run, slot, kinds


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
    game, layout, index = ground.game, ground.layout, ground.rows
    branches = scratch.branches
    for number in range(len(blocks.cell) - 1, -1, -1):
        block = block_at(blocks, number)
        hand = block.cell % layout.hands
        kinds = int(np.int64(layout.kinds[block.cell // layout.hands]))
        for flags in range(RUNS):
            run = int(np.int64(index.run_of[block.cell * RUNS + flags]))
            if run < 0:
                continue
            choice = hand * 2 + flags // 6
            legal = index.legal_count[choice]
            first, last = index.row_start[run], index.row_start[run + 1]
            place = layout.offset[block.cell] + run_place(layout, block, flags)
            _sort_classes(ground, run, choice, scratch)
            for slot in range(kinds):
                theirs = card_at(block.unseen, slot)
                if not ground.visited[place + slot]:
                    continue
                pool = take_card(layout, make_pool(layout, block.unseen), theirs)
                outcome = Outcome(0, 0, 0, 0, 1, 0)
                has_missed = False
                for i in range(legal):
                    action = index.legal[choice, i]
                    played = block.low if action < game.first_action[block.low + 1] else block.high
                    if is_hit(game, played, game.action_argument[action], theirs, flags // 6):
                        continue
                    if game.effects[played] != _GUESS or not has_missed:
                        has_missed = game.effects[played] == _GUESS
                        outcome = follow_action(
                            game, layout, block, flags, theirs, action, pool, branches
                        )
                        _find_branches(ground, outcome, scratch)
                    if outcome.count == 0:
                        continue
                    sums = scratch.values[:3, i]
                    sums[:, : scratch.classes[i]] = 0.0
                    for row in range(first, last):
                        joint = index.joint_base[run] + row * kinds + slot
                        info = row * kinds + slot if flags % 2 == 1 else row
                        chance = chances[index.action_base[run] + info * legal + i]
                        c = scratch.class_of[i, row - first]
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
    game, layout, index = ground.game, ground.layout, ground.rows
    branches = scratch.branches
    for number in range(len(blocks.cell)):
        block = block_at(blocks, number)
        hand = block.cell % layout.hands
        kinds = int(np.int64(layout.kinds[block.cell // layout.hands]))
        for flags in range(RUNS):
            run = int(np.int64(index.run_of[block.cell * RUNS + flags]))
            if run < 0:
                continue
            choice = hand * 2 + flags // 6
            legal = index.legal_count[choice]
            first, last = index.row_start[run], index.row_start[run + 1]
            place = layout.offset[block.cell] + run_place(layout, block, flags)
            _sort_classes(ground, run, choice, scratch)
            for slot in range(kinds):
                theirs = card_at(block.unseen, slot)
                if not ground.visited[place + slot]:
                    for i in range(legal):
                        for c in range(scratch.classes[i]):
                            scratch.values[slot, i, c] = 0.0
                    continue
                pool = take_card(layout, make_pool(layout, block.unseen), theirs)
                outcome = Outcome(0, 0, 0, 0, 1, 0)
                has_missed = False
                for i in range(legal):
                    action = index.legal[choice, i]
                    played = block.low if action < game.first_action[block.low + 1] else block.high
                    if is_hit(game, played, game.action_argument[action], theirs, flags // 6):
                        for c in range(scratch.classes[i]):
                            scratch.values[slot, i, c] = 1.0
                        continue
                    if game.effects[played] != _GUESS or not has_missed:
                        has_missed = game.effects[played] == _GUESS
                        outcome = follow_action(
                            game, layout, block, flags, theirs, action, pool, branches
                        )
                        _find_branches(ground, outcome, scratch)
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
            for row in range(first, last):
                joint = index.joint_base[run] + row * kinds
                if flags % 2 == 1:
                    for slot in range(kinds):
                        at = index.action_base[run] + (row * kinds + slot) * legal
                        _decide(
                            row - first, joint, slot, slot + 1, at, legal, chances=chances,
                            out=out, learning=learning, scratch=scratch,
                        )  # fmt: skip
                else:
                    at = index.action_base[run] + row * legal
                    _decide(
                        row - first, joint, 0, kinds, at, legal, chances=chances, out=out,
                        learning=learning, scratch=scratch,
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
