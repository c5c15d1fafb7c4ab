"""Hands for the lanes of a Monte Carlo decision: many deals drawn side by side.

`sampling.sample` draws one deal card by card; here all deals of a decision are drawn at once, in
the form that `random_games` plays, so that the compiler makes vector instructions of it.
"""

import numpy as np

from llq.solver import card_sets
from llq.solver.array_types import Ints, Uints
from llq.solver.jit import njit
from llq.solver.rng import next_bits
from llq.solver.sueca.playouts import random_games
from llq.solver.sueca.playouts.random_games import DEALT, DEALT_BEGINS, ROW, whole_vectors
from llq.solver.sueca.positions.sampling import Sampler, divide, room_left
from llq.solver.sueca.rules import SUIT_MASK

_U = np.uint64
_0, _1, _6, _8, _16, _24, _32 = (_U(n) for n in (0, 1, 6, 8, 16, 24, 32))
_43, _BYTE, _WORD = _U(43), _U(255), _U(64)
_HANDS = 0
_BEGINS, _RANDOM, _ROOM, _SPLITS = 3 * ROW, 4 * ROW, 5 * ROW, 6 * ROW
# the bytes of a word of room: where each hand ends, in bits, and cards yet to get by the first and
# by the first two; and what becomes of them as each of the three gets a card
_ENDS, _PLACES = _U(0xFFFFFF), _U(0xFFFF << 24)
_EMPTY = _U(0x020202)
_TO_0, _TO_1, _TO_2 = (
    _U(6 - (1 << 24) - (1 << 32) + 2**64),
    _U((6 << 8) - (1 << 32) + 2**64),
    _U(6 << 16),
)


def make_lane_hands() -> Uints:
    """Return hands of the other players in several deals, for one thread.

    Three rows of hands, as in lanes, of players 0 … 2 in the order of play; a row of suit starts,
    16 bits a hand, player 0 from bit 32; then a row of random states, a row of hand room, and four
    rows of room for `Sampler.split`.
    """
    return random_games.make_words(10)


@njit(_nrt=False)
def draw(known: Sampler, deals: int, renaming: int, out: Uints, stream: Uints) -> None:
    """Draw deals, each with the same chance, after `sampling.prepare` found some.

    Suits are renamed by XOR with ``renaming``.
    """
    used = whole_vectors(deals)
    for row in range(_HANDS, _RANDOM, ROW):
        for word in range(row, row + used):
            out[word] = _0
    for deal in range(deals):
        out[_RANDOM + deal] = next_bits(stream) | _1
        _divide_splits(known, deal, out, stream)
    left_of_pool = card_sets.count(known.pool[0])
    for suit in range(4):
        if suit:
            _begin_suit(out, used, _U(4 * suit))
        left_of_pool = _deal_suit(known, suit, renaming, left_of_pool, out, used)


@njit(_nrt=False)
def put_hands(hands: Ints, deal: int, renaming: int, out: Uints) -> None:
    """Write the other players' hands, given as card sets, into a single deal."""
    out[_BEGINS + deal] = _0
    for other in range(3):
        hand, begins = random_games.pack(hands[other], renaming)
        out[_HANDS + ROW * other + deal] = hand
        out[_BEGINS + deal] |= begins << _U(32 - 16 * other)


@njit(_nrt=False)
def repeat(out: Uints, deals: int) -> None:
    """Copy the first deal to all others."""
    for first in range(0, _RANDOM, ROW):
        for word in range(first + 1, first + deals):
            out[word] = out[first]


@njit(_nrt=False)
def spread(deals: Uints, repeats: int, before: int, number: int, lanes: Uints) -> None:
    """Write some deals, ``repeats`` times over, to ``lanes``, from `DEALT` on.

    ``before`` is the place in the trick of the player who decides.
    """
    turn = _U(16 * before)
    for first in range(0, number * repeats, number):
        for deal in range(number):
            begins = deals[_BEGINS + deal]
            lanes[DEALT_BEGINS + first + deal] = begins >> turn | begins << (_WORD - turn & _U(63))
        for other in range(3):
            row, slot = ROW * other, DEALT + ROW * ((before + 1 + other) & 3) + first
            for deal in range(number):
                lanes[slot + deal] = deals[_HANDS + row + deal]


@njit(_nrt=False)
def _divide_splits(known: Sampler, deal: int, words: Uints, stream: Uints) -> None:
    """Draw how a deal's split suits are shared, and write what room that leaves for the pool."""
    free = known.room[0], known.room[1], known.room[2]
    for index in range(known.splits[0]):
        cards = card_sets.count(known.split[index, 0])
        count = divide(known, index, cards, free, stream)
        left = room_left(known, index, cards, count, free)
        words[_SPLITS + ROW * index + deal] = _places(free[0] - left[0], free[1] - left[1])
        free = left
    words[_ROOM + deal] = _EMPTY | _places(free[0], free[1])


@njit(_nrt=False)
def _deal_suit(
    known: Sampler, suit: int, renaming: int, left_of_pool: int, words: Uints, used: int
) -> int:
    """Deal a renamed suit's cards, and return how many of the pool are then left."""
    cards_of_suit = SUIT_MASK << 16 * (suit ^ renaming)
    dealt, left, split = known.pool[0] & cards_of_suit, left_of_pool, -1
    for index in range(known.splits[0]):
        if known.split[index, 0] & cards_of_suit:
            dealt, split = known.split[index, 0], index
            left = card_sets.count(dealt)
    if split >= 0:
        _exchange_room(words, used, split)
    for rank in range(10):
        card = _U(16 * suit + rank)
        bit = 1 << 16 * (suit ^ renaming) + rank
        if dealt & bit:
            _give_at_random(words, used, card, _U(left))
            left -= 1
        for other in range(3):
            if known.fixed[other] & bit:
                _give_to(words, used, other, card)
    if split >= 0:
        _exchange_room(words, used, split)
        return left_of_pool
    return left


@njit(forceinline=True)
def _places(free_0: int, free_1: int) -> np.uint64:
    """Encode remaining cards of the first two players as room bytes."""
    return _U(free_0) << _24 | _U(free_0 + free_1) << _32


@njit(_nrt=False)
def _exchange_room(words: Uints, used: int, split: int) -> None:
    """Swap the pool's room with a split suit's room."""
    row = _SPLITS + ROW * split
    for deal in range(used):
        room = words[_ROOM + deal]
        words[_ROOM + deal] = (room & _ENDS) | words[row + deal]
        words[row + deal] = room & _PLACES


@njit(_nrt=False)
def _begin_suit(words: Uints, used: int, place: np.uint64) -> None:
    """Record a suit's start in each hand."""
    for deal in range(used):  # a sixth of up to 62 bits
        room = words[_ROOM + deal]
        begins_0 = ((room & _BYTE) * _43 >> _8) << _32
        begins_1 = ((room >> _8 & _BYTE) * _43 >> _8) << _16
        begins_2 = (room >> _16 & _BYTE) * _43 >> _8
        words[_BEGINS + deal] |= (begins_0 | begins_1 | begins_2) << place


@njit(_nrt=False)
def _give_to(words: Uints, used: int, other: int, card: np.uint64) -> None:
    """Give a card to another player in every deal."""
    row, place = ROW * other, _U(8 * other)
    for deal in range(used):
        room = words[_ROOM + deal]
        words[row + deal] |= card << (room >> place & _BYTE)
        words[_ROOM + deal] = room + (_6 << place)


@njit(_nrt=False)
def _give_at_random(words: Uints, used: int, card: np.uint64, left: np.uint64) -> None:
    """Place a card at random in each deal, uniform over ``left`` places."""
    left &= _BYTE
    for deal in range(used):
        state = random_games.next_state(words[_RANDOM + deal])
        words[_RANDOM + deal] = state
        place = ((state >> _32) * left) >> _32
        room = words[_ROOM + deal]
        is_0, below_2 = place < (room >> _24 & _BYTE), place < (room >> _32 & _BYTE)
        words[_HANDS + deal] |= (card if is_0 else _0) << (room & _BYTE)
        words[_HANDS + ROW + deal] |= (card if below_2 and not is_0 else _0) << (room >> _8 & _BYTE)
        words[_HANDS + 2 * ROW + deal] |= (_0 if below_2 else card) << (room >> _16 & _BYTE)
        words[_ROOM + deal] = room + (_TO_0 if is_0 else _TO_1 if below_2 else _TO_2)
