"""Reach probabilities of joint states, and what another choice there would cost.

`evaluate` goes backward from the ends of rounds, this goes forward from the deals: the chance that
a round reaches a joint state with the first or the second player to move. Joint states are those
of `evaluate`.

Joint states that the mover cannot tell apart differ in the opponent's card: their chances, taken
together, are the mover's beliefs, averaged over all earlier plays. A best response's weights hold
what the mover recalls (`best_response`).
"""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from llq.solver.jit import njit
from llq.solver.love_letter.array_types import Floats, Ints
from llq.solver.love_letter.exact.evaluation import Evaluation, deal_chances
from llq.solver.love_letter.exact.joint import (
    LOSS,
    WIN,
    TurnRoom,
    add_play,
    clear_weights,
    make_turn_room,
    play_against,
    play_of,
    split_joint,
    weigh,
)
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.block_states import Block, Blocks, Facts, take_blocks
from llq.solver.love_letter.table.kernels import (
    block_at,
    card_at,
    entry_at,
    lead_at,
    lead_range,
    place_facts,
    pool_without,
)
from llq.solver.love_letter.table.leads import no_leads
from llq.solver.love_letter.table.states import UNKNOWN, Layout, State, state_space
from llq.solver.love_letter.turn import PlayOutcome, Pool

_SHARES = 16  # of the states: between two of them the work may be stopped


class TurnStatistics(NamedTuple):
    """Turn statistics of a match, by number ``n`` of unseen cards, from 0 to the opening's."""

    holding: Floats
    """(n + 1, cards, 2): expected turns in which the mover holds a card, and those whose mover goes
    on to win, draws counted as half."""
    differing: Floats
    """(n + 1, actions, actions, 2): expected turns with one action played where the other policy
    would play another, and the expected gain in winning chance over it."""


def collect_turn_statistics(
    first: Evaluation, second: Evaluation, policies: tuple[Policy, Policy], other: Policy
) -> TurnStatistics:
    """Return turn statistics for two policies, compared with a third policy's choices.

    ``first`` and ``second`` are of `evaluate` for ``policies``, by the real scoring; ``other`` is
    compared, turn by turn, with the mover's policy. What a choice is worth is exact: the two
    actions are weighed by the true joint state and by how both players go on, and states by how
    often the match reaches them.
    """
    rules, face_up, leads = first.rules, first.face_up, first.leads
    space = state_space(rules)
    reached = np.zeros((2, first.values.shape[1]))
    opening = rules.opening_unseen - face_up
    deals = deal_chances(space, face_up)
    for block, chances in deals:
        reached[0, first.entries_dealt(block)] = chances
    cards, actions = len(rules.cards), len(rules.actions)
    result = TurnStatistics(
        np.zeros((opening + 1, cards, 2)), np.zeros((opening + 1, actions, actions, 2))
    )
    blocks = take_blocks(space, 0, deals[-1][0] + 1)
    widest, fields = leads.width[blocks.cell].max(initial=1), len(first.values)
    after_first, after_second = (
        Book(rules.arrays, space.layout, leads, evaluation.values, True)
        for evaluation in (second, first)
    )
    seats = (_Seat(after_first, policies[0], other), _Seat(after_second, policies[1], other))
    scratch = _Scratch(
        mover=make_turn_room(rules, widest),
        compared=make_turn_room(rules, widest),
        worth=np.empty((actions, widest)),
        chances=np.empty((fields, widest)),
        ones=np.ones(widest),
    )
    _follow_blocks(seats, blocks, reached, result, scratch)
    return result


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


class _Scratch(NamedTuple):
    """Working arrays."""

    mover: TurnRoom  # Of the policy that plays.
    compared: TurnRoom  # Of the policy that it is compared with.
    worth: Floats  # (actions, leads): each action's value to the mover, draws counted as half.
    chances: Floats  # (fields of `Chances`, leads)
    ones: Floats


class _Seat(NamedTuple):
    """The inputs of following one player's turn."""

    book: Book  # Rules, index and the opponent's values.
    policy: Policy
    other: Policy  # The policy that is compared.


class _State(NamedTuple):
    """A joint state that a match reaches."""

    block: Block
    facts: Facts
    n: int  # Unseen cards.
    reached: Floats  # (leads,): how often, by lead.


@njit(_nrt=False)
def _follow_blocks(
    seats: tuple[_Seat, _Seat],
    blocks: Blocks,
    reached: Floats,
    statistics: TurnStatistics,
    scratch: _Scratch,
) -> None:
    """Carry ``reached`` (2, entries) forward from deals, and fill in ``statistics``, in place."""
    layout, leads = seats[0].book.layout, seats[0].book.leads
    for index in range(len(blocks.cell) - 1, -1, -1):
        block = block_at(blocks, index)
        n = block.unseen.sum()
        for place in range(block.places):
            facts = place_facts(layout, block, place)
            if facts.card == UNKNOWN:
                continue
            entries = lead_range(leads, block.cell, place)
            for seat in range(2):
                here = reached[seat, entries.start : entries.start + entries.width]
                if here.any():
                    state = _State(block, facts, n, here)
                    _follow_turn(seats[seat], state, reached[1 - seat], statistics, scratch)


@njit(forceinline=True, _nrt=False)
def _follow_turn(
    seat: _Seat, state: _State, next_reached: Floats, statistics: TurnStatistics, scratch: _Scratch
) -> None:
    """Carry one joint state on; add its plays, actual and hypothetical, in place."""
    book, block, facts = seat.book, state.block, state.facts
    count = weigh(book, seat.policy, block, facts, scratch.mover)
    others = weigh(book, seat.other, block, facts, scratch.compared)
    used, compared = scratch.mover.used[:count], scratch.compared.used[:others]
    pool = pool_without(book.layout, block.unseen, facts.card)
    for action in used:
        outcome = _weigh_action(book, state, action, pool, scratch)
        _carry_on(book, state, outcome, action, next_reached, scratch)
    for action in compared:
        if not scratch.mover.weights[action].any():  # the mover's policy does not take it
            _weigh_action(book, state, action, pool, scratch)
    block.unseen[facts.card] += 1
    _add_holding(state, used, statistics.holding, scratch)
    _add_differing(state, used, compared, statistics.differing, scratch)
    clear_weights(scratch.mover, count)
    clear_weights(scratch.compared, others)


@njit(_nrt=False)
def _weigh_action(
    book: Book, state: _State, action: int, pool: Pool, scratch: _Scratch
) -> PlayOutcome:
    """Fill in an action's value at each lead, in ``scratch``; return its outcome."""
    leads = lead_range(book.leads, state.block.cell, 0)
    play = play_of(book.game, state.block, action)
    chances, ones = scratch.chances, scratch.ones[: leads.width]
    chances[:, :] = 0.0
    outcome = add_play(
        book, state.block, state.facts, play, pool, scratch.mover.branches, ones, chances
    )
    for k in range(leads.width):
        scratch.worth[action, k] = 0.5 + 0.5 * (chances[WIN, k] - chances[LOSS, k])
    return outcome


@njit(forceinline=True, _nrt=False)
def _carry_on(
    book: Book,
    state: _State,
    outcome: PlayOutcome,
    action: int,
    next_reached: Floats,
    scratch: _Scratch,
) -> None:
    """Add the chances of an action's successor states, modified in place."""
    leads = lead_range(book.leads, state.block.cell, 0)
    branches, weights = scratch.mover.branches, scratch.mover.weights[action]
    for branch in range(outcome.count):
        entries = lead_range(book.leads, branches.cell[branch], branches.place[branch])
        share = branches.ways[branch] / outcome.ways
        for k in range(leads.width):
            if state.reached[k] > 0:
                entry = entry_at(entries, -(lead_at(leads, k) + outcome.gain))
                next_reached[entry] += state.reached[k] * weights[k] * share


@njit(_nrt=False)
def _add_holding(state: _State, used: Ints, holding: Floats, scratch: _Scratch) -> None:
    """Add a turn to `TurnStatistics.holding`, modified in place."""
    low, high = state.block.low, state.block.high
    for action in used:
        for k in range(len(state.reached)):
            chance = state.reached[k] * scratch.mover.weights[action, k]
            for side in range(1 if low == high else 2):
                card = low if side == 0 else high
                holding[state.n, card, 0] += chance
                holding[state.n, card, 1] += chance * scratch.worth[action, k]


@njit(_nrt=False)
def _add_differing(
    state: _State, used: Ints, compared: Ints, differing: Floats, scratch: _Scratch
) -> None:
    """Add a turn to `TurnStatistics.differing`, modified in place."""
    weights, others, worth = scratch.mover.weights, scratch.compared.weights, scratch.worth
    for action in used:
        for choice in compared:
            if choice == action:
                continue
            for k in range(len(state.reached)):
                both = state.reached[k] * weights[action, k] * others[choice, k]
                differing[state.n, action, choice, 0] += both
                differing[state.n, action, choice, 1] += both * (
                    worth[action, k] - worth[choice, k]
                )


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
    layout, branches = book.layout, room.branches
    for index in range(len(blocks.cell) - 1, -1, -1):
        block = block_at(blocks, index)
        start = layout.offset[block.cell]
        for place in range(block.places):
            facts = place_facts(layout, block, place)
            if facts.card == UNKNOWN:
                continue
            if reached[0, start + place] + reached[1, start + place] == 0.0:
                continue
            count = weigh(book, policy, block, facts, room)
            pool = pool_without(layout, block.unseen, facts.card)
            for action in room.used[:count]:
                play = play_of(book.game, block, action)
                outcome = play_against(book, block, facts, play, pool, branches)
                for branch in range(outcome.count):
                    cell, next_place = branches.cell[branch], branches.place[branch]
                    share = room.weights[action, 0] * branches.ways[branch] / outcome.ways
                    card = _card_of(layout, unseen, target, cell, next_place)
                    for seat in range(2):
                        chance = reached[seat, start + place] * share
                        reached[1 - seat, layout.offset[cell] + next_place] += chance
                        if card != UNKNOWN:
                            result[1 - seat, action, card] += chance
            block.unseen[facts.card] += 1  # restores what `pool_without` took
            clear_weights(room, count)
