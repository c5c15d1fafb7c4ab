"""A rule of thumb for tables of any size, based on certain knowledge.

A card that is known is used where that puts its holder out. Else the lower card is played, a Baron
only beside a high one, the Princess never; a Guard names the card that its target most likely
holds, by the copies unseen; a Chancellor keeps the highest card, the Princess in the last lap only.
"""

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.multiplayer import rounds
from llq.solver.love_letter.multiplayer.kernels import (
    bit_at,
    compares,
    count_bits,
    deck_left,
    is_barred,
    open_seats,
    resolve,
)
from llq.solver.love_letter.turn import LOSES, SWAPS, WINS
from llq.solver.rng import next_bits, scale

_HIGH_NUMBER = 6  # a blind Baron is played beside a card of at least this number


@njit(_nrt=False)
def thumb_card(
    cards: NDArray[np.int64], row: NDArray[np.int64], me: int, one: int, other: int
) -> int:
    """Return the card of two chosen by the rule of thumb in a seat.

    ``row`` is the round before the play; hands of others that are unknown in it count as not known.
    """
    low, high = min(one, other), max(one, other)
    if low == high:
        return low
    if is_barred(cards, low, high) or cards[low, rounds.MAY] == LOSES:
        return high
    if is_barred(cards, high, low) or cards[high, rounds.MAY] == LOSES:
        return low
    targets = row[rounds.ALIVE] & open_seats(row) & ~(1 << me)
    for card in (low, high):
        if kills(cards, row, me, card, low + high - card, targets):
            return card
    if compares(cards[low, rounds.MAY]) and targets and cards[high, rounds.NUMBER] < _HIGH_NUMBER:
        return high
    return low


@njit(_nrt=False)
def kills(
    cards: NDArray[np.int64],
    row: NDArray[np.int64],
    me: int,
    card: int,
    kept: int,
    targets: int,
) -> int:
    """Return a bit for each target that a card certainly puts out."""
    found = 0
    if cards[card, rounds.AIM] == rounds.AT_NOBODY:
        return found
    for seat in range(row[rounds.SEATS]):
        theirs = row[rounds.HAND + seat]
        if not targets >> seat & 1 or theirs < 0 or not row[rounds.KNOWN + seat] >> me & 1:
            continue
        if cards[card, rounds.GUESSES] and cards[theirs, rounds.GUESSES]:
            continue
        argument = theirs if cards[card, rounds.GUESSES] else 0
        if resolve(cards, card, argument, kept, theirs, 0) & WINS:
            found |= 1 << seat
    return found


@njit(_nrt=False)
def likely_name(
    cards: NDArray[np.int64], row: NDArray[np.int64], me: int, kept: int, seat: int
) -> tuple[int, float]:
    """Return a seat's likeliest nameable card, and its probability.

    Of equally likely cards it is the higher; copies count that the guesser, who keeps ``kept``, has
    not seen.
    """
    best, most, total = -1, 0, 0
    for card in range(len(cards)):
        count = row[rounds.REST + card] - (card == kept)
        for other in range(row[rounds.SEATS]):
            if (
                row[rounds.HAND + other] == card
                and other != seat
                and row[rounds.KNOWN + other] >> me & 1
            ):
                count -= 1
        if cards[card, rounds.GUESSES]:
            count -= 1  # the one in hand
        if row[rounds.EXCLUDED + seat] >> card & 1 or count <= 0:
            continue
        total += count
        if cards[card, rounds.NAME] >= 0 and count >= most:
            best, most = card, count
    if best < 0:  # nothing that can be named is left
        best = len(cards) - 1
        return best, 0.0
    return best, most / total


@njit(_nrt=False)
def thumb_keep(
    cards: NDArray[np.int64], row: NDArray[np.int64], held: tuple[int, int, int], size: int
) -> int:
    """Return the place of the Chancellor's card to keep."""
    in_last_lap = deck_left(row) < count_bits(row[rounds.ALIVE])
    best, most = 0, -1
    for place in range(size):
        card = held[place]
        worth = cards[card, rounds.NUMBER]
        if cards[card, rounds.MAY] == LOSES and not in_last_lap:
            worth = 0
        if worth > most:
            best, most = place, worth
    return best


@njit(_nrt=False)
def thumb_action(
    cards: NDArray[np.int64],
    setup: NDArray[np.int64],
    row: NDArray[np.int64],
    stream: NDArray[np.uint64],
) -> int:
    """Return the mover's rule-of-thumb action; ``stream`` breaks ties, in place."""
    me = row[rounds.MOVER]
    if row[rounds.PHASE] == rounds.KEEP:
        held = (row[rounds.HAND + me], row[rounds.EXTRA], row[rounds.EXTRA + 1])
        size = 3 if row[rounds.EXTRA + 1] >= 0 else 2
        at = thumb_keep(cards, row, held, size)
        last = -1
        for place in range(size):
            if place != at and (last < 0 or held[place] < held[last]):
                last = place
        return int(setup[rounds.FIRST_KEEP] + held[at] * setup[rounds.KINDS] + held[last])
    card = thumb_card(cards, row, me, row[rounds.HAND + me], row[rounds.DRAWN])
    kept = row[rounds.HAND + me] + row[rounds.DRAWN] - card
    first, seats = cards[card, rounds.FIRST], row[rounds.SEATS]
    if cards[card, rounds.AIM] == rounds.AT_NOBODY:
        return int(first)
    targets = open_seats(row)
    if targets == 0:
        return int(first)
    chosen = kills(cards, row, me, card, kept, targets)
    if cards[card, rounds.GUESSES]:
        name = -1
        if not chosen:
            most = -1.0
            for seat in range(seats):
                if targets >> seat & 1:
                    likely = likely_name(cards, row, me, kept, seat)[1]
                    if likely > most + 1e-9:
                        chosen, most = 0, likely
                    if likely > most - 1e-9:
                        chosen |= 1 << seat
                        most = max(most, likely)
        seat = _pick(chosen, stream)
        if row[rounds.HAND + seat] >= 0 and row[rounds.KNOWN + seat] >> me & 1:
            name = row[rounds.HAND + seat]
        if name < 0 or cards[name, rounds.NAME] < 0:
            name = likely_name(cards, row, me, kept, seat)[0]
        offset = (seat - me + seats) % seats
        return int(first + 1 + (offset - 1) * setup[rounds.NAMES] + cards[name, rounds.NAME])
    if not chosen:
        for seat in range(seats):
            if targets >> seat & 1:
                is_known = row[rounds.HAND + seat] >= 0 and row[rounds.KNOWN + seat] >> me & 1
                if cards[card, rounds.MAY] & SWAPS and is_known:
                    if cards[row[rounds.HAND + seat], rounds.NUMBER] <= cards[kept, rounds.NUMBER]:
                        continue
                elif is_known:  # not who is known to be stronger, or has been looked at
                    continue
                chosen |= 1 << seat
    seat = _pick(chosen if chosen else targets, stream)
    return int(first + (seat - me + seats) % seats)


@njit(_nrt=False)
def _pick(bits: int, stream: NDArray[np.uint64]) -> int:
    count = count_bits(bits)
    return bit_at(bits, scale(next_bits(stream), count) if count > 1 else 0)
