"""A rule of thumb for tables of any size, based on certain knowledge.

A card that is known is used where that puts its holder out. Else the lower card is played, a Baron
only beside a high one, the Princess never; a Guard names the card that its target most likely
holds, by the copies unseen; a Chancellor keeps the highest card, the Princess in the last lap only.
"""

from llq.solver.array_types import Ints, Uints
from llq.solver.jit import njit
from llq.solver.love_letter.multiplayer import kernels
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.table.kernels import compares, resolve
from llq.solver.love_letter.turn import LOSES, SWAPS, WINS
from llq.solver.rng import next_bits, scale

_HIGH_NUMBER = 6  # a blind Baron is played beside a card of at least this number
_TIE = 1e-9


@njit(_nrt=False)
def thumb_card(cards: Ints, row: Ints, me: int, first: int, second: int) -> int:
    """Return the card of two chosen by the rule of thumb in a seat.

    ``row`` is the round before the play; hands of others that are unknown in it count as not known.
    """
    low, high = min(first, second), max(first, second)
    if low == high:
        return low
    if kernels.is_barred(cards, low, high) or cards[low, referee.MAY] == LOSES:
        return high
    if kernels.is_barred(cards, high, low) or cards[high, referee.MAY] == LOSES:
        return low
    targets = row[referee.ALIVE] & kernels.open_seats(row) & ~(1 << me)
    for card in (low, high):
        if find_victims(cards, row, me, card, low + high - card, targets):
            return card
    if compares(cards[low, referee.MAY]) and targets and cards[high, referee.NUMBER] < _HIGH_NUMBER:
        return high
    return low


@njit(_nrt=False)
def find_victims(cards: Ints, row: Ints, me: int, card: int, kept: int, targets: int) -> int:
    """Return a bit for each target that a card certainly puts out."""
    victims = 0
    if cards[card, referee.AIM] == referee.AT_NOBODY:
        return victims
    for seat in range(row[referee.SEATS]):
        if not targets >> seat & 1 or not _knows_card(row, me, seat):
            continue
        target_card = row[referee.HAND + seat]
        if cards[card, referee.GUESSES] and cards[target_card, referee.GUESSES]:
            continue
        argument = target_card if cards[card, referee.GUESSES] else 0
        if resolve(cards, card, argument, kept, target_card, 0) & WINS:
            victims |= 1 << seat
    return victims


@njit(_nrt=False)
def likely_name(cards: Ints, row: Ints, me: int, kept: int, seat: int) -> tuple[int, float]:
    """Return a seat's likeliest nameable card, and its probability.

    Of equally likely cards it is the higher; copies count that the guesser, who keeps ``kept``, has
    not seen.
    """
    likeliest, most_copies, total = -1, 0, 0
    for card in range(len(cards)):
        copies = row[referee.REST + card] - (card == kept)
        for other in range(row[referee.SEATS]):
            if other != seat and _knows_card(row, me, other):
                copies -= row[referee.HAND + other] == card
        if cards[card, referee.GUESSES]:
            copies -= 1  # the one in hand
        if row[referee.EXCLUDED + seat] >> card & 1 or copies <= 0:
            continue
        total += copies
        if cards[card, referee.NAME] >= 0 and copies >= most_copies:
            likeliest, most_copies = card, copies
    if likeliest < 0:  # nothing that can be named is left
        return len(cards) - 1, 0.0
    return likeliest, most_copies / total


@njit(_nrt=False)
def thumb_keep(cards: Ints, row: Ints, hand: tuple[int, int, int], size: int) -> int:
    """Return the place of the Chancellor's card to keep."""
    in_last_lap = kernels.deck_left(row) < kernels.count_bits(row[referee.ALIVE])
    best_place, best_worth = 0, -1
    for place in range(size):
        card = hand[place]
        worth = cards[card, referee.NUMBER]
        if cards[card, referee.MAY] == LOSES and not in_last_lap:
            worth = 0
        if worth > best_worth:
            best_place, best_worth = place, worth
    return best_place


@njit(_nrt=False)
def thumb_action(cards: Ints, setup: Ints, row: Ints, stream: Uints) -> int:
    """Return the mover's rule-of-thumb action; ``stream`` breaks ties, in place."""
    me, seats = row[referee.MOVER], row[referee.SEATS]
    if row[referee.PHASE] == referee.KEEP:
        return _keep_action(cards, setup, row)
    card = thumb_card(cards, row, me, row[referee.HAND + me], row[referee.DRAWN])
    kept = row[referee.HAND + me] + row[referee.DRAWN] - card
    first, targets = cards[card, referee.FIRST], kernels.open_seats(row)
    if cards[card, referee.AIM] == referee.AT_NOBODY or targets == 0:
        return int(first)
    candidates = find_victims(cards, row, me, card, kept, targets)
    if not cards[card, referee.GUESSES]:
        if not candidates:
            candidates = _sensible_targets(cards, row, card, kept, targets)
        seat = _pick(candidates if candidates else targets, stream)
        return int(first + (seat - me + seats) % seats)
    if not candidates:
        candidates = _likeliest_targets(cards, row, kept, targets)
    seat = _pick(candidates, stream)
    name = row[referee.HAND + seat] if _knows_card(row, me, seat) else -1
    if name < 0 or cards[name, referee.NAME] < 0:
        name = likely_name(cards, row, me, kept, seat)[0]
    offset = (seat - me + seats) % seats
    return int(first + 1 + (offset - 1) * setup[referee.NAMES] + cards[name, referee.NAME])


@njit(forceinline=True, _nrt=False)
def _knows_card(row: Ints, me: int, seat: int) -> bool:
    return bool(row[referee.HAND + seat] >= 0 and row[referee.KNOWN + seat] >> me & 1)


@njit(_nrt=False)
def _keep_action(cards: Ints, setup: Ints, row: Ints) -> int:
    """Return the Chancellor's choice by the rule of thumb: the lowest card lies last."""
    hand = (row[referee.HAND + row[referee.MOVER]], row[referee.EXTRA], row[referee.EXTRA + 1])
    size = 3 if row[referee.EXTRA + 1] >= 0 else 2
    kept = thumb_keep(cards, row, hand, size)
    last = -1
    for place in range(size):
        if place != kept and (last < 0 or hand[place] < hand[last]):
            last = place
    return int(setup[referee.FIRST_KEEP] + hand[kept] * setup[referee.KINDS] + hand[last])


@njit(_nrt=False)
def _likeliest_targets(cards: Ints, row: Ints, kept: int, targets: int) -> int:
    """Return a bit for each target whose card is the easiest to guess."""
    likeliest, best = 0, -1.0
    for seat in range(row[referee.SEATS]):
        if targets >> seat & 1:
            chance = likely_name(cards, row, row[referee.MOVER], kept, seat)[1]
            if chance > best + _TIE:
                likeliest, best = 0, chance
            if chance > best - _TIE:
                likeliest |= 1 << seat
                best = max(best, chance)
    return likeliest


@njit(_nrt=False)
def _sensible_targets(cards: Ints, row: Ints, card: int, kept: int, targets: int) -> int:
    """Return a bit for each target whose card is unknown, or worth a swap for the one kept."""
    sensible = 0
    can_swap = cards[card, referee.MAY] & SWAPS != 0
    for seat in range(row[referee.SEATS]):
        if not targets >> seat & 1:
            continue
        if _knows_card(row, row[referee.MOVER], seat):
            number = cards[row[referee.HAND + seat], referee.NUMBER]
            if not can_swap or number <= cards[kept, referee.NUMBER]:
                continue
        sensible |= 1 << seat
    return sensible


@njit(_nrt=False)
def _pick(seats: int, stream: Uints) -> int:
    """Return one of the seats whose bits are set, at random."""
    count = kernels.count_bits(seats)
    return kernels.bit_at(seats, scale(next_bits(stream), count) if count > 1 else 0)
