"""Beliefs by reach: the opponent's possible cards when two players of one policy reach a state.

The chance that a round reaches a joint state goes forward from the deal, as in
`reach_probabilities`. Joint states that the mover cannot tell apart differ in the opponent's card:
their chances, taken together, are the beliefs, averaged over all earlier plays. A best response's
weights hold what the mover recalls (`best_response`).
"""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from llq.solver.jit import njit
from llq.solver.love_letter.array_types import Floats, Ints
from llq.solver.love_letter.exact.evaluation import deal_chances
from llq.solver.love_letter.exact.joint import (
    TurnRoom,
    clear_rows,
    make_turn_room,
    play_against,
    play_of,
    split_joint,
    weigh,
)
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.block_states import Blocks, take_blocks
from llq.solver.love_letter.table.kernels import block_at, card_at, place_facts, pool_without
from llq.solver.love_letter.table.leads import no_leads
from llq.solver.love_letter.table.states import UNKNOWN, Layout, State, state_space

_SHARES = 16  # of the states: between two of them the work may be stopped


def reach_state(
    rules: Rules,
    policy: Policy,
    state: State,
    face_up: tuple[int, ...] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Floats:
    """Return how often two players of a policy that ignores discard totals reach a state.

    Returned is (2, actions + 1, cards): first or second player to move, the opponent's last play
    (the last row: none, in a round's first turn), and the opponent's card.

    The state is the mover's, as the mover sees it; ``face_up`` are the cards that lie face up, as
    indices. ``progress`` is called before each share of the states with the shares done and their
    number.
    """
    space = state_space(rules)
    layout, cards = space.layout, len(rules.cards)
    cell, base = space.cell_and_base(state)
    target = _Target(cell, base, int(state.known))
    result = np.zeros((2, len(rules.actions) + 1, cards))
    reached = np.zeros((2, space.size))
    for block, chances in deal_chances(space, len(face_up), face_up):
        first_cell, start = int(space.block_cell[block]), int(space.block_start[block]) + 1
        reached[0, start : start + len(chances)] = chances  # place 0 names no card
        if (first_cell, 0, 0) == target:
            result[0, -1, np.flatnonzero(state.unseen)] = chances
    room = make_turn_room(rules)
    book = Book(rules.arrays, layout, no_leads(space), np.zeros(1), False)
    unseen = space.unseen.copy()
    # From the deals down to the blocks with more unseen cards than the target.
    ends = sum(state.unseen), rules.opening_unseen - len(face_up)
    first_block, last_block = np.searchsorted(space.block_n, ends, side="right").tolist()
    bounds = np.linspace(first_block, last_block, _SHARES + 1).astype(np.int64).tolist()
    for done, (stop, start) in enumerate(pairwise(bounds[::-1])):
        if progress:
            progress(done, _SHARES)
        blocks = take_blocks(space, start, stop)
        _carry(book, policy, blocks, unseen, target, reached, result, room)
    if state.known:  # the target does not say which card it is
        result[..., np.arange(cards) != state.opponent] = 0.0
    return result


class _Target(NamedTuple):
    """The queried state, without the opponent's card."""

    cell: int
    base: int
    known: int


@njit(forceinline=True, _nrt=False)
def _card_of(layout: Layout, unseen: Ints, target: _Target, cell: int, place: int) -> int:
    """Return the opponent's card in a joint state of the target, UNKNOWN elsewhere."""
    if cell != target.cell:
        return UNKNOWN
    base, known, position = split_joint(layout, cell, place)
    if base != target.base or known != target.known:
        return UNKNOWN
    return card_at(unseen[cell // layout.hands], position)


@njit(_nrt=False)
def _carry(
    book: Book,
    policy: Policy,
    blocks: Blocks,
    unseen: Ints,
    target: _Target,
    reached: Floats,
    result: Floats,
    room: TurnRoom,
) -> None:
    """Carry ``reached`` from the deals to the target, and add up ``result``, both in place."""
    layout = book.layout
    branches, used, weights = room.branches, room.used, room.weights
    for index in range(len(blocks.cell) - 1, -1, -1):
        block = block_at(blocks, index)
        start = layout.offset[block.cell]
        for place in range(block.places):
            facts = place_facts(layout, block, place)
            if facts.card == UNKNOWN:
                continue
            if reached[0, start + place] + reached[1, start + place] == 0.0:
                continue
            count = weigh(book, policy, block, facts, weights, used)
            pool = pool_without(layout, block.unseen, facts.card)
            for number in range(count):
                action = used[number]
                play = play_of(book.game, block, action)
                outcome = play_against(book, block, facts, play, pool, branches)
                for branch in range(outcome.count):
                    cell, next_place = branches.cell[branch], branches.place[branch]
                    share = weights[action, 0] * branches.ways[branch] / outcome.ways
                    card = _card_of(layout, unseen, target, cell, next_place)
                    for seat in range(2):
                        chance = reached[seat, start + place] * share
                        reached[1 - seat, layout.offset[cell] + next_place] += chance
                        if card != UNKNOWN:
                            result[1 - seat, action, card] += chance
            block.unseen[facts.card] += 1  # restores what `pool_without` took
            clear_rows(weights, used[:count])
