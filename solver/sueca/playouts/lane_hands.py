"""Hands for the lanes of a Monte Carlo decision: many deals drawn side by side.

`sampling.sample` draws one deal card by card; here all deals of a decision are drawn at once, in
the form that `random_games` plays, so that the compiler makes vector instructions of it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver import card_sets
from llq.solver.jit import njit
from llq.solver.rng import next_bits
from llq.solver.sueca.playouts import random_games
from llq.solver.sueca.playouts.random_games import BEGINS, HANDS, LANES, ROW, Lanes, whole_vectors
from llq.solver.sueca.positions.sampling import Sampler, divide
from llq.solver.sueca.rules import SUIT

_U = np.uint64
_0, _1, _6, _8, _32 = (_U(n) for n in (0, 1, 6, 8, 32))
_43 = _U(43)
_HANDS = _HANDS_0 = 0
_HANDS_1, _HANDS_2 = ROW, 2 * ROW
_BEGINS = 3 * ROW
_ENDS = _ENDS_0 = 6 * ROW
_ENDS_1, _ENDS_2 = 7 * ROW, 8 * ROW
_RANDOM = 9 * ROW
_ROOM = _ROOM_0 = 10 * ROW  # cards yet to get of the pool
_ROOM_1, _ROOM_2 = 11 * ROW, 12 * ROW
_ROOMS = 13 * ROW  # of each split suit, three rows each


class LaneHands(NamedTuple):
    """The others' hands in each of some deals; the others are 0 … 2 in the order of play."""

    words: NDArray[np.uint64]
    """(25 * ROW,) three rows each of hands and of where their suits begin, as in `Lanes`, of the
    bits of each hand in use; a row of the state of the random numbers; and three rows each of the
    cards that each is yet to get of the suits that nobody is known to lack, and of each row of
    `Sampler.split`."""

    @property
    def hands(self) -> NDArray[np.uint64]:
        """(3, LANES) cards as in `Lanes`."""
        return self.words[_HANDS:_BEGINS].reshape(3, ROW)[:, :LANES]

    @property
    def begins(self) -> NDArray[np.uint64]:
        """(3, LANES) where suits begin, as in `Lanes`."""
        return self.words[_BEGINS:_ENDS].reshape(3, ROW)[:, :LANES]


def make_lane_hands() -> LaneHands:
    """Return scratch space for one thread."""
    return LaneHands(random_games.make_words(25))


@njit(_nrt=False)
def draw(
    known: Sampler, deals: int, renaming: int, out: LaneHands, stream: NDArray[np.uint64]
) -> None:
    """Draw deals, each with the same chance, after `sampling.prepare` found some.

    Parameters
    ----------
    renaming
        Suits are renamed by XOR with it.
    """
    words, used, splits = out.words, whole_vectors(deals), known.splits[0]
    for row in range(_HANDS, _RANDOM, ROW):
        for word in range(row, row + used):
            words[word] = _0
    for deal in range(deals):
        words[_RANDOM + deal] = next_bits(stream) | _1
        free_0, free_1, free_2 = known.room[0], known.room[1], known.room[2]
        for index in range(splits):
            first, second = known.split[index, 1], known.split[index, 2]
            cards = card_sets.count(known.split[index, 0])
            given = divide(known, index, cards, free_0, free_1, free_2, stream)
            rest = cards - given
            to_0 = given if first == 0 else 0
            to_1 = given if first == 1 else rest if second == 1 else 0
            to_2 = rest if second == 2 else 0
            _set_room(words, _ROOMS + 3 * ROW * index + deal, to_0, to_1, to_2)
            free_0 -= to_0
            free_1 -= to_1
            free_2 -= to_2
        _set_room(words, _ROOM + deal, free_0, free_1, free_2)
    left_of_pool = card_sets.count(known.pool[0])
    for suit in range(4):
        _begin_suit(words, used, _U(8 * suit))
        cards_of_suit = SUIT << 16 * (suit ^ renaming)
        dealt, left, split = known.pool[0] & cards_of_suit, left_of_pool, -1
        for index in range(splits):
            if known.split[index, 0] & cards_of_suit:
                dealt, split = known.split[index, 0], index
                left = card_sets.count(dealt)
        if split >= 0:
            _exchange_room(words, used, split)
        for rank in range(10):
            card = _U(16 * suit + rank)
            bit = 1 << 16 * (suit ^ renaming) + rank
            if dealt & bit:
                _give(words, used, card, _U(left))
                left -= 1
            for other in range(3):
                if known.fixed[other] & bit:
                    _put_card(words, used, ROW * other, card)
        if split >= 0:
            _exchange_room(words, used, split)
        else:
            left_of_pool = left
    _begin_suit(words, used, _32)


@njit(forceinline=True)
def _set_room(words: NDArray[np.uint64], at: int, room_0: int, room_1: int, room_2: int) -> None:
    """Write the numbers of cards that each is yet to get in a deal."""
    words[at] = room_0
    words[at + ROW] = room_1
    words[at + 2 * ROW] = room_2


@njit(_nrt=False)
def _exchange_room(words: NDArray[np.uint64], used: int, split: int) -> None:
    """Exchange the cards that each is yet to get of the pool with those of a split suit."""
    rooms = _ROOMS + 3 * ROW * split
    for word in range(0, 3 * ROW, ROW):
        for deal in range(word, word + used):
            words[_ROOM + deal], words[rooms + deal] = words[rooms + deal], words[_ROOM + deal]


@njit(_nrt=False)
def _begin_suit(words: NDArray[np.uint64], used: int, place: np.uint64) -> None:
    """Note where a suit begins in every hand."""
    for other in range(0, 3 * ROW, ROW):
        for deal in range(other, other + used):  # a sixth of up to 60 bits
            words[_BEGINS + deal] |= ((words[_ENDS + deal] * _43) >> _8) << place


@njit(_nrt=False)
def _put_card(words: NDArray[np.uint64], used: int, other: int, card: np.uint64) -> None:
    """Give a card to the player of a row of words in every deal."""
    for deal in range(other, other + used):
        words[_HANDS + deal] |= card << words[_ENDS + deal]
        words[_ENDS + deal] += _6


@njit(_nrt=False)
def _give(words: NDArray[np.uint64], used: int, card: np.uint64, left: np.uint64) -> None:
    """Give a card to a place in a hand in every deal, each of the ``left`` places alike."""
    for deal in range(used):
        state = random_games.next_state(words[_RANDOM + deal])
        words[_RANDOM + deal] = state
        place = ((state >> _32) * left) >> _32
        room_0, room_1 = words[_ROOM_0 + deal], words[_ROOM_1 + deal]
        to_0 = _1 if place < room_0 else _0
        below_2 = _1 if place < room_0 + room_1 else _0
        to_1, to_2 = below_2 - to_0, _1 - below_2
        words[_ROOM_0 + deal] = room_0 - to_0
        words[_ROOM_1 + deal] = room_1 - to_1
        words[_ROOM_2 + deal] -= to_2
        words[_HANDS_0 + deal] |= (card << words[_ENDS_0 + deal]) if to_0 else _0
        words[_HANDS_1 + deal] |= (card << words[_ENDS_1 + deal]) if to_1 else _0
        words[_HANDS_2 + deal] |= (card << words[_ENDS_2 + deal]) if to_2 else _0
        words[_ENDS_0 + deal] += _6 if to_0 else _0
        words[_ENDS_1 + deal] += _6 if to_1 else _0
        words[_ENDS_2 + deal] += _6 if to_2 else _0


@njit(_nrt=False)
def put(hands: NDArray[np.int64], deal: int, renaming: int, out: LaneHands) -> None:
    """Write the others' hands, given as sets of cards, as those of one deal."""
    for other in range(3):
        hand, begins = random_games.pack(hands[other], renaming)
        out.words[_HANDS + ROW * other + deal] = hand
        out.words[_BEGINS + ROW * other + deal] = begins


@njit(_nrt=False)
def repeat(out: LaneHands, deals: int) -> None:
    """Make the first deal all of the deals."""
    for first in range(0, _ENDS, ROW):
        for word in range(first + 1, first + deals):
            out.words[word] = out.words[first]


@njit(_nrt=False)
def spread(
    deals: LaneHands, repeats: int, before: int, start: int, used: int, lanes: Lanes
) -> None:
    """Write the deals, ``repeats`` times over, to the ``used`` lanes from ``start`` on.

    Parameters
    ----------
    before
        The place in the trick of the player who decides.
    """
    source, target, number = deals.words, lanes.words, used // repeats
    for other in range(3):
        row, slot = ROW * other, ROW * ((before + 1 + other) & 3)
        for first in range(slot + start, slot + start + used, number):
            for deal in range(number):
                target[HANDS + first + deal] = source[_HANDS + row + deal]
                target[BEGINS + first + deal] = source[_BEGINS + row + deal]
