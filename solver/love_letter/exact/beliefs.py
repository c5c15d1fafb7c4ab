"""Beliefs by reach: the opponent's possible cards when two players of one policy reach a state.

The chance that a round reaches a joint state goes forward from the deal, as in
`reach_probabilities`. Joint states that the mover cannot tell apart differ in the opponent's card:
their chances, taken together, are the beliefs. They are averaged over all that was played before;
what of that the mover recalls, a best response's weights say (`best_response`).
"""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.exact.evaluation import deal_chances
from llq.solver.love_letter.exact.joint import clear_rows, play_against, play_of, split_place, weigh
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.block_states import Blocks, take_blocks
from llq.solver.love_letter.table.kernels import (
    block_at,
    card_at,
    make_pool,
    place_facts,
    take_card,
)
from llq.solver.love_letter.table.leads import no_leads
from llq.solver.love_letter.table.states import UNKNOWN, Layout, State, state_space
from llq.solver.love_letter.turn import Branches, make_branches

_SHARES = 16  # of the states: between two of them the work may be stopped


class ReachedBeliefs(NamedTuple):
    """Reach probabilities of a state, by seat, last play and opposing card."""

    by_action: NDArray[np.float64]
    """(2, actions + 1, cards): first or second player to move, the opponent's last play (the last
    row: none, in a round's first turn), and the opponent's card."""


def reach_state(
    rules: Rules,
    policy: Policy,
    state: State,
    face_up: tuple[int, ...] = (),
    progress: Callable[[int, int], None] | None = None,
) -> ReachedBeliefs:
    """Return how often two players of a policy that ignores discard totals reach a state.

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
    for block, chance in deal_chances(space, len(face_up), face_up):
        first_cell, start = int(space.block_cell[block]), int(space.block_start[block])
        copies = space.unseen[first_cell // layout.hands]
        kinds = np.flatnonzero(copies)
        chances = chance * copies[kinds] / copies.sum()
        reached[0, start + 1 : start + 1 + len(kinds)] = chances
        if (first_cell, 0, 0) == target:
            result[0, -1, kinds] = chances
    actions = len(rules.actions)
    room = _Room(make_branches(cards), np.empty(actions, dtype=np.int64), np.zeros((actions, 1)))
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
    return ReachedBeliefs(result)


class _Target(NamedTuple):
    """The queried state, without the opponent's card."""

    cell: int
    base: int
    known: int


class _Room(NamedTuple):
    branches: Branches
    used: NDArray[np.int64]
    weights: NDArray[np.float64]


@njit(forceinline=True, _nrt=False)
def _card_of(
    layout: Layout, unseen: NDArray[np.int64], target: _Target, cell: int, place: int
) -> int:
    """Return the opponent's card in a joint state of the target, UNKNOWN elsewhere."""
    if cell != target.cell:
        return UNKNOWN
    base, known, position = split_place(layout, cell, place)
    if base != target.base or known != target.known:
        return UNKNOWN
    return card_at(unseen[cell // layout.hands], position)


@njit(_nrt=False)
def _carry(
    book: Book,
    policy: Policy,
    blocks: Blocks,
    unseen: NDArray[np.int64],
    target: _Target,
    reached: NDArray[np.float64],
    result: NDArray[np.float64],
    room: _Room,
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
            pool = take_card(layout, make_pool(layout, block.unseen), facts.card)
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
            block.unseen[facts.card] += 1
            clear_rows(weights, used[:count])
