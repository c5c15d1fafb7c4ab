"""Runs of joint states with memory: the common ground of all sweeps.

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
    """The data shared by both sweeps."""

    game: GameArrays
    layout: Layout
    rows: MemoryIndex
    """The mover's joint states."""
    then: MemoryIndex
    """Joint states of the opponent, the next mover; the same if both remember alike."""
    is_adversary: bool
    """Whether the mover is an adversary, whose policy is not averaged."""
    visited: NDArray[np.bool_]
    """(states,): whether some plays lead to a state, regardless of memory."""
    leads: LeadIndex
    by_discards: bool
    """Whether the lead decides between equal final cards."""


def make_ground(space: MemorySpace, opponent: MemorySpace, *, is_adversary: bool = False) -> Ground:
    """Return the data for sweeps over the joint states of a mover and the opponent."""
    rules = space.rules
    return Ground(
        rules.arrays, state_space(rules).layout, space.rows, opponent.rows, is_adversary,
        reachable(rules, (space.face_up,)), space.leads, space.scoring == Scoring.DISCARDS,
    )  # fmt: skip


class Scratch(NamedTuple):
    """Working arrays."""

    branches: Branches
    run: NDArray[np.int64]
    """(branches,): run and slot of each branch."""
    slot: NDArray[np.int64]
    stamp: NDArray[np.int64]
    """(actions, memories): class of the resulting memory; -1 between uses."""
    class_of: NDArray[np.int64]
    """(memories, actions): the class of each row."""
    class_memory: NDArray[np.int64]
    """(actions, memories): resulting memory of each class."""
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
    """(memories,): an action's reached or relevant classes."""
    policy: NDArray[np.float64]
    """(actions,): the chances of one information set."""


def make_scratch(cards: int, actions: int, memories: int, leads: int = 1) -> Scratch:
    """Return working arrays for one thread."""
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
    """A block's run; flags are 0 or 1."""

    number: int
    """Number of the run; -1 without such a run, the rest being meaningless."""
    choice: int
    """The row of `MemoryIndex.legal`."""
    legal: int
    """Number of legal actions."""
    first: int
    """First row; ``last`` is the row after the run's last."""
    last: int
    place: int
    """Number of the table state with the lowest opposing card."""
    kinds: int
    """Number of possible opposing cards."""
    flags: int
    """As in `MemorySpace.run_flags`."""
    maid: int
    """Whether the opponent's Handmaid is up."""
    known: int
    """Whether the mover knows the opponent's card: each card is then an information set."""


class ActionStep(NamedTuple):
    """Outcome of an action, with data carried over to the next action."""

    is_hit: bool
    """Whether it is a winning guess: the outcome is then an earlier action's."""
    outcome: PlayOutcome
    has_missed: bool
    """Whether the outcome is a missed guess: all misses share it."""


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
    """Fill in each action's classes for a run's rows."""
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
    """Fill in each branch's run and slot."""
    branches = scratch.branches
    for branch in range(outcome.count):
        run, slot, _, _ = run_at(
            ground.layout, ground.then.run_of, branches.cell[branch], branches.place[branch]
        )
        scratch.run[branch], scratch.slot[branch] = run, slot


@njit(forceinline=True, _nrt=False)
def lead_after(then: LeadRange, lead: int) -> int:
    """Return a lead's place among those of the next block, clipped to the ends."""
    return int(max(min((lead - then.first) >> then.shift, then.width - 1), 0))


@njit(forceinline=True, _nrt=False)
def tie_value(ground: Ground, lead: int) -> float:
    """Return the value of equal final cards at a lead."""
    if not ground.by_discards or lead == 0:
        return 0.5
    return 1.0 if lead > 0 else 0.0


@njit(forceinline=True, _nrt=False)
def begin_slot() -> ActionStep:
    """Return the empty step before the first action against a card."""
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
    """Return the step of a legal action; its branches are in ``scratch``, modified in place.

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
