"""Hands for the lanes of a Monte Carlo decision: many deals drawn side by side.

What `sampling.sample` does for one deal, card by card, is done here for all deals of a decision at
once, in the form that `playouts` plays, so that the compiler makes vector instructions of it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.rng import next_bits
from llq.solver.sueca import engine, playouts, sampling
from llq.solver.sueca.playouts import LANES, Lanes
from llq.solver.sueca.rules import SUIT
from llq.solver.sueca.sampling import Sampler

__all__ = ["LaneHands", "draw", "make_lane_hands", "put", "repeat", "spread"]

_U = np.uint64
_0, _1, _6, _8, _32 = (_U(n) for n in (0, 1, 6, 8, 32))
_7, _13, _17, _43 = (_U(n) for n in (7, 13, 17, 43))
_POOL = 4  # the row of ``rooms`` for the suits that nobody is known to lack


class LaneHands(NamedTuple):
    """The others' hands in each of some deals; the others are 0 … 2 in the order of play."""

    hands: NDArray[np.uint64]
    """(3, LANES) as `Lanes.hands`."""
    begins: NDArray[np.uint64]
    """(3, LANES) as `Lanes.begins`."""
    ends: NDArray[np.uint64]
    """(3, LANES) bits of each hand in use."""
    rooms: NDArray[np.uint64]
    """(5, 3, LANES) cards that each is yet to get: of each row of `Sampler.split`, of the pool."""
    random: NDArray[np.uint64]
    """(LANES,) state of the random numbers."""


def make_lane_hands() -> LaneHands:
    """Return a workspace; one is for one thread."""
    shapes = ((3, LANES), (3, LANES), (3, LANES), (5, 3, LANES), (LANES,))
    return LaneHands(*(np.zeros(shape, dtype=np.uint64) for shape in shapes))


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
    for deal in range(deals):
        out.random[deal] = next_bits(stream) | _1
        free = (known.room[0], known.room[1], known.room[2])
        free_0, free_1, free_2 = free
        for index in range(known.splits[0]):
            first, second = known.split[index, 1], known.split[index, 2]
            cards = engine.count(known.split[index, 0])
            given = sampling.divide(known, index, cards, free_0, free_1, free_2, stream)
            for other in range(3):
                out.rooms[index, other, deal] = _0
            out.rooms[index, first, deal] = given
            out.rooms[index, second, deal] = cards - given
            free_0 -= out.rooms[index, 0, deal]
            free_1 -= out.rooms[index, 1, deal]
            free_2 -= out.rooms[index, 2, deal]
        out.rooms[_POOL, 0, deal] = free_0
        out.rooms[_POOL, 1, deal] = free_1
        out.rooms[_POOL, 2, deal] = free_2
        for other in range(3):
            out.hands[other, deal] = _0
            out.begins[other, deal] = _0
            out.ends[other, deal] = _0
    for suit in range(4):
        _begin_suit(out, deals, _U(8 * suit))
        cards_of_suit = SUIT << 16 * (suit ^ renaming)
        everyone = known.pool[0]
        row = _POOL
        for index in range(known.splits[0]):
            if known.split[index, 0] & cards_of_suit:
                everyone = known.split[index, 0]
                row = index
        left = engine.count(everyone & cards_of_suit)
        if row == _POOL:  # of all suits of the pool from this one on
            left = 0
            for later in range(suit, 4):
                left += engine.count(everyone & (SUIT << 16 * (later ^ renaming)))
        for rank in range(10):
            card = _U(16 * suit + rank)
            bit = 1 << 16 * (suit ^ renaming) + rank
            if everyone & bit:
                _give(out, deals, row, card, _U(left))
                left -= 1
            for other in range(3):
                if known.fixed[other] & bit:
                    _put_card(out, deals, other, card)
    _begin_suit(out, deals, _32)


@njit(_nrt=False)
def _begin_suit(out: LaneHands, deals: int, place: np.uint64) -> None:
    """Note where a suit begins in every hand."""
    for other in range(3):
        for deal in range(deals):  # a sixth of up to 60 bits
            out.begins[other, deal] |= ((out.ends[other, deal] * _43) >> _8) << place


@njit(_nrt=False)
def _put_card(out: LaneHands, deals: int, other: int, card: np.uint64) -> None:
    """Give a card to the same player in every deal."""
    for deal in range(deals):
        out.hands[other, deal] |= card << out.ends[other, deal]
        out.ends[other, deal] += _6


@njit(_nrt=False)
def _give(out: LaneHands, deals: int, row: int, card: np.uint64, left: np.uint64) -> None:
    """Give a card to a place in a hand in every deal, each of the ``left`` places alike."""
    rooms_0, rooms_1, rooms_2 = out.rooms[row, 0], out.rooms[row, 1], out.rooms[row, 2]
    hands_0, hands_1, hands_2 = out.hands[0], out.hands[1], out.hands[2]
    ends_0, ends_1, ends_2 = out.ends[0], out.ends[1], out.ends[2]
    random = out.random
    for deal in range(deals):
        state = random[deal]
        state ^= state << _13
        state ^= state >> _7
        state ^= state << _17
        random[deal] = state
        place = ((state >> _32) * left) >> _32
        room_0, room_1 = rooms_0[deal], rooms_1[deal]
        to_0 = _1 if place < room_0 else _0
        below_2 = _1 if place < room_0 + room_1 else _0
        to_1, to_2 = below_2 - to_0, _1 - below_2
        rooms_0[deal] = room_0 - to_0
        rooms_1[deal] = room_1 - to_1
        rooms_2[deal] -= to_2
        hands_0[deal] |= (card << ends_0[deal]) if to_0 else _0
        hands_1[deal] |= (card << ends_1[deal]) if to_1 else _0
        hands_2[deal] |= (card << ends_2[deal]) if to_2 else _0
        ends_0[deal] += _6 if to_0 else _0
        ends_1[deal] += _6 if to_1 else _0
        ends_2[deal] += _6 if to_2 else _0


@njit(_nrt=False)
def put(hands: NDArray[np.int64], deal: int, renaming: int, out: LaneHands) -> None:
    """Write the others' hands, given as sets of cards, as those of one deal."""
    for other in range(3):
        hand, begins = playouts.pack(hands[other], renaming)
        out.hands[other, deal] = hand
        out.begins[other, deal] = begins


@njit(_nrt=False)
def repeat(out: LaneHands, deals: int) -> None:
    """Make the first deal all of the deals."""
    for other in range(3):
        for deal in range(1, deals):
            out.hands[other, deal] = out.hands[other, 0]
            out.begins[other, deal] = out.begins[other, 0]


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
    for other in range(3):
        slot = (before + 1 + other) & 3
        for first in range(start, start + used, used // repeats):
            for deal in range(used // repeats):
                lanes.hands[slot, first + deal] = deals.hands[other, deal]
                lanes.begins[slot, first + deal] = deals.begins[other, deal]
