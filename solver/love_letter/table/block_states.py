"""Places of a block: the loop over its states, shared by all solvers and evaluators.

A *place* is a state's number within its block, in the order that `states` gives. States
that differ in the opponent's card alone are a *run*: one run with that card unknown to the mover,
its first state leaving the card open, and one with the card known. A loop over a block reads::

    block = block_at(blocks, index)
    for place in range(block.places):
        facts = place_facts(layout, block, place)

A state's value follows from states with fewer unseen cards, so that backward induction takes the
blocks level by level; those of a level may be solved in any order, on several threads.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Ints
from llq.solver.jobs.threads import DaemonThreads
from llq.solver.love_letter.table.states import UNKNOWN, Layout, StateSpace

_THREADS_SHARE = 256  # blocks a thread takes at a time


class Blocks(NamedTuple):
    """Consecutive blocks, as kernels take them."""

    cell: Ints  # (blocks,): as in `Layout`.
    hand: Ints  # (blocks, 2): the lower and the higher card.
    unseen: Ints  # (blocks, cards): unseen counts; kernels take cards out and put them back.
    places: Ints  # (blocks,): number of states.


class Block(NamedTuple):
    """A single row of `Blocks`."""

    cell: int
    low: int
    high: int
    unseen: Ints
    places: int


class Facts(NamedTuple):
    """State at a place of a block, minus hand and unseen cards; flags are 0 or 1."""

    maid: int  # Whether the opponent's Handmaid is up.
    hand_known: int  # The card of the hand known to the opponent, encoded as in `State`.
    known: int  # Whether the mover knows the opponent's card.
    card: int  # The opponent's card, or ``UNKNOWN``.
    run_place: int  # Place of the run's first state.
    choice_place: int  # Place of the state visible to the mover, in which the choice is made.


def take_blocks(space: StateSpace, start: int, stop: int) -> Blocks:
    """Return blocks ``start`` to ``stop - 1``."""
    cells = space.block_cell[start:stop]
    codes, hands = np.divmod(cells, space.layout.hands)
    places = np.diff(space.block_start[start : stop + 1])
    return Blocks(cells, space.hand_cards[hands], space.unseen[codes], places)


def level_blocks(space: StateSpace, unseen: int) -> Blocks:
    """Return the blocks with a number of unseen cards."""
    return take_blocks(space, *np.searchsorted(space.block_n, [unseen, unseen + 1]).tolist())


def run_levels(
    space: StateSpace,
    most_unseen: int,
    run: Callable[[int, int], None],
    *,
    threads: int,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Run over each level's blocks, from 2 to ``most_unseen`` unseen cards.

    ``run`` is called with a first block and the block after the last, by any thread; ``progress``
    after each level with the number of states done and their total.
    """
    starts = space.block_start
    with DaemonThreads(threads) as pool:
        for unseen in range(2, most_unseen + 1):
            first, last = np.searchsorted(space.block_n, [unseen, unseen + 1]).tolist()
            bounds = [*range(first, last, _THREADS_SHARE), last]
            list(pool.map(run, bounds[:-1], bounds[1:]))
            if progress:
                progress(int(starts[last]), int(starts[-1]))


def block_at(blocks: Blocks, index: int) -> Block:
    """Return one of the blocks."""
    return Block(
        blocks.cell[index],
        blocks.hand[index, 0],
        blocks.hand[index, 1],
        blocks.unseen[index],
        blocks.places[index],
    )


def place_facts(layout: Layout, block: Block, place: int) -> Facts:
    """Return a place's facts within its block."""
    maid, hand_known, slot = split_place(layout, block.cell, place)
    kinds = layout.kinds[block.cell // layout.hands]
    blind_place = place - slot
    if slot == 0:
        return Facts(maid, hand_known, 0, UNKNOWN, place, place)
    if slot <= kinds:
        card = card_at(block.unseen, slot - 1)
        return Facts(maid, hand_known, 0, card, blind_place, blind_place)
    card = card_at(block.unseen, slot - 1 - kinds)
    return Facts(maid, hand_known, 1, card, blind_place + 1 + kinds, place)


def split_place(layout: Layout, cell: int, place: int) -> tuple[int, int, int]:
    """Return a place's ``maid`` and ``hand_known``, as in `Facts`, and its slot (`states`)."""
    step, width = layout.maid_step[cell], layout.width[cell]
    maid, hand_known, slot = 0, 0, place
    if 0 < step <= place:
        maid = 1
        slot -= step
    while slot >= width:
        hand_known += 1
        slot -= width
    return maid, hand_known, slot


def card_at(unseen: Ints, position: int) -> int:
    """Return the unseen card with this many lower kinds among the unseen."""
    for card in range(len(unseen)):
        if unseen[card] > 0:
            if position == 0:
                return card
            position -= 1
    return UNKNOWN  # not reached
