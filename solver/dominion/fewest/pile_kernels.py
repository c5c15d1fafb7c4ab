"""Kernels of the real rule: a state is a deck and the part of it that lies in the draw pile.

Cards fall into four classes: Copper, Silver, Gold and cards without money. Of a deck with n cards
the draw piles are a box of copies of each class, numbered with the last class fastest from
``game.offset[deck]`` on; the discard pile is the rest. States are those before a hand is drawn, so
that n - 5 cards at most lie in the draw pile: the full deck to be shuffled counts as all discarded.

A hand of five is drawn from the draw pile. With fewer than five cards there, all of them are drawn,
the discard pile becomes the draw pile, and the rest of the hand comes from it. Hand and purchase
are discarded: the new deck's draw pile is what the hand left. ``spent[pile, band]`` is the value
after the turn, where ``pile`` is left and the hand paid for the cards of ``band`` (see `Game`).

All minimise: expected turns, the chance not to be done, or the points missed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit

__all__ = ["Game", "choose", "expect", "fewest", "one_turn"]

_FINISHED, _MISSING, _BEYOND = -1, -2, -3  # as in decks
_HAND = 5

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Game(NamedTuple):
    """A game as the kernels take it.

    Parameters
    ----------
    counts
        (decks, 4) int64. Cards of each class.
    offset
        (decks + 1,) int64. The first state of each deck.
    target
        (decks, purchases) int64. The deck after each purchase of one card, or a negative number.
    gain
        (purchases,) float64. What a purchase adds to the value at once.
    cheapest
        (purchases,) int64. The lowest band that pays for each purchase.
    band
        (16,) int64. The band of so many coins: sums that pay for the same purchases.
    bands
        The number of bands.
    beyond
        (decks,) float64. The value beyond the caps of a relaxed box.
    ways
        (cards + 1, 6) float64. Ways to draw 0 to 5 of so many cards.
    """

    counts: Ints
    offset: Ints
    target: Ints
    gain: Floats
    cheapest: Ints
    band: Ints
    bands: int
    beyond: Floats
    ways: Floats


@njit
def expect(
    pile: tuple[int, int, int, int],
    cards: int,
    coins: int,
    deck: tuple[int, int, int, int],
    spent: Floats,
    band: Ints,
    ways: Floats,
) -> float:
    """Return the mean of ``spent`` over ``cards`` drawn from a pile, ``coins`` being in hand."""
    p, q, r, s = pile
    step2 = deck[3] + 1
    step1 = step2 * (deck[2] + 1)
    step0 = step1 * (deck[1] + 1)
    here = p * step0 + q * step1 + r * step2 + s
    total = 0.0
    for k in range(min(r, cards) + 1):
        ways_k = ways[r, k]
        for j in range(min(q, cards - k) + 1):
            ways_j = ways_k * ways[q, j]
            left = cards - k - j
            money = coins + 3 * k + 2 * j
            before = here - k * step2 - j * step1
            part = 0.0
            for i in range(max(0, left - s), min(p, left) + 1):
                part += (
                    ways[p, i]
                    * ways[s, left - i]
                    * spent[before - i * step0 - (left - i), band[money + i]]
                )
            total += ways_j * part
    mean: float = total / ways[p + q + r + s, cards]
    return mean


@njit
def _draw(
    pile: tuple[int, int, int, int],
    deck: tuple[int, int, int, int],
    spent: Floats,
    band: Ints,
    ways: Floats,
) -> float:
    """Return the mean of ``spent`` over the hands of a draw pile, reshuffling if need be."""
    p, q, r, s = pile
    size = p + q + r + s
    if size >= _HAND:
        return expect(pile, _HAND, 0, deck, spent, band, ways)
    rest = (deck[0] - p, deck[1] - q, deck[2] - r, deck[3] - s)
    return expect(rest, _HAND - size, p + 2 * q + 3 * r, deck, spent, band, ways)


@njit
def _buy(deck: int, game: Game, values: Floats, spent: Floats) -> None:
    """Fill ``spent`` of a deck's piles with the best purchase of each band; passing is left out."""
    a, b, c, d = game.counts[deck]
    most = a + b + c + d - _HAND
    bands = game.bands
    for i in range((a + 1) * (b + 1) * (c + 1) * (d + 1)):
        for j in range(bands):
            spent[i, j] = np.inf
    for which in range(len(game.cheapest)):
        target = game.target[deck, which]
        if target == _MISSING:
            continue
        gain, low = game.gain[which], game.cheapest[which]
        if target < 0:
            value = gain + (game.beyond[deck] if target == _BEYOND else 0.0)
            for i in range((a + 1) * (b + 1) * (c + 1) * (d + 1)):
                for j in range(low, bands):
                    spent[i, j] = min(spent[i, j], value)
            continue
        step2 = game.counts[target, 3] + 1
        step1 = step2 * (game.counts[target, 2] + 1)
        step0 = step1 * (game.counts[target, 1] + 1)
        first = game.offset[target]
        here = 0
        for p in range(a + 1):
            for q in range(b + 1):
                for r in range(c + 1):
                    there = first + p * step0 + q * step1 + r * step2
                    for s in range(d + 1):
                        if p + q + r + s <= most:
                            value = gain + values[there + s]
                            for j in range(low, bands):
                                if value < spent[here, j]:
                                    spent[here, j] = value
                        here += 1


@njit
def _pass(states: Floats, spent: Floats, pile: int, bands: int) -> None:
    """Let a pile of ``spent`` pass too, given the value of the deck as it is."""
    value = states[pile]
    for j in range(bands):
        if value < spent[pile, j]:
            spent[pile, j] = value


@njit
def one_turn(decks: Ints, game: Game, values: Floats, after: Floats, spent: Floats) -> None:
    """Fill ``values`` of some decks, where ``after`` are the values with a turn less to go.

    Parameters
    ----------
    decks
        (any,) int64. Numbers of decks.
    values, after
        (states,) float64.
    spent
        (piles, bands) float64. Room for the largest deck, modified.
    """
    for deck in decks:
        _buy(deck, game, after, spent)
        a, b, c, d = game.counts[deck]
        whole = (a, b, c, d)
        most = a + b + c + d - _HAND
        first, last = game.offset[deck], game.offset[deck + 1]
        before = after[first:last]
        for pile in range(last - first):
            _pass(before, spent, pile, game.bands)
        here = first
        for p in range(a + 1):
            for q in range(b + 1):
                for r in range(c + 1):
                    for s in range(d + 1):
                        if p + q + r + s <= most:
                            pile4 = (p, q, r, s)
                            values[here] = _draw(pile4, whole, spent, game.band, game.ways)
                        here += 1


@njit
def fewest(
    decks: Ints, game: Game, values: Floats, spent: Floats, tolerance: float, residual: Floats
) -> int:
    """Fill the expected turns of some decks, after all that they lead to; return the sweeps.

    A deck that passes comes back to its own piles. The sizes of its draw pile then go down by five,
    and after a shuffle from n - 5 again, so that all loops go through the piles of n mod 5 cards,
    at most 35 of them. Their values are guessed, carried through one round of the pile, and so on
    until no guess is off by more than ``tolerance``; a change that shrinks steadily is carried to
    its limit. ``residual`` (1,) keeps the largest last change.

    As every turn costs 1, values whose turns are off by at most e lie within a factor of 1 ± e of
    the exact ones, however the guesses were made.
    """
    sweeps = 0
    for deck in decks:
        _buy(deck, game, values, spent)
        a, b, c, d = game.counts[deck]
        whole = (a, b, c, d)
        most = a + b + c + d - _HAND
        gate = (most + _HAND) % _HAND
        first, last = game.offset[deck], game.offset[deck + 1]
        here = values[first:last]
        step2 = d + 1
        step1 = step2 * (c + 1)
        step0 = step1 * (b + 1)
        if _is_stuck(deck, game, spent):
            here[:] = np.inf
            continue
        for pile in range(last - first):
            here[pile] = spent[pile, game.bands - 1]
            if here[pile] == np.inf:
                here[pile] = 0.0
        bought = spent[: last - first].copy()
        before = np.inf
        while True:
            # The round: from the piles of n mod 5 cards up to those of n - 5.
            for p in range(a + 1):
                for q in range(b + 1):
                    for r in range(c + 1):
                        low = (gate - p - q - r) % _HAND
                        base = p * step0 + q * step1 + r * step2
                        for s in range(low, d + 1, _HAND):
                            size = p + q + r + s
                            if size > most:
                                break
                            if size >= _HAND:
                                value = 1.0 + _draw(
                                    (p, q, r, s), whole, spent, game.band, game.ways
                                )
                                here[base + s] = value
                            value = here[base + s]
                            for j in range(game.bands):
                                spent[base + s, j] = min(value, bought[base + s, j])
            change = 0.0
            for p in range(min(a, gate) + 1):
                for q in range(min(b, gate - p) + 1):
                    for r in range(min(c, gate - p - q) + 1):
                        s = gate - p - q - r
                        if s > d:
                            continue
                        pile = p * step0 + q * step1 + r * step2 + s
                        value = 1.0 + _draw((p, q, r, s), whole, spent, game.band, game.ways)
                        change = max(change, abs(value - here[pile]))
                        here[pile] = value
            sweeps += 1
            if change <= tolerance or (change >= before and change < 1e-9):
                residual[0] = max(residual[0], change)
                break
            before = change
        # All other piles, once: those of fewer than five cards lead to n - 5.
        for lower in (True, False):
            for p in range(a + 1):
                for q in range(b + 1):
                    for r in range(c + 1):
                        base = p * step0 + q * step1 + r * step2
                        for s in range(d + 1):
                            size = p + q + r + s
                            if size > most:
                                break
                            if size % _HAND != gate and (size < _HAND) == lower:
                                here[base + s] = 1.0 + _draw(
                                    (p, q, r, s), whole, spent, game.band, game.ways
                                )
                                _pass(here, spent, base + s, game.bands)
    return sweeps


@njit
def _is_stuck(deck: int, game: Game, spent: Floats) -> bool:
    """Return whether no hand of a deck pays for a purchase that leads to the goal."""
    coins, left = 0, _HAND
    for which in range(3):
        held = min(left, game.counts[deck, 2 - which])
        coins += held * (3 - which)
        left -= held
    return bool(spent[0, game.band[coins]] == np.inf)


@njit
def choose(deck: int, game: Game, values: Floats, choice: NDArray[np.int8]) -> None:
    """Fill ``choice`` (piles, bands) with the purchase that is best after a hand left each pile.

    -1 passes, which yields to a purchase that is as good.
    """
    a, b, c, d = game.counts[deck]
    most = a + b + c + d - _HAND
    first = game.offset[deck]
    here = 0
    for p in range(a + 1):
        for q in range(b + 1):
            for r in range(c + 1):
                for s in range(d + 1):
                    if p + q + r + s <= most:
                        for j in range(game.bands):
                            best, choice[here, j] = values[first + here], -1
                            for which in range(len(game.cheapest)):
                                target = game.target[deck, which]
                                if game.cheapest[which] > j or target == _MISSING:
                                    continue
                                value = game.gain[which]
                                if target == _BEYOND:
                                    value += game.beyond[deck]
                                elif target >= 0:
                                    there = (p * (game.counts[target, 1] + 1) + q) * (
                                        game.counts[target, 2] + 1
                                    ) + r
                                    there = there * (game.counts[target, 3] + 1) + s
                                    value += values[game.offset[target] + there]
                                if value <= best and value < np.inf:
                                    best, choice[here, j] = value, which
                    here += 1
