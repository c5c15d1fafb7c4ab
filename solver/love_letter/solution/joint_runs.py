"""Runs of joint states with a memory: what all sweeps over them share.

What an action leads to depends on the memory only by the memory that follows, so that it is worked
out once for all rows of a run whose memories become the same one: a *class* of the action. A sweep
over a run reads::

    run = find_run(ground, block, flags)
    sort_classes(ground, run, scratch)
    for slot in range(run.kinds):
        step = begin_slot()
        for i in range(run.legal):
            step = take_action(ground, block, run, slot's card, i, pool, step, scratch)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.rules import GameArrays, Scoring
from llq.solver.love_letter.solution.index import (
    RUNS,
    MemoryIndex,
    MemorySpace,
    follow_action,
    run_at,
    run_place,
)
from llq.solver.love_letter.table.block_states import Block
from llq.solver.love_letter.table.kernels import (
    is_guess,
    is_hit,
)
from llq.solver.love_letter.table.leads import LeadIndex, LeadRange
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.table.states import Layout, state_space
from llq.solver.love_letter.turn import Branches, PlayOutcome, Pool, make_branches

REACHES = 3
"""Kinds of reach, see `llq.solver.love_letter.solution.sweeps.carry_reach`."""


class Ground(NamedTuple):
    """What both sweeps go over."""

    game: GameArrays
    layout: Layout
    rows: MemoryIndex
    """The mover's joint states."""
    then: MemoryIndex
    """Those of the opponent, who moves next; the same where both remember alike."""
    is_adversary: bool
    """Whether the mover is one whose policy is not averaged."""
    visited: NDArray[np.bool_]
    """(states,): whether some plays lead to a state, whatever is remembered."""
    leads: LeadIndex
    by_discards: bool
    """Whether the lead decides between equal final cards."""


def make_ground(space: MemorySpace, opponent: MemorySpace, *, is_adversary: bool = False) -> Ground:
    """Return what sweeps go over in the joint states of a mover and of the opponent."""
    rules = space.rules
    return Ground(
        rules.arrays, state_space(rules).layout, space.rows, opponent.rows, is_adversary,
        reachable(rules, (space.face_up,)), space.leads, space.scoring == Scoring.DISCARDS,
    )  # fmt: skip


class Scratch(NamedTuple):
    """Room to work in."""

    branches: Branches
    run: NDArray[np.int64]
    """(branches,): the run of each branch, and its slot."""
    slot: NDArray[np.int64]
    stamp: NDArray[np.int64]
    """(actions, memories): the class of a memory that follows; -1 between uses."""
    class_of: NDArray[np.int64]
    """(memories, actions): the class of each row."""
    class_memory: NDArray[np.int64]
    """(actions, memories): the memory that follows, by class."""
    classes: NDArray[np.int64]
    """(actions,): their number."""
    values: NDArray[np.float64]
    """(kinds, actions, memories, leads): what an action is worth, by the opponent's card, class and
    lead."""
    reach: NDArray[np.float64]
    """(kinds, memories, leads, REACHES): the reach of a run's joint states, by row."""
    sums: NDArray[np.float64]
    """(actions, memories, leads, REACHES): the reach of each class."""
    counts: NDArray[np.bool_]
    """(actions, memories): whether the value of a class counts."""
    chosen: NDArray[np.int64]
    """(memories,): the classes of an action that are reached, or count."""
    policy: NDArray[np.float64]
    """(actions,): the chances of one information set."""


def make_scratch(cards: int, actions: int, memories: int, leads: int = 1) -> Scratch:
    """Return room to work in for one thread."""
    branches = make_branches(cards)
    run, slot = np.zeros((2, len(branches.cell)), dtype=np.int64)
    return Scratch(
        branches,
        run,
        slot,
        stamp=np.full((actions, memories), -1),
        class_of=np.zeros((memories, actions), dtype=np.int64),
        class_memory=np.zeros((actions, memories), dtype=np.int64),
        classes=np.zeros(actions, dtype=np.int64),
        values=np.zeros((cards, actions, memories, leads)),
        reach=np.zeros((cards, memories, leads, REACHES)),
        sums=np.zeros((actions, memories, leads, REACHES)),
        counts=np.zeros((actions, memories), dtype=np.bool_),
        chosen=np.zeros(memories, dtype=np.int64),
        policy=np.zeros(actions),
    )


class Run(NamedTuple):
    """A run of a block; flags are 0 or 1."""

    number: int
    """-1 where the block has no such run; the rest then means nothing."""
    choice: int
    """The row of `MemoryIndex.legal`."""
    legal: int
    """Number of legal actions."""
    first: int
    """First row, and the one after the last."""
    last: int
    place: int
    """Number of the table state with the opponent's card of the lowest kind."""
    kinds: int
    """Kinds of card that the opponent may hold."""
    flags: int
    """As in `MemorySpace.run_flags`."""
    maid: int
    """Whether the opponent's Handmaid is up."""
    known: int
    """Whether the mover knows the opponent's card: then each is an information set."""


class ActionStep(NamedTuple):
    """What an action leads to, and what the next action takes over from it."""

    is_hit: bool
    """Whether it is a guess that wins the round: then the outcome is that of an action before."""
    outcome: PlayOutcome
    has_missed: bool
    """Whether the outcome is that of a guess that misses: all such have the same."""


@njit(forceinline=True, _nrt=False)
def find_run(ground: Ground, block: Block, flags: int) -> Run:
    """Return a run of a block."""
    layout, index = ground.layout, ground.rows
    number = int(np.int64(index.run_of[block.cell * RUNS + flags]))
    kinds = int(np.int64(layout.kinds[block.cell // layout.hands]))
    maid, known = flags // (RUNS // 2), flags % 2
    choice = block.cell % layout.hands * 2 + maid
    place = layout.offset[block.cell] + run_place(layout, block, flags)
    first, last = index.row_start[number], index.row_start[number + 1]
    legal = index.legal_count[choice]
    return Run(
        number, choice, legal, first, last, place=place, kinds=kinds, flags=flags, maid=maid,
        known=known,
    )  # fmt: skip


@njit(forceinline=True, _nrt=False)
def sort_classes(ground: Ground, run: Run, scratch: Scratch) -> None:
    """Fill in the classes of every action for the rows of a run."""
    index = ground.rows
    scratch.classes[: run.legal] = 0
    for row in range(run.first, run.last):
        after = index.after[index.row_memory[row]]
        for i in range(run.legal):
            memory = after[index.legal[run.choice, i]]
            if scratch.stamp[i, memory] < 0:
                scratch.stamp[i, memory] = scratch.classes[i]
                scratch.class_memory[i, scratch.classes[i]] = memory
                scratch.classes[i] += 1
            scratch.class_of[row - run.first, i] = scratch.stamp[i, memory]
    for i in range(run.legal):
        for memory in scratch.class_memory[i, : scratch.classes[i]]:
            scratch.stamp[i, memory] = -1


@njit(forceinline=True, _nrt=False)
def _find_branches(ground: Ground, outcome: PlayOutcome, scratch: Scratch) -> None:
    """Fill in run and slot of every branch."""
    branches = scratch.branches
    for branch in range(outcome.count):
        run, slot, _, _ = run_at(
            ground.layout, ground.then.run_of, branches.cell[branch], branches.place[branch]
        )
        scratch.run[branch], scratch.slot[branch] = run, slot


@njit(forceinline=True, _nrt=False)
def lead_after(then: LeadRange, lead: int) -> int:
    """Return the place of a lead among those of the block that follows; beyond them, the end's."""
    return int(max(min((lead - then.first) >> then.shift, then.width - 1), 0))


@njit(forceinline=True, _nrt=False)
def tie_value(ground: Ground, lead: int) -> float:
    """Return what equal final cards are worth at a lead."""
    if not ground.by_discards or lead == 0:
        return 0.5
    return 1.0 if lead > 0 else 0.0


@njit(forceinline=True, _nrt=False)
def begin_slot() -> ActionStep:
    """Return what the first action for a card of the opponent's takes over: nothing."""
    return ActionStep(False, PlayOutcome(0, 0, 0, 0, 1, 0), False)


@njit(forceinline=True, _nrt=False)
def take_action(
    ground: Ground,
    block: Block,
    run: Run,
    theirs: int,
    i: int,
    pool: Pool,
    before: ActionStep,
    scratch: Scratch,
) -> ActionStep:
    """Return what a legal action leads to; its branches are in ``scratch``, modified in place.

    ``pool`` is without the opponent's card, and so is ``block.unseen``; ``before`` is what was
    returned for the last action asked for.
    """
    game = ground.game
    action = ground.rows.legal[run.choice, i]
    played = block.low if action < game.first_action[block.low + 1] else block.high
    if is_hit(game, played, game.action_argument[action], theirs, run.maid):
        return ActionStep(True, before.outcome, before.has_missed)
    guesses = is_guess(game, played)
    if guesses and before.has_missed:
        return ActionStep(False, before.outcome, True)
    outcome = follow_action(
        game, ground.layout, block, run.flags, theirs, action, pool, scratch.branches
    )
    _find_branches(ground, outcome, scratch)
    return ActionStep(False, outcome, guesses)
