"""Uniform draws of the other three players' hands, given what a player has seen.

`prepare` and `sample`, or in Python `draw_hands`, draw deals that agree with everything seen, each
with the same chance, by counting: suits that nobody is known to lack are one pool; for the others
the number of ways to complete a deal is tabulated over the room left in two of the hands, suit by
suit, and each suit is then split with its exact chance. All counts stay below 2⁵³, so float64 holds
them exactly.

`retry` is the thesis's way [1]_, section 6.2: shuffle until a deal agrees, up to a limit, and then
take the true hands.

References
----------
.. [1] V. Lopes Carreiro, Examining different strategies for the card game Sueca, Leiden, 2016.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from llq.solver import card_sets
from llq.solver.array_types import Floats, Ints, Uints
from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale
from llq.solver.sueca.engine import DEALER, HANDS, PLAYED, SHOWN, VOIDS
from llq.solver.sueca.rules import DECK_MASK, HAND_SIZE, SUIT_MASK

_SIZES = HAND_SIZE + 1
_CHOOSE = np.array([[float(comb(n, k)) for k in range(2 * _SIZES + 1)] for n in range(41)])

Room = tuple[int, int, int]
"""Cards that each of the three hands can still take."""


class Sampler(NamedTuple):
    """Knowledge of the hidden hands and derived counts, in arrays filled by `prepare`.

    The others are numbered 0 … 2 in the order of play from the player on.
    """

    fixed: Ints
    """(3,) cards that each certainly holds."""
    room: Ints
    """(3,) further cards that each holds."""
    pool: Ints
    """(1,) cards possible in all three hands."""
    split: Ints
    """(4, 3) suit cards with one void player, then both possible holders."""
    splits: Ints
    """(1,) rows of ``split`` that are used."""
    ways: Floats
    """(5, 11, 11) ways to deal remaining ``split`` rows and the pool, by room in hands 0 and 1."""


def make_sampler() -> Sampler:
    """Return an empty sampler for one thread."""
    return Sampler(
        np.zeros(3, dtype=np.int64),
        np.zeros(3, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros((4, 3), dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros((5, _SIZES, _SIZES)),
    )


@njit(_nrt=False)
def infer(row: Ints, seat: int, out: Sampler) -> int:
    """Infer a seat's knowledge of hidden hands, filling ``out.fixed`` and ``out.room``.

    Returned are the cards that it does not see and cannot place; the dealer's shown card is placed.
    """
    unseen = DECK_MASK & ~row[PLAYED] & ~row[HANDS + seat]
    for other in range(3):
        holder = (seat + 1 + other) & 3
        out.fixed[other] = 0
        out.room[other] = card_sets.count(row[HANDS + holder])
        shown = row[SHOWN]
        if shown >= 0 and row[DEALER] == holder and unseen >> shown & 1:
            out.fixed[other] = 1 << shown
            out.room[other] -= 1
            unseen ^= 1 << shown
    return int(unseen)


@njit(_nrt=False)
def prepare(row: Ints, seat: int, out: Sampler) -> float:
    """Return the number of deals consistent with a seat's view, and prepare `sample` if any is."""
    unseen, lacks = infer(row, seat, out), lacked(row, seat)
    out.pool[0] = 0
    splits = 0
    for suit in range(4):
        cards = unseen & (SUIT_MASK << 16 * suit)
        if not cards:
            continue
        can_0 = not lacks[0] >> suit & 1
        can_1 = not lacks[1] >> suit & 1
        can_2 = not lacks[2] >> suit & 1
        able = can_0 + can_1 + can_2
        if able == 3:
            out.pool[0] |= cards
        elif able == 2:
            out.split[splits, 0] = cards
            out.split[splits, 1] = 0 if can_0 else 1
            out.split[splits, 2] = 2 if can_2 else 1
            splits += 1
        elif able == 1:
            holder = 0 if can_0 else 1 if can_1 else 2
            out.fixed[holder] |= cards
            out.room[holder] -= card_sets.count(cards)
            if out.room[holder] < 0:
                return 0.0
        else:
            return 0.0
    out.splits[0] = splits
    return _tabulate(out)


@njit(forceinline=True)
def room_left(known: Sampler, index: int, cards: int, count: int, free: Room) -> Room:
    """Return the room in hands after a split suit, ``count`` cards to its first holder."""
    free_0, free_1, free_2 = free
    if known.split[index, 1] == 0:
        free_0 -= count
    else:
        free_1 -= count
    if known.split[index, 2] == 1:
        free_1 -= cards - count
    else:
        free_2 -= cards - count
    return free_0, free_1, free_2


@njit(_nrt=False, forceinline=True)
def sample(known: Sampler, hands: Ints, stream: Uints) -> None:
    """Draw a deal to ``hands`` (3,), each with the same chance, after `prepare` found one."""
    hand_0, hand_1, hand_2 = known.fixed[0], known.fixed[1], known.fixed[2]
    free = known.room[0], known.room[1], known.room[2]
    for index in range(known.splits[0]):
        mask = known.split[index, 0]
        cards = card_sets.count(mask)
        count = divide(known, index, cards, free, stream)
        part = card_sets.random_cards(mask, count, stream)
        if known.split[index, 1] == 0:
            hand_0 |= part
        else:
            hand_1 |= part
        if known.split[index, 2] == 1:
            hand_1 |= mask ^ part
        else:
            hand_2 |= mask ^ part
        free = room_left(known, index, cards, count, free)
    free_0, free_1, free_2 = free
    mask = known.pool[0]
    while mask:  # each card goes to a place in a hand, every place left with the same chance
        lowest = mask & -mask
        mask ^= lowest
        place = scale(next_bits(stream), free_0 + free_1 + free_2)
        to_0 = place < free_0
        to_1 = place < free_0 + free_1 and not to_0
        hand_0 |= lowest * to_0
        hand_1 |= lowest * to_1
        hand_2 |= lowest * (not (to_0 or to_1))
        free_0 -= to_0
        free_1 -= to_1
        free_2 -= not (to_0 or to_1)
    hands[0], hands[1], hands[2] = hand_0, hand_1, hand_2


@njit(_nrt=False)
def divide(known: Sampler, index: int, cards: int, free: Room, stream: Uints) -> int:
    """Draw the number of suit cards for the first possible holder, by exact chance."""
    chance = np.float64(next_bits(stream) >> np.uint64(11)) * 2.0**-53
    chance *= known.ways[index, free[0], free[1]]
    count = -1
    for number in range(cards + 1):
        share = _share(known, index, cards, number, free)
        if share > 0:
            count = number
            chance -= share
            if chance < 0:
                break
    return count


@njit(_nrt=False, forceinline=True)
def retry(
    row: Ints, seat: int, limit: int, sets_aside: bool, hands: Ints, stream: Uints, out: Sampler
) -> bool:
    """Shuffle the hidden hands until consistent, at most ``limit`` times.

    Returned is whether the limit was reached and the true hands were taken. With ``sets_aside``,
    the thesis's new way, a suit that two of the others lack goes to the third beforehand. ``hands``
    (3,) are written; ``out`` is scratch space.
    """
    unseen = infer(row, seat, out)
    lacks = lacked(row, seat)
    if sets_aside:
        unseen = _set_aside(unseen, lacks, out)
    out.pool[0] = unseen
    out.splits[0] = 0
    for _ in range(limit):
        sample(out, hands, stream)
        if _agrees(hands, lacks):
            return False
    take_true_hands(row, seat, hands)
    return True


@njit(forceinline=True)
def take_true_hands(row: Ints, seat: int, hands: Ints) -> None:
    """Write the others' true hands to ``hands`` (3,)."""
    for other in range(3):
        hands[other] = row[HANDS + ((seat + 1 + other) & 3)]


@njit(forceinline=True)
def lacked(row: Ints, seat: int) -> tuple[int, int, int]:
    """Return each other player's void suits, a bit each, by failures to follow."""
    return (
        row[VOIDS + ((seat + 1) & 3)],
        row[VOIDS + ((seat + 2) & 3)],
        row[VOIDS + ((seat + 3) & 3)],
    )


def count_deals(row: Ints, seat: int) -> int:
    """Return the number of deals consistent with a seat's view."""
    return int(prepare(row, int(seat), make_sampler()))  # kernels compile again for enums


def draw_hands(row: Ints, seat: int, number: int, stream: Uints) -> Ints:
    """Return hands of the others that are consistent with a seat's view, (number, 3)."""
    known, hands = make_sampler(), np.zeros((number, 3), dtype=np.int64)
    prepare(row, int(seat), known)
    for deal in hands:
        sample(known, deal, stream)
    return hands


@njit(_nrt=False)
def _tabulate(out: Sampler) -> float:
    """Fill ``out.ways`` from last suit to first, and return the deal count."""
    room_0, room_1 = out.room[0], out.room[1]
    left = card_sets.count(out.pool[0])  # cards yet to be dealt
    last = out.splits[0]
    for index in range(last, -1, -1):
        cards = 0
        if index < last:
            cards = card_sets.count(out.split[index, 0])
            left += cards
        ways = out.ways[index]
        for free_0 in range(room_0 + 1):
            for free_1 in range(room_1 + 1):
                free_2 = left - free_0 - free_1
                total = 0.0
                if 0 <= free_2 <= out.room[2]:
                    if index == last:
                        total = _CHOOSE[left, free_0] * _CHOOSE[left - free_0, free_1]
                    else:
                        for count in range(cards + 1):
                            total += _share(out, index, cards, count, (free_0, free_1, free_2))
                ways[free_0, free_1] = total
    if left != room_0 + room_1 + out.room[2]:
        return 0.0
    return float(out.ways[0, room_0, room_1])


@njit(forceinline=True)
def _share(known: Sampler, index: int, cards: int, count: int, free: Room) -> float:
    """Return the ways to give ``count`` suit cards to the first possible holder."""
    free_0, free_1, free_2 = room_left(known, index, cards, count, free)
    if free_0 < 0 or free_1 < 0 or free_2 < 0:
        return 0.0
    return float(_CHOOSE[cards, count] * known.ways[index + 1, free_0, free_1])


@njit(_nrt=False, forceinline=True)
def _set_aside(unseen: int, lacks: tuple[int, int, int], out: Sampler) -> int:
    """Give suits that two others lack to the third hand, and return the cards left."""
    for suit in range(4):
        cards = unseen & (SUIT_MASK << 16 * suit)
        missing = (lacks[0] >> suit & 1) + (lacks[1] >> suit & 1) + (lacks[2] >> suit & 1)
        if cards and missing == 2:
            for other in range(3):
                if not lacks[other] >> suit & 1:
                    out.fixed[other] |= cards
                    out.room[other] -= card_sets.count(cards)
            unseen ^= cards
    return unseen


@njit(_nrt=False, forceinline=True)
def _agrees(hands: Ints, lacks: tuple[int, int, int]) -> bool:
    for other in range(3):
        for suit in range(4):
            if lacks[other] >> suit & 1 and hands[other] & (SUIT_MASK << 16 * suit):
                return False
    return True
