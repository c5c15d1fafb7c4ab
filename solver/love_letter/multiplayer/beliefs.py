"""A player's view of a round, with likelihoods of cards in other hands.

A *view* is a row of `rounds` in which what the player cannot see is `UNKNOWN`. Beside it stand
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

 What is certain gives likelihoods of 0: missed
guesses, comparisons, cards seen. Two third players who tie a comparison are taken to hold the same
card each by itself: that they hold the same one is not followed.
"""

import numpy as np
from numpy.typing import NDArray

from llq.solver.arrays import copy_into
from llq.solver.jit import njit
from llq.solver.love_letter.multiplayer import rounds
from llq.solver.love_letter.multiplayer.kernels import compares, is_barred, resolve
from llq.solver.love_letter.multiplayer.thumb import likely_name, thumb_card, thumb_keep
from llq.solver.love_letter.turn import DISCARDS, LOSES, SWAPS, WINS
from llq.solver.rng import next_bits, scale

_ATTEMPTS = 20

BY_CHANCE = 0.15
"""Share of plays that the beliefs attribute to chance."""
CARELESS = 0.2
"""Prior chance that a seat plays entirely at random."""
_NAMES_LIKELIEST = 0.8
"""Chance that a rule-of-thumb player names the likeliest card, from the others' viewpoint."""


@njit(_nrt=False)
def unseen_cards(view: NDArray[np.int64], unseen: NDArray[np.int64]) -> int:
    """Return the number of unseen cards in a view; ``unseen`` gets each card's copies, in place.

    They are in unknown hands, in the pool and among the cards that others returned.
    """
    total = 0
    for card in range(len(unseen)):
        unseen[card] = view[rounds.REST + card]
        total += unseen[card]
    for field in range(view[rounds.SEATS] + 3):
        at = rounds.HAND + field
        if field >= view[rounds.SEATS]:
            at = (rounds.DRAWN, rounds.EXTRA, rounds.EXTRA + 1)[field - view[rounds.SEATS]]
        if view[at] >= 0:
            unseen[view[at]] -= 1
            total -= 1
    for place in range(view[rounds.LOW], view[rounds.END]):
        if view[rounds.BOTTOM + place] >= 0:
            unseen[view[rounds.BOTTOM + place]] -= 1
            total -= 1
    return total


@njit(_nrt=False)
def watch(
    cards: NDArray[np.int64],
    before: NDArray[np.int64],
    after: NDArray[np.int64],
    seat: int,
    by_chance: float,
    likely: NDArray[np.float64],
) -> None:
    """Update ``likely`` (`LIKELY_ROWS`, cards) in place after a play seen from a seat.

    ``before`` and ``after`` are what the seat saw before the play, and after it and what was drawn
    for it. ``by_chance`` is the share of plays held to be by chance; 1 takes in only what is
    certain.
    """
    kinds, me = likely.shape[1], before[rounds.MOVER]
    if before[rounds.PHASE] == rounds.KEEP:
        if me != seat:
            _watch_keep(cards, before, after, by_chance, likely)
        _take_known(after, likely)
        return
    card, target, out, gone = (
        after[rounds.CARD],
        after[rounds.TARGET],
        after[rounds.OUT],
        after[rounds.GONE],
    )
    may = cards[card, rounds.MAY]
    if me != seat and out != me:
        _watch_play(cards, before, me, card, by_chance, likely)
    if target < 0:
        pass
    elif after[rounds.NAMED] >= 0:
        if out < 0:
            if me != seat and by_chance < 1:
                _watch_name(cards, before, me, target, after[rounds.NAMED], likely)
            likely[target, after[rounds.NAMED]] = 0.0
    elif may & SWAPS:
        for k in range(kinds):
            likely[me, k], likely[target, k] = likely[target, k], likely[me, k]
    elif may & DISCARDS:
        for k in range(kinds):
            likely[target, k] = 1.0
    elif out >= 0:  # a comparison lost
        winner = me + target - out
        for k in range(kinds):
            mine, theirs = (k, gone) if winner == me else (gone, k)
            if not resolve(cards, card, 0, mine, theirs, 0) & (WINS if winner == me else LOSES):
                likely[winner, k] = 0.0
    elif compares(may) and seat not in (me, target):
        for k in range(kinds):  # a tie of two others
            both = likely[me, k] * likely[target, k] * max(before[rounds.REST + k] - 1, 0)
            likely[me, k] = likely[target, k] = both
    _take_known(after, likely)


@njit(_nrt=False)
def carelessness(likely: NDArray[np.float64], seat: int) -> float:
    """Return the chance that a seat plays entirely at random."""
    odds = CARELESS / (1 - CARELESS) * likely[likely.shape[0] - 2, seat]
    return float(odds / (1 + odds))


@njit(_nrt=False)
def _watch_name(
    cards: NDArray[np.int64],
    before: NDArray[np.int64],
    me: int,
    target: int,
    named: int,
    likely: NDArray[np.float64],
) -> None:
    """Update a player's odds after a missed guess, of the likeliest card or another."""
    names = 0
    for card in range(likely.shape[1]):
        names += cards[card, rounds.NAME] >= 0
    is_likeliest = likely_name(cards, before, me, -1, target)[0] == named
    chance = _NAMES_LIKELIEST if is_likeliest else (1 - _NAMES_LIKELIEST) / (names - 1)
    likely[likely.shape[0] - 2, me] /= chance * names


@njit(_nrt=False)
def _watch_play(
    cards: NDArray[np.int64],
    before: NDArray[np.int64],
    me: int,
    card: int,
    by_chance: float,
    likely: NDArray[np.float64],
) -> None:
    """Update a player's likelihoods and odds after a play."""
    kinds = likely.shape[1]
    held, drawn, most = likely[me, card], before[rounds.DRAWN], 0.0
    careless, by_thumb, by_luck = carelessness(likely, me), 0.0, 0.0
    for kept in range(kinds):
        chance, luck = 1.0, 1.0
        if kept != card:
            if is_barred(cards, card, kept):
                chance, luck = 0.0, 0.0
            elif not is_barred(cards, kept, card):
                is_thumb = thumb_card(cards, before, me, kept, card) == card
                chance, luck = (1 - by_chance) * is_thumb + by_chance / 2, 0.5
        ways = held if kept == card else likely[me, kept] + held
        if drawn >= 0:  # a returned card that the watcher knows
            ways = likely[me, kept] if drawn == card else held * (drawn == kept)
            if drawn == card and kept == card:
                ways = held
        copies = max(before[rounds.REST + kept] - (kept == card), 0)
        by_thumb += copies * ways * chance
        by_luck += copies * ways * luck
        likely[me, kept] = ways * (careless * luck + (1 - careless) * chance)
        most = max(most, likely[me, kept])
    _level(likely, me, most)
    if by_thumb > 0:
        likely[likely.shape[0] - 2, me] *= by_luck / by_thumb


@njit(_nrt=False)
def _watch_keep(
    cards: NDArray[np.int64],
    before: NDArray[np.int64],
    after: NDArray[np.int64],
    by_chance: float,
    likely: NDArray[np.float64],
) -> None:
    """Update the likelihoods after a Chancellor's choice."""
    kinds, me = likely.shape[1], before[rounds.MOVER]
    size = 1 + after[rounds.END] - before[rounds.END]
    careless = carelessness(likely, me)
    by_chance += (1 - by_chance) * careless
    new, most = likely[likely.shape[0] - 1], 0.0
    for kept in range(kinds):
        total = 0.0
        for one in range(kinds):
            ones = _hidden(before, one) - (one == kept)
            if ones <= 0:
                continue
            for two in range(kinds if size == 3 else 1):
                twos, third = 1, 0.0
                if size == 3:
                    twos = _hidden(before, two) - (two == kept) - (two == one)
                    third = likely[me, two]
                if twos <= 0:
                    continue
                at = thumb_keep(cards, before, (kept, one, two), size)
                alike = 1 + (one == kept) + (size == 3 and two == kept)
                chance = (1 - by_chance) * (at == 0) / alike + by_chance / size
                total += (likely[me, kept] + likely[me, one] + third) * ones * twos * chance
        new[kept] = total
        most = max(most, total)
    for kept in range(kinds):
        likely[me, kept] = new[kept]
    _level(likely, me, most)


@njit(_nrt=False)
def _hidden(view: NDArray[np.int64], card: int) -> int:
    """Return a card's copies outside seen hands, the mover's excepted."""
    count = view[rounds.REST + card]
    for seat in range(view[rounds.SEATS]):
        count -= view[rounds.HAND + seat] == card and seat != view[rounds.MOVER]
    return int(count)


@njit(_nrt=False)
def _level(likely: NDArray[np.float64], seat: int, most: float) -> None:
    """Scale a seat's likelihoods to a maximum of 1; set all to 1 if none is positive."""
    for card in range(likely.shape[1]):
        likely[seat, card] = likely[seat, card] / most if most > 0 else 1.0


@njit(_nrt=False)
def _take_known(after: NDArray[np.int64], likely: NDArray[np.float64]) -> None:
    """Replace likelihoods of seen cards with certainty."""
    for other in range(after[rounds.SEATS]):
        if after[rounds.HAND + other] >= 0:
            for card in range(likely.shape[1]):
                likely[other, card] = 1.0 if card == after[rounds.HAND + other] else 0.0


@njit(_nrt=False)
def deal_hidden(
    view: NDArray[np.int64],
    likely: NDArray[np.float64],
    stream: NDArray[np.uint64],
    unseen: NDArray[np.int64],
    row: NDArray[np.int64],
) -> float:
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
            row[rounds.POOL + left] = card
            left += 1
    for place in range(view[rounds.LOW], view[rounds.END]):
        if row[rounds.BOTTOM + place] < 0:
            left -= 1
            at_place = scale(next_bits(stream), left + 1)
            row[rounds.BOTTOM + place] = row[rounds.POOL + at_place]
            row[rounds.POOL + at_place] = row[rounds.POOL + left]
    return weight


@njit(_nrt=False)
def _deal_hands(
    view: NDArray[np.int64],
    likely: NDArray[np.float64],
    stream: NDArray[np.uint64],
    unseen: NDArray[np.int64],
    row: NDArray[np.int64],
    takes_any: bool,
) -> float:
    """Return the weight of hands dealt by likelihood, 0 if some seat gets none.

    With ``takes_any`` such a seat gets any card: a last resort, where the beliefs are at odds with
    the cards.
    """
    copy_into(row, view)
    unseen_cards(view, unseen)
    kinds, weight = likely.shape[1], 1.0
    start = scale(next_bits(stream), view[rounds.SEATS])
    for step in range(view[rounds.SEATS]):
        seat = (start + step) % view[rounds.SEATS]
        if row[rounds.HAND + seat] >= 0 or not view[rounds.ALIVE] >> seat & 1:
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
        at = (next_bits(stream) >> np.uint64(11)) * (total / 9007199254740992.0)
        chosen = -1
        for card in range(kinds):
            share = unseen[card] * (1.0 if is_any else likely[seat, card])
            if share > 0:
                chosen = card
                at -= share
                if at < 0:
                    break
        row[rounds.HAND + seat] = chosen
        unseen[chosen] -= 1
        weight *= total
    return weight
