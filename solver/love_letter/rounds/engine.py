"""Game engine: the real two-player game, turn by turn, for every variant.

A game is a *row* of int64: the fields named below, then the pool, which is the deck and the aside
card together. The pool is shuffled as it is drawn from: each draw moves a random one of the cards
left to their end, so the last card left is the aside card, and a Prince on an empty deck draws
just that. A row is either over or has a mover with two cards in hand or, once an exchange has
drawn, three (two where one was left to draw), of which the mover is to keep one. What an exchange
returns lies at the deck's bottom, in its order: it is drawn when all other cards of the deck are.

What each player knows is kept exactly as the state space tells states apart, so the mover's
information state has a rank: `state_rank`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Bytes, Ints, Uints
from llq.solver.arrays import copy_into
from llq.solver.jit import njit
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rounds.record import observed_state
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.keep_places import NO_KEEPS, KeepIndex, keep_index
from llq.solver.love_letter.table.kernels import own_spies, resolve
from llq.solver.love_letter.table.leads import LeadIndex
from llq.solver.love_letter.table.spies import index_spies
from llq.solver.love_letter.table.states import UNKNOWN, Held, Layout, State, StateSpace
from llq.solver.love_letter.turn import is_forced
from llq.solver.rng import next_bits, scale

# Fields of a row. HAND, KNOWN and those after them that hold one entry a player are in seat order.
WINNER, MOVER, ACTION, PENDING, LEFT, CODE, MAID, LEAD, DRAWN, HIT = range(10)
EXTRA, BOTTOM, SPIES, OUT, HAND, KNOWN, POOL = 10, 11, 12, 13, 14, 16, 18
"""
WINNER  PLAYING, the winner's seat (0 or 1) or DRAW
MOVER   seat to play
ACTION  the last action, -1 before the first
PENDING the action an external player has chosen, -1 none
LEFT    cards left in the pool, without those at the bottom
CODE    code of all cards that were not publicly seen (`Layout.stride`)
MAID    1 if the mover's opponent's Handmaid is up
LEAD    the first player's total of discarded numbers, less the second's
DRAWN   the mover's other card
HIT     1 if the last action was a right guess
EXTRA   cards that an exchange has drawn, 0 where the mover has no second choice
BOTTOM  cards at the deck's bottom, the next one lowest; both in digits, a card's number plus 1
SPIES   seats with a Spy among their discards: 1 for the first player, 2 for the second
OUT     1 if the last action put a player out of the round
HAND    each player's card
KNOWN   1 if the other player knows that card
POOL    first of the pool's cards
"""

PLAYING, DRAW = -1, 2
BITS, DIGIT = 6, 63

EFFECT, NUMBER, VALUE, STRIDE, FIRST, SPY = range(6)
"""Columns of `Arena.cards`: effect and number, as `turn.resolve` takes them, final value, weight in
a code, first action, and 1 for a Spy."""
CARD, ARGUMENT = range(2)
"""Columns of `Arena.plays`."""


class LeadPolicy(NamedTuple):
    """An action for each state and each relevant lead; empty where no such player plays."""

    actions: Bytes = np.zeros(0, dtype=np.uint8)  # (entries,)
    # (states, 4): a state's first entry, that entry's lead, the number of consecutive entries, and
    # 1 where they hold every other lead, else 0; leads beyond the ends use the end entries.
    entries: Ints = np.zeros((0, 4), dtype=np.int64)

    @classmethod
    def of(cls, space: StateSpace, leads: LeadIndex, actions: Bytes) -> LeadPolicy:
        """Return the policy of a solution with discard leads."""
        states, cells = np.diff(space.block_start), space.block_cell
        columns = (leads.start, leads.first, leads.width, leads.shift)
        entries = np.stack([np.repeat(c[cells].astype(np.int64), states) for c in columns], axis=1)
        place = np.arange(space.size) - np.repeat(space.block_start[:-1], states)
        entries[:, 0] += place * entries[:, 2]
        return cls(actions, entries)


class KeepPolicy(NamedTuple):
    """Second choices, one per situation after an exchange; empty where no such player plays."""

    places: KeepIndex = NO_KEEPS
    options: Bytes = np.zeros(0, dtype=np.uint8)
    """(entries,), in the form of `table.keeps.solve_keeps`; empty without such a player."""

    @classmethod
    def of(cls, rules: Rules, options: Bytes) -> KeepPolicy:
        """Return a policy of `table.keeps`."""
        return cls(keep_index(rules)[0], np.array(options))  # a read-only one has other kernels


class Arena(NamedTuple):
    """The setting of games: rules, state space, pack and the players' policies.

    The rules are packed, and kernels pass them on as single arrays: numba counts references
    whenever a kernel takes an array out of a tuple, which cost four fifths of a playout's time.
    """

    # (cards + 1, 6): the columns EFFECT to SPY of each card; the last row holds only FIRST.
    cards: Ints
    plays: Ints  # (actions, 2): each action's card and argument.
    # (cards, cards, 2): the hand's cards that a sane player considers: both, or one of them twice
    # where the other is barred by a forced card or loses.
    options: Ints
    layout: Layout
    unseen: Ints  # (codes, cards): the unseen counts of each code.
    pack: Ints  # (deck,): every card; a fixed opening hand of the first player comes last.
    policy: Bytes  # (states,): the Table player's action in each state; empty where none plays.
    by_lead: LeadPolicy  # Policy of the table player with discard leads; empty without one.
    playouts: int  # Playouts per option of a Monte Carlo player.
    by_discards: bool  # Whether discards decide between equal final cards.
    # (cells, 2): where Spies count, a block's first entry in ``policy``, and the number of Spy sets
    # per state; else empty, with one entry per state.
    spied: Ints
    keeping: KeepPolicy  # The Table player's second choices.


def make_arena(
    space: StateSpace,
    *,
    hand: tuple[int, int] | None = None,
    policy: Bytes | None = None,
    by_lead: LeadPolicy | None = None,
    keeps: Bytes | None = None,
    playouts: int = 1000,
) -> Arena:
    """Return a variant's arena; ``hand`` are the two cards that `deal` gives the first player."""
    rules, game = space.rules, space.rules.arrays
    spied = np.zeros((0, 2), dtype=np.int64)
    if policy is not None and rules.spy_rule is not None:
        index, _ = index_spies(space)
        spied = np.stack([index.start, index.width.astype(np.int64)], axis=1)
    cards = range(len(game.copies))
    pack = np.repeat(cards, game.copies)
    for card in hand or ():
        pack = np.append(np.delete(pack, np.searchsorted(pack, card)), card)
    options = np.empty((len(cards), len(cards), 2), dtype=np.int64)
    for card, other in np.ndindex(options.shape[:2]):
        options[card, other, 0] = other if _is_barred(rules, card, other) else card
        options[card, other, 1] = card if _is_barred(rules, other, card) else other
    columns = np.zeros((len(cards) + 1, 6), dtype=np.int64)
    columns[:-1, :FIRST] = np.stack(
        [game.effects, game.numbers, game.values, space.layout.stride], axis=1
    )
    columns[:, FIRST] = game.first_action
    columns[:-1, SPY] = game.spies
    return Arena(
        cards=columns,
        plays=np.array(rules.plays, dtype=np.int64),
        options=options,
        layout=space.layout,
        unseen=space.unseen,
        pack=pack,
        policy=np.array([] if policy is None else policy, dtype=np.uint8),
        by_lead=by_lead or LeadPolicy(),
        playouts=playouts,
        by_discards=rules.counts_discards,
        spied=spied,
        keeping=KeepPolicy() if keeps is None else KeepPolicy.of(rules, keeps),
    )


def _is_barred(rules: Rules, card: int, companion: int) -> bool:
    """Return whether a sane player keeps a card beside another: it loses, or may not be played."""
    is_deadly = rules.cards[card].effect.row.is_deadly
    is_companion_deadly = rules.cards[companion].effect.row.is_deadly
    return (is_deadly and not is_companion_deadly) or is_forced(rules.arrays, companion, card)


def read_state(space: StateSpace, row: Ints) -> State:
    """Return the mover's information state at a first choice; ``opponent`` is set only if known."""
    fields = row[:POOL].tolist()
    mover = fields[MOVER]
    return observed_state(
        space.unseen[fields[CODE]].tolist(),
        fields[HAND + mover],
        fields[DRAWN],
        fields[HAND + 1 - mover] if fields[KNOWN + 1 - mover] else UNKNOWN,
        maid=bool(fields[MAID]),
        is_exposed=bool(fields[KNOWN + mover]),
    )


def read_held(space: StateSpace, row: Ints) -> Held | None:
    """Return the mover's hand and observations at a second choice; None at a first."""
    fields = row[:POOL].tolist()
    if not fields[EXTRA]:
        return None
    mover, stride = fields[MOVER], space.layout.stride
    hand = sorted((fields[HAND + mover], *digits(fields[EXTRA])))
    unseen = space.unseen[fields[CODE] - stride[hand].sum()]
    opponent = fields[HAND + 1 - mover] if fields[KNOWN + 1 - mover] else UNKNOWN
    spies = own_spies(fields[SPIES], mover) if space.rules.spy_rule is not None else 0
    return Held(tuple(hand), tuple(unseen.tolist()), opponent, spies)


def digits(code: int) -> list[int]:
    """Return the cards of a code in EXTRA's or BOTTOM's form, the next card first."""
    cards = []
    while code:
        cards.append(int(code & DIGIT) - 1)
        code >>= BITS
    return cards


def code_of(cards: Iterable[int]) -> int:
    """Return the code of a sequence of cards, in the form of EXTRA and BOTTOM."""
    return sum((card + 1) << (BITS * place) for place, card in enumerate(cards))


@njit(forceinline=True)
def keep_entry(arena: Arena, row: Ints) -> int:
    """Return the entry of the mover's second choice in ``arena.keeping``."""
    mover = row[MOVER]
    opponent = row[HAND + 1 - mover] if row[KNOWN + 1 - mover] else UNKNOWN
    spies = own_spies(row[SPIES], mover)
    return held_entry(
        arena.keeping.places, arena.layout, row[CODE], sorted_hand(row), opponent, spies
    )


@njit(forceinline=True)
def held_entry(
    places: KeepIndex,
    layout: Layout,
    code: int,
    hand: tuple[int, int, int],
    opponent: int,
    spies: int,
) -> int:
    """Return the entry of a second choice.

    ``code`` is of the cards that are not public, ``hand`` as `sorted_cards` returns it,
    ``opponent`` the opponent's card, if it is known, else ``UNKNOWN``. ``spies`` say who has a Spy,
    as `table.spies` has it, and do not matter where that does not count.
    """
    low, middle, high = hand
    rest = code - layout.stride[low] - layout.stride[middle]
    number = places.pair[low, middle]
    if high >= 0:
        rest -= layout.stride[high]
        number = places.hand[low, middle, high]
    place = 1 + layout.position[rest, opponent] if opponent >= 0 else 0
    width = places.width[code]
    entry = places.start[code * places.hands + number] + place * width
    return int(entry + (spies if width > 1 else 0))


@njit(forceinline=True)
def drawn_cards(row: Ints) -> tuple[int, int]:
    """Return the two cards drawn by an exchange; the second is -1 after a single draw."""
    return int((row[EXTRA] & DIGIT) - 1), int((row[EXTRA] >> BITS) - 1)


@njit(forceinline=True)
def sorted_hand(row: Ints) -> tuple[int, int, int]:
    """Return the mover's cards at a second choice, ascending; -1 marks a missing third card."""
    second, third = drawn_cards(row)
    return sorted_cards(row[HAND + row[MOVER]], second, third)


@njit(forceinline=True)
def sorted_cards(low: int, middle: int, high: int) -> tuple[int, int, int]:
    """Return two or three cards, ascending; a ``high`` of -1 marks two, and stays last."""
    if low > middle:
        low, middle = middle, low
    if high >= 0:
        if middle > high:
            middle, high = high, middle
        if low > middle:
            low, middle = middle, low
    return int(low), int(middle), int(high)


@njit(forceinline=True)
def bottom_code(first: int, last: int) -> int:
    """Return the code of one or two returned cards; ``last`` is -1 if missing."""
    return (first + 1) | ((last + 1) << BITS)


@njit(forceinline=True)
def put_under(bottom: int, first: int, last: int) -> int:
    """Return the bottom's code with one or two cards below all others."""
    place = 0
    while bottom >> place:
        place += BITS
    return bottom | bottom_code(first, last) << place


@njit(forceinline=True)
def deck_left(row: Ints) -> int:
    """Return the number of cards in the deck, its bottom included, plus the aside card."""
    left, bottom = row[LEFT], row[BOTTOM]
    while bottom:
        left += 1
        bottom >>= BITS
    return int(left)


@njit(forceinline=True)
def state_cell(layout: Layout, row: Ints) -> int:
    """Return the cell (`Layout`) of the mover's information state."""
    own_card, drawn = row[HAND + row[MOVER]], row[DRAWN]
    code = row[CODE] - layout.stride[own_card] - layout.stride[drawn]
    return int(code * layout.hands + layout.hand[own_card, drawn])


@njit(forceinline=True)
def state_rank(layout: Layout, row: Ints) -> int:
    """Return the rank of the mover's information state."""
    mover, cell = row[MOVER], state_cell(layout, row)
    rank = layout.offset[cell] + row[MAID] * layout.maid_step[cell]
    if row[KNOWN + mover]:
        rank += layout.width[cell] * (1 if row[HAND + mover] <= row[DRAWN] else 2)
    if row[KNOWN + 1 - mover]:
        code = cell // layout.hands
        rank += 1 + layout.position[code, row[HAND + 1 - mover]] + layout.kinds[code]
    return int(rank)


@njit(forceinline=True)
def draw(pool: Ints, left: int, stream: Uints) -> int:
    """Draw a random card from the first ``left`` cards, moved to their end in place."""
    place = scale(next_bits(stream), left)
    card = pool[place]
    pool[place] = pool[left - 1]
    pool[left - 1] = card
    return int(card)


@njit
def deal(arena: Arena, fixed: bool, face_up: int, rows: Ints, streams: Uints) -> None:
    """Deal new games up to the first player's choice; rows and streams are modified in place.

    ``rows`` are (games, POOL + deck). The first player's hand is the last two cards of the pack if
    ``fixed``, else a random one; ``face_up`` cards are laid out: 0, or 3 by the official rule for
    two.
    """
    stride = arena.cards[:, STRIDE]
    for index in range(len(rows)):
        row, stream = rows[index], streams[index : index + 1]
        pool, left = row[POOL:], len(arena.pack)
        copy_into(pool, arena.pack)
        row[:POOL] = 0
        row[WINNER] = row[ACTION] = row[PENDING] = -1
        row[CODE] = stride[arena.pack].sum()
        for field in (HAND, DRAWN):
            row[field] = pool[left - 1] if fixed else draw(pool, left, stream)
            left -= 1
        row[HAND + 1] = draw(pool, left, stream)
        left -= 1
        for _ in range(face_up):
            row[CODE] -= stride[draw(pool, left, stream)]
            left -= 1
        row[LEFT] = left


@njit(forceinline=True)
def apply(
    cards: Ints, plays: Ints, row: Ints, action: int, stream: Uints, by_discards: bool = True
) -> int:
    """Play a legal action, draw for the next mover, and return the consequences (`turn.resolve`).

    Row and stream are modified in place. An action that exchanges draws for its mover instead, who
    then makes a second choice. The aside card is whichever card is left last. Equal final cards are
    decided ``by_discards`` or are a draw.
    """
    if row[EXTRA]:
        row[ACTION] = action
        _keep(row, action - len(plays), len(cards) - 1)
        _pass_turn(cards, row, stream, PLAYING, by_discards)
        return 0
    # Take the played card out of the hand, and discard it.
    mover, maid = row[MOVER], row[MAID]
    opponent = 1 - mover
    played, argument = plays[action, CARD], plays[action, ARGUMENT]
    if played == row[HAND + mover]:  # of two equal cards the known one counts as gone
        row[HAND + mover] = row[DRAWN]
        row[KNOWN + mover] = 0
    kept, opponent_card = row[HAND + mover], row[HAND + opponent]
    consequences = resolve(cards, played, argument, kept, opponent_card, maid)
    row[ACTION] = action
    row[MAID] = consequences & effects.PROTECTS != 0
    _discard(cards, row, mover, played)
    # Change the hands: a discard and draw, or a swap.
    if consequences & effects.DISCARDS:
        target = mover if consequences & effects.DISCARDS_OWN else opponent
        _discard(cards, row, target, row[HAND + target])
        if not consequences & effects.ENDS:
            row[HAND + target] = _draw_one(row, stream)
            row[KNOWN + target] = 0
    if consequences & effects.EXCHANGES:
        row[DRAWN] = -1
        for place in range(2):
            if row[LEFT] > 1 or row[BOTTOM]:
                row[EXTRA] |= (_draw_one(row, stream) + 1) << (BITS * place)
        if row[EXTRA]:
            return consequences
    if consequences & effects.SWAPS:
        row[HAND + mover], row[HAND + opponent] = opponent_card, kept
    # Note what was seen, and a right guess.
    if consequences & effects.SEES_THEIRS:
        row[KNOWN + opponent] = 1
    if consequences & effects.SHOWS_OWN:
        row[KNOWN + mover] = 1
    if consequences & effects.HITS:
        row[HIT] = 1
    winner = PLAYING
    if consequences & effects.ENDS:
        winner, row[OUT] = mover if consequences & effects.WINS else opponent, 1
        if cards[row[HAND + 1 - winner], SPY]:  # out of the round with a Spy in hand
            row[SPIES] |= 2 - winner
    _pass_turn(cards, row, stream, winner, by_discards)
    return consequences


@njit(forceinline=True)
def _pass_turn(cards: Ints, row: Ints, stream: Uints, winner: int, by_discards: bool) -> None:
    """End a turn, in place: compare hands if the deck is empty, else draw for the next mover."""
    # With the deck empty, compare the hands, then the discards.
    if winner == PLAYING and row[LEFT] <= 1 and row[BOTTOM] == 0:  # only the aside card is left
        lead = cards[row[HAND], VALUE] - cards[row[HAND + 1], VALUE]
        if lead == 0 and by_discards:
            lead = row[LEAD]
        winner = DRAW if lead == 0 else int(lead < 0)
    # Pass the turn and draw.
    row[WINNER] = winner
    if winner == PLAYING:
        row[MOVER] = 1 - row[MOVER]
        row[DRAWN] = _draw_one(row, stream)


@njit(forceinline=True)
def _keep(row: Ints, choice: int, kinds: int) -> None:
    """Make a second choice in place: keep a card, return the others to the bottom."""
    mover, (second, third) = row[MOVER], drawn_cards(row)
    keep, first = choice // kinds, choice % kinds
    last = row[HAND + mover] + second + third - keep - first if third >= 0 else -1
    row[BOTTOM] = put_under(row[BOTTOM], first, last)
    row[HAND + mover], row[KNOWN + mover], row[EXTRA] = keep, 0, 0


@njit(forceinline=True)
def _draw_one(row: Ints, stream: Uints) -> int:
    left = row[LEFT]
    if left <= 1 and row[BOTTOM]:
        bottom = row[BOTTOM]
        row[BOTTOM] = bottom >> BITS
        return int(bottom & DIGIT) - 1
    row[LEFT] -= 1
    return draw(row[POOL:], left, stream)


@njit(forceinline=True)
def _discard(cards: Ints, row: Ints, seat: int, card: int) -> None:
    row[CODE] -= cards[card, STRIDE]
    if cards[card, SPY]:
        row[SPIES] |= 1 + seat
    number = cards[card, NUMBER]
    row[LEAD] += number if seat == 0 else -number
