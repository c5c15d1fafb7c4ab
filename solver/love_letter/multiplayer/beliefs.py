"""A player's view of a round, with likelihoods of cards in other hands.

A *view* is a row of `referee` in which what the player cannot see is `UNKNOWN`. Beside it stand
*likelihoods*, for each seat and card: how likely all that the seat has played is, if it holds the
card now. A deal's chance is proportional to the number of its ways times the likelihoods of its
hands: filters of single seats, joined to whole deals.

A seat that played x and kept k held both, and either of them may have been the one drawn, so its
likelihood of k is L(k) + L(x), times the chance that the assumed policy plays x from the two: the
rule of thumb, but for a share of plays by chance, so that no play is held to be impossible. With a
Chancellor the sum goes over the two cards returned.

Some people play by chance altogether. Beside the likelihoods stand each seat's *odds* of that, as a
multiple of those before the round: a card that the rule of thumb would have kept, or a Guard that
names another card than the likeliest, raises them. The chance that a seat plays so is added to its
share of plays by chance, and play-outs let it play so as often.

What is certain gives likelihoods of 0: missed guesses, comparisons, cards seen. Two third players
who tie a comparison are taken to hold the same card each by itself: that they hold the same one is
not followed.
"""

import numpy as np

from llq.solver.array_types import Floats, Ints, Uints
from llq.solver.arrays import copy_into
from llq.solver.jit import njit
from llq.solver.love_letter.multiplayer.kernels import is_barred, unseen_cards, wins_comparison
from llq.solver.love_letter.multiplayer.thumb import likely_name, thumb_card, thumb_keep
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.table.kernels import compares
from llq.solver.love_letter.turn import DISCARDS, SWAPS
from llq.solver.rng import next_bits, scale

_ATTEMPTS = 20
RANGE, SPARE_BITS = 2.0**53, np.uint64(11)  # a double has 53 of 64 random bits

BY_CHANCE = 0.15
"""Share of plays that the beliefs attribute to chance."""
CARELESS = 0.2
"""Prior chance that a seat plays entirely at random."""
_NAMES_LIKELIEST = 0.8
"""Chance that a rule-of-thumb player names the likeliest card, from the others' viewpoint."""


@njit(_nrt=False)
def watch(
    cards: Ints, before: Ints, after: Ints, seat: int, by_chance: float, likely: Floats
) -> None:
    """Update ``likely`` (`LIKELY_ROWS`, cards) in place after a play seen from a seat.

    ``before`` and ``after`` are what the seat saw before the play, and after it and what was drawn
    for it. ``by_chance`` is the share of plays held to be by chance; 1 takes in only what is
    certain.
    """
    me = before[referee.MOVER]
    if before[referee.PHASE] == referee.KEEP:
        if me != seat:
            _watch_keep(cards, before, after, by_chance, likely)
    else:
        if me != seat and after[referee.OUT] != me:
            _watch_play(cards, before, me, after[referee.CARD], by_chance, likely)
        if after[referee.TARGET] >= 0:
            _watch_target(cards, before, after, seat, by_chance, likely)
    for other in range(after[referee.SEATS]):  # a card that is seen is certain
        if after[referee.HAND + other] >= 0:
            likely[other] = 0.0
            likely[other, after[referee.HAND + other]] = 1.0


@njit(_nrt=False)
def carelessness(likely: Floats, seat: int) -> float:
    """Return the chance that a seat plays entirely at random."""
    odds = CARELESS / (1 - CARELESS) * likely[referee.ODDS, seat]
    return float(odds / (1 + odds))


@njit(_nrt=False)
def deal_hidden(view: Ints, likely: Floats, stream: Uints, unseen: Ints, row: Ints) -> float:
    """Fill in a view's unseen cards at random; return the deal's weight.

    ``likely`` (`LIKELY_ROWS`, cards) has the rows of each seat, each seat's odds, and a row to work
    in. ``stream``, ``unseen`` and ``row``, which gets the deal, are modified in place.
    """
    kinds, weight = likely.shape[1], 0.0
    for attempt in range(_ATTEMPTS):
        weight = _deal_hands(view, likely, stream, unseen, row, attempt == _ATTEMPTS - 1)
        if weight > 0:
            break
    # The rest in order of chance: what others returned, a card just drawn, the pool.
    left = 0
    for card in range(kinds):
        for _ in range(unseen[card]):
            row[referee.POOL + left] = card
            left += 1
    for place in range(referee.BOTTOM + view[referee.LOW], referee.BOTTOM + view[referee.END]):
        if row[place] < 0:
            left -= 1
            source = referee.POOL + scale(next_bits(stream), left + 1)
            row[place] = row[source]
            row[source] = row[referee.POOL + left]
    return weight


@njit(_nrt=False)
def _watch_target(
    cards: Ints, before: Ints, after: Ints, seat: int, by_chance: float, likely: Floats
) -> None:
    """Update the likelihoods after what a play did to its target; parameters as in `watch`."""
    kinds, me, target = likely.shape[1], before[referee.MOVER], after[referee.TARGET]
    card, named, out = after[referee.CARD], after[referee.NAMED], after[referee.OUT]
    may = cards[card, referee.MAY]
    if named >= 0:
        if out < 0:
            if me != seat and by_chance < 1:
                _watch_name(cards, before, me, target, named, likely)
            likely[target, named] = 0.0
    elif may & SWAPS:
        for kept in range(kinds):
            likely[me, kept], likely[target, kept] = likely[target, kept], likely[me, kept]
    elif may & DISCARDS:
        for kept in range(kinds):
            likely[target, kept] = 1.0
    elif out >= 0:  # a comparison lost
        winner = me + target - out
        for kept in range(kinds):
            if not wins_comparison(cards, card, winner == me, kept, after[referee.GONE]):
                likely[winner, kept] = 0.0
    elif compares(may) and seat not in (me, target):
        for kept in range(kinds):  # a tie of two others
            both = likely[me, kept] * likely[target, kept] * max(before[referee.REST + kept] - 1, 0)
            likely[me, kept] = likely[target, kept] = both


@njit(_nrt=False)
def _watch_name(
    cards: Ints, before: Ints, me: int, target: int, named: int, likely: Floats
) -> None:
    """Update a player's odds after a missed guess, of the likeliest card or another."""
    names = 0
    for card in range(likely.shape[1]):
        names += cards[card, referee.NAME] >= 0
    is_likeliest = likely_name(cards, before, me, -1, target)[0] == named
    chance = _NAMES_LIKELIEST if is_likeliest else (1 - _NAMES_LIKELIEST) / (names - 1)
    likely[referee.ODDS, me] /= chance * names


@njit(_nrt=False)
def _watch_play(
    cards: Ints, before: Ints, me: int, card: int, by_chance: float, likely: Floats
) -> None:
    """Update a player's likelihoods and odds after a play."""
    played, drawn = likely[me, card], before[referee.DRAWN]
    careless, by_thumb, by_luck = carelessness(likely, me), 0.0, 0.0
    for kept in range(likely.shape[1]):
        # The chance of this play from both cards: of a player by the rule of thumb, and by luck.
        chance, luck = 1.0, 1.0
        if kept != card:
            if is_barred(cards, card, kept):
                chance, luck = 0.0, 0.0
            elif not is_barred(cards, kept, card):
                is_thumb = thumb_card(cards, before, me, kept, card) == card
                chance, luck = (1 - by_chance) * is_thumb + by_chance / 2, 0.5
        # How likely the player came by both, of which the watcher may know the one drawn.
        if kept == card:
            ways = played if drawn < 0 or drawn == card else 0.0
        elif drawn < 0:
            ways = likely[me, kept] + played
        else:
            ways = likely[me, kept] if drawn == card else played * (drawn == kept)
        copies = max(before[referee.REST + kept] - (kept == card), 0)
        by_thumb += copies * ways * chance
        by_luck += copies * ways * luck
        likely[me, kept] = ways * (careless * luck + (1 - careless) * chance)
    _normalise(likely, me)
    if by_thumb > 0:
        likely[referee.ODDS, me] *= by_luck / by_thumb


@njit(_nrt=False)
def _watch_keep(cards: Ints, before: Ints, after: Ints, by_chance: float, likely: Floats) -> None:
    kinds, me = likely.shape[1], before[referee.MOVER]
    size = 1 + after[referee.END] - before[referee.END]
    by_chance += (1 - by_chance) * carelessness(likely, me)
    for kept in range(kinds):
        total = 0.0
        for second in range(kinds):
            seconds = _count_hidden(before, second) - (second == kept)
            if seconds <= 0:
                continue
            for third in range(kinds if size == 3 else 1):
                thirds, third_likely = 1, 0.0
                if size == 3:
                    thirds = _count_hidden(before, third) - (third == kept) - (third == second)
                    third_likely = likely[me, third]
                if thirds <= 0:
                    continue
                is_thumb = thumb_keep(cards, before, (kept, second, third), size) == 0
                alike = 1 + (second == kept) + (size == 3 and third == kept)
                chance = (1 - by_chance) * is_thumb / alike + by_chance / size
                held_likely = likely[me, kept] + likely[me, second] + third_likely
                total += held_likely * seconds * thirds * chance
        likely[referee.SPARE, kept] = total
    for kept in range(kinds):
        likely[me, kept] = likely[referee.SPARE, kept]
    _normalise(likely, me)


@njit(_nrt=False)
def _count_hidden(view: Ints, card: int) -> int:
    """Return a card's copies outside seen hands, the mover's excepted."""
    copies = view[referee.REST + card]
    for seat in range(view[referee.SEATS]):
        copies -= view[referee.HAND + seat] == card and seat != view[referee.MOVER]
    return int(copies)


@njit(_nrt=False)
def _normalise(likely: Floats, seat: int) -> None:
    """Scale a seat's likelihoods to a maximum of 1; set all to 1 if none is positive."""
    most = 0.0
    for card in range(likely.shape[1]):
        most = max(most, likely[seat, card])
    for card in range(likely.shape[1]):
        likely[seat, card] = likely[seat, card] / most if most > 0 else 1.0


@njit(_nrt=False)
def _deal_hands(
    view: Ints, likely: Floats, stream: Uints, unseen: Ints, row: Ints, takes_any: bool
) -> float:
    """Return the weight of hands dealt by likelihood, 0 if some seat gets none.

    With ``takes_any`` such a seat gets any card: a last resort, where the beliefs are at odds with
    the cards.
    """
    copy_into(row, view)
    unseen_cards(view, unseen)
    kinds, weight = likely.shape[1], 1.0
    start = scale(next_bits(stream), view[referee.SEATS])
    for step in range(view[referee.SEATS]):
        seat = (start + step) % view[referee.SEATS]
        if row[referee.HAND + seat] >= 0 or not view[referee.ALIVE] >> seat & 1:
            continue
        total = 0.0
        for card in range(kinds):
            total += unseen[card] * likely[seat, card]
        is_any = total <= 0.0
        if is_any and not takes_any:
            return 0.0
        if is_any:
            for card in range(kinds):
                total += unseen[card]
        point, chosen = (next_bits(stream) >> SPARE_BITS) * (total / RANGE), -1
        for card in range(kinds):
            share = unseen[card] * (1.0 if is_any else likely[seat, card])
            if share > 0:
                chosen = card
                point -= share
                if point < 0:
                    break
        row[referee.HAND + seat] = chosen
        unseen[chosen] -= 1
        weight *= total
    return weight
