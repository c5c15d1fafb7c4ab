"""Kernel that plays games: one random stream a game, so results do not depend on threads.

The stream of a game is one of `solver.rng`, started from a hash of seed and game number.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale

__all__ = ["play"]


Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Codes = NDArray[np.unsignedinteger]


@njit
def _pick(stream: NDArray[np.uint64], cards: Ints, total: int) -> int:
    """Take a random one of `total` cards, counted by class, and return its class."""
    left = scale(next_bits(stream), total)
    which = 0
    while left >= cards[which]:
        left -= cards[which]
        which += 1
    cards[which] -= 1
    return which


@njit
def _draw(stream: NDArray[np.uint64], pile: Ints, discard: Ints, hand: Ints, real: bool) -> None:
    """Fill `hand` from `pile`; put it back, or under the real rule leave `pile` without it."""
    hand[:] = 0
    total = pile.sum()
    for _ in range(5):
        if real and total == 0:
            pile[:] = discard
            discard[:] = 0
            total = pile.sum()
        hand[_pick(stream, pile, total)] += 1
        total -= 1
    if not real:
        pile += hand


@njit
def _by_weights(stream: NDArray[np.uint64], weights: Floats, band: int) -> int:
    """Return a random Action with the chances of a band."""
    u = np.float64(next_bits(stream) >> np.uint64(11)) * 2.0**-53
    if u < weights[band, 2]:
        return 2
    return 1 if u < weights[band, 2] + weights[band, 1] else 0


@njit
def _band(band_from: Ints, hand: Ints, class_values: Ints) -> int:
    money = 0
    for i in range(len(hand)):
        money += hand[i] * class_values[i]
    band = 0
    while band + 1 < len(band_from) and band_from[band + 1] <= money:
        band += 1
    return band


@njit
def _playout(
    stream: NDArray[np.uint64],
    deck: Ints,
    hand: Ints,
    turns: int,
    class_values: Ints,
    other: int,
    band_from: Ints,
    treasure: Ints,
    points: Ints,
    weights: Floats,
) -> int:
    """Return the points that a game of weights adds to `deck`, which is used up."""
    score = 0
    for _ in range(turns):
        _draw(stream, deck, deck, hand, False)
        band = _band(band_from, hand, class_values)
        action = _by_weights(stream, weights, band)
        if action == 1:
            deck[treasure[band]] += 1
        elif action == 2:
            deck[other] += 1
            score += points[band]
    return score


@njit
def play(
    low: int,
    high: int,
    seed: np.uint64,
    turns: int,
    real: bool,
    class_values: Ints,
    dims: int,
    start: Ints,
    band_from: Ints,
    treasure: Ints,
    points: Ints,
    weights: Floats,
    playouts: int,
    codes: Codes,
    state_start: Ints,
    binomial: Ints,
    space_turns: int,
    scores: Ints,
    counts: Ints,
) -> None:
    """Play games `low` up to `high` of a seed and write their scores and actions.

    Parameters
    ----------
    low, high : int
    seed : uint64
    turns : int
    real : bool
        Whether to keep a draw pile and a discard pile; else each hand is from the whole deck.
    class_values, start : ndarray of int64, shape (classes,)
    dims : int
        Coordinates of a reduced deck; the last is a victory card's.
    band_from, treasure : ndarray of int64, shape (bands,)
    points : ndarray of int64, shape (bands,)
        Of each band's best victory card, -1 for none.
    weights : ndarray of float64, shape (bands, 3)
        Chance of each Action in each band, of the player or, with playouts, of its playouts.
    playouts : int
        Playouts for each affordable action, in the model without piles; 0 for a player of
        weights or codes.
    codes : ndarray of unsigned integers, shape (states,) or (0,)
        A policy as in ``Solution.codes``, for up to `space_turns` turns; played if not empty.
    state_start : ndarray of int64, shape (space_turns + 1,)
        As ``DeckSpace.state_start``.
    binomial : ndarray of int64, shape (dims, space_turns + 1)
        As in ``DeckSpace.rank``.
    scores : ndarray of int64, shape (games,)
        Points won beyond the starting deck's. Modified in place.
    counts : ndarray of int64, shape (turns, 3)
        Added to in place: actions of each kind in each turn.
    """
    classes, other = len(class_values), dims - 1
    stream, deck = np.empty(1, np.uint64), np.empty(classes, np.int64)
    pile, discard, hand = deck.copy(), deck.copy(), deck.copy()
    trial, trial_hand = deck.copy(), deck.copy()
    for game in range(low, high):
        stream[0] = seed
        stream[0] = next_bits(stream) ^ np.uint64(game)
        stream[0] = next_bits(stream)
        deck[:] = start
        pile[:] = start
        discard[:] = 0
        score = 0
        for turn in range(turns):
            if not real:
                pile[:] = deck
            _draw(stream, pile, discard, hand, real)
            band = _band(band_from, hand, class_values)
            to_go = turns - turn
            if playouts > 0:
                action, best = 0, np.int64(-1)
                for a in (2, 1, 0):
                    if (a == 2 and points[band] < 0) or (a == 1 and treasure[band] < 0):
                        continue
                    total = np.int64(0)
                    for _ in range(playouts):
                        trial[:] = deck
                        if a:
                            trial[treasure[band] if a == 1 else other] += 1
                        total += points[band] if a == 2 else 0
                        total += _playout(
                            stream,
                            trial,
                            trial_hand,
                            to_go - 1,
                            class_values,
                            other,
                            band_from,
                            treasure,
                            points,
                            weights,
                        )
                    if total > best:
                        action, best = a, total
            elif len(codes):
                tail, row, size = 0, 0, 0
                for k in range(dims - 1, 0, -1):
                    tail += deck[k] - start[k]
                    row += binomial[k, tail]
                size = tail + deck[0] - start[0]
                index = state_start[size] + row * (space_turns - size) + to_go - 1
                action = (codes[index] >> (2 * band)) & 3
            else:
                action = _by_weights(stream, weights, band)
            counts[turn, action] += 1
            if real:
                discard += hand
            if action:
                bought = treasure[band] if action == 1 else other
                deck[bought] += 1
                discard[bought] += 1
                score += points[band] if action == 2 else 0
        scores[game] = score
