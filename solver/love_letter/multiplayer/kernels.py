"""Compiled forms of a round's plain functions, plus random actions."""

import numpy as np

from llq.solver.array_types import Ints, Uints
from llq.solver.jit import let_kernels_call, njit
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.table import kernels  # noqa: F401 - makes a turn's functions callable
from llq.solver.love_letter.turn import LOSES
from llq.solver.rng import next_bits, scale

let_kernels_call(referee, _nrt=False)

take = njit(_nrt=False)(referee.take)
act = njit(_nrt=False, forceinline=True)(referee.act)
legal_actions = njit(_nrt=False)(referee.legal_actions)
see = njit(_nrt=False)(referee.see)
deck_left, open_seats, is_barred = referee.deck_left, referee.open_seats, referee.is_barred
wins_comparison, unseen_cards = referee.wins_comparison, referee.unseen_cards


@njit(_nrt=False)
def shuffle(row: Ints, stream: Uints) -> None:
    """Shuffle the rest of a round's pool; row and stream in place."""
    for left in range(row[referee.LEFT], 1, -1):
        place, last = referee.POOL + scale(next_bits(stream), left), referee.POOL + left - 1
        row[place], row[last] = row[last], row[place]


@njit(_nrt=False)
def draw_in_order(cards: Ints, setup: Ints, row: Ints) -> None:
    """Make the due draws in pool order, last card first; ``row`` in place."""
    while row[referee.PHASE] == referee.CHANCE:
        take(cards, setup, row, referee.places(row) - 1)


@njit(_nrt=False)
def count_bits(bits: int) -> int:
    """Return the number of set bits among at most six, without branching."""
    pairs = bits - (bits >> 1 & 0b10101)
    return (pairs & 3) + (pairs >> 2 & 3) + (pairs >> 4)


@njit(_nrt=False)
def bit_at(bits: int, number: int) -> int:
    """Return the position of a set bit, given its number among the set bits."""
    for passed in range(referee.MOST_SEATS - 1):
        bits &= bits - (passed < number)
    return count_bits((bits & -bits) - 1)


@njit(_nrt=False, forceinline=True)
def random_action(cards: Ints, setup: Ints, row: Ints, stream: Uints) -> int:
    """Return a random action, of the Princess only if forced; ``stream`` is modified in place."""
    me = row[referee.MOVER]
    bits = next_bits(stream)
    if row[referee.PHASE] == referee.KEEP:
        size = 3 if row[referee.EXTRA + 1] >= 0 else 2
        kept = scale(bits, size)
        last = (kept + 1 + scale(next_bits(stream), size - 1)) % size
        hand = (row[referee.HAND + me], row[referee.EXTRA], row[referee.EXTRA + 1])
        return int(setup[referee.FIRST_KEEP] + hand[kept] * setup[referee.KINDS] + hand[last])
    card, other = row[referee.HAND + me], row[referee.DRAWN]
    if bits & np.uint64(1):
        card, other = other, card
    if is_barred(cards, card, other) or cards[card, referee.MAY] == LOSES:
        card = other
    aim, first = cards[card, referee.AIM], cards[card, referee.FIRST]
    if aim == referee.AT_NOBODY:
        return int(first)
    targets = open_seats(row)
    if aim == referee.AT_ANYBODY:
        targets |= 1 << me
    if targets == 0:
        return int(first)
    seat = bit_at(targets, scale(next_bits(stream), count_bits(targets)))
    offset = seat - me if seat >= me else seat - me + row[referee.SEATS]
    if cards[card, referee.GUESSES]:
        name = scale(next_bits(stream), setup[referee.NAMES])
        return int(first + 1 + (offset - 1) * setup[referee.NAMES] + name)
    return int(first + offset)
