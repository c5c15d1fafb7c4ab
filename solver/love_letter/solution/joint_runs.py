"""Runs of joint states with memory: the basis of all sweeps.

What an action leads to depends on the memory only by the memory that follows, so that it is worked
out once for all rows of a run whose memories become the same one: a *class* of the action. A sweep
over a run reads::

    run = find_run(sweep, block, flags)
    sort_classes(sweep, run, scratch)
    for slot in range(run.kinds):
        step = begin_slot(sweep, run, slot)
        for i in range(run.legal):
            step = take_action(sweep, run, i, step, scratch)
        put_back(step.state)
"""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Bools, Floats, Ints
from llq.solver.jit import njit
from llq.solver.love_letter.exact.joint import JointState, fix_card, play_against, play_of
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.solution.index import (
    RUNS,
    MemoryIndex,
    MemorySpace,
    RunFlags,
    run_at,
    run_place,
    unpack_flags,
)
from llq.solver.love_letter.table.block_states import Block, Facts
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.kernels import card_at, is_guess, is_hit, lead_range
from llq.solver.love_letter.table.leads import LeadRange
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.turn import Branches, PlayOutcome, make_branches

REACHED, COUNTERFACTUAL, OWN = range(3)
"""Kinds of reach: the chance that play comes to a joint state, what is left of it without the
mover's choices, and without the opponent's."""
REACHES = 3
"""Number of kinds of reach."""


class Sweep(NamedTuple):
    """Data of a sweep over the joint states of a mover, forward or backward."""

    book: Book  # Rules and index of leads, without values.
    rows: MemoryIndex  # The mover's joint states.
    # Joint states of the opponent, the next mover; the same if both remember alike.
    next_rows: MemoryIndex
    is_adversary: bool  # Whether the mover is an adversary, whose policy is not averaged.
    visited: Bools  # (states,): whether some plays lead to a state, regardless of memory.


def make_sweep(space: MemorySpace, opponent: MemorySpace, *, is_adversary: bool = False) -> Sweep:
    """Return the data for sweeps over the joint states of a mover and the opponent."""
    rules, by_discards = space.rules, space.scoring == Scoring.DISCARDS
    book = Book(rules.arrays, state_space(rules).layout, space.leads, np.zeros(0), by_discards)
    visited = reachable(rules, (space.face_up,))
    return Sweep(book, space.rows, opponent.rows, is_adversary, visited)


class Scratch(NamedTuple):
    """Working arrays."""

    branches: Branches
    run: Ints  # (branches,): run and slot of each branch.
    slot: Ints
    stamp: Ints  # (actions, memories): class of the resulting memory; -1 between uses.
    class_of: Ints  # (memories, actions): the class of each row.
    class_memory: Ints  # (actions, memories): resulting memory of each class.
    classes: Ints  # (actions,): their number.
    # (kinds, actions, memories, leads): what an action is worth, by the opponent's card, class and
    # lead.
    values: Floats
    reach: Floats  # (kinds, memories, leads, REACHES): the reach of a run's joint states, by row.
    sums: Floats  # (actions, memories, leads, REACHES): the reach of each class.
    counts: Bools  # (actions, memories): marks of classes that are reached, or whose values count.
    chosen: Ints  # (memories,): an action's marked classes.
    policy: Floats  # (actions,): the chances of one information set.


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
    """A block's run."""

    block: Block
    leads: LeadRange  # Relevant leads.
    number: int  # Number of the run; -1 without such a run, the rest being meaningless.
    choice: int  # The row of `MemoryIndex.legal`.
    legal: int  # Number of legal actions.
    first: int  # First row; ``last`` is the row after the run's last.
    last: int
    place: int  # Number of the table state with the lowest opposing card.
    kinds: int  # Number of possible opposing cards.
    flags: RunFlags  # If the mover knows the opponent's card, each card is an information set.


class ActionStep(NamedTuple):
    """Outcome of an action in a joint state, with data carried over to the next action."""

    state: JointState
    is_hit: bool  # Whether it is a winning guess: the outcome is then an earlier action's.
    outcome: PlayOutcome
    has_missed: bool  # Whether the outcome is a missed guess: all misses share it.


@njit(forceinline=True, _nrt=False)
def find_run(sweep: Sweep, block: Block, number: int) -> Run:
    """Return a run of a block, by its number within the block."""
    layout, index, flags = sweep.book.layout, sweep.rows, unpack_flags(number)
    run = int(np.int64(index.run_of[block.cell * RUNS + number]))
    choice = block.cell % layout.hands * 2 + flags.maid
    return Run(
        block,
        lead_range(sweep.book.leads, block.cell, 0),
        run,
        choice,
        index.legal_count[choice],
        first=index.row_start[run],
        last=index.row_start[run + 1],
        place=layout.offset[block.cell] + run_place(layout, block, flags),
        kinds=int(np.int64(layout.kinds[block.cell // layout.hands])),
        flags=flags,
    )


@njit(forceinline=True, _nrt=False)
def sort_classes(sweep: Sweep, run: Run, scratch: Scratch) -> None:
    """Fill in each action's classes for a run's rows."""
    index = sweep.rows
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
def first_action(index: MemoryIndex, run: Run, row: int, slot: int) -> int:
    """Return the index of a row's first action, or of one known card's within it."""
    info = row * run.kinds + slot if run.flags.known == 1 else row
    return int(index.action_base[run.number] + info * index.width[run.number] * run.legal)


@njit(forceinline=True, _nrt=False)
def lead_place(leads: LeadRange, lead: int) -> int:
    """Return a lead's place among those of a block, clipped to the ends."""
    return int(max(min((lead - leads.first) >> leads.shift, leads.width - 1), 0))


@njit(forceinline=True, _nrt=False)
def begin_slot(sweep: Sweep, run: Run, slot: int) -> ActionStep:
    """Return the step before the first action against the opponent's card of a slot.

    The card is taken from ``run.block.unseen``, in place: put it back after the last action.
    """
    maid, hand_known, known = run.flags
    facts = Facts(maid, hand_known, known, card_at(run.block.unseen, slot), 0, 0)
    state = fix_card(sweep.book.layout, run.block, facts)
    return ActionStep(state, False, PlayOutcome(0, 0, 0, 0, 1, 0), False)


@njit(forceinline=True, _nrt=False)
def take_action(
    sweep: Sweep, run: Run, i: int, previous: ActionStep, scratch: Scratch
) -> ActionStep:
    """Return the step of a legal action; its branches are in ``scratch``, modified in place."""
    game, branches, (state, _, outcome, has_missed) = sweep.book.game, scratch.branches, previous
    play = play_of(game, run.block, sweep.rows.legal[run.choice, i])
    if is_hit(game, play.card, play.argument, state.facts.card, state.facts.maid):
        return ActionStep(state, True, outcome, has_missed)
    guesses = is_guess(game, play.card)
    if guesses and has_missed:
        return ActionStep(state, False, outcome, True)
    outcome = play_against(sweep.book, state, play, branches)
    layout, runs = sweep.book.layout, sweep.next_rows.run_of
    for branch in range(outcome.count):
        target = run_at(layout, runs, branches.cell[branch], branches.place[branch])
        scratch.run[branch], scratch.slot[branch] = target.run, target.slot
    return ActionStep(state, False, outcome, guesses)
