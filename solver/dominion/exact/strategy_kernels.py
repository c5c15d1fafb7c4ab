"""Kernels that follow a strategy: the distribution of its scores, its actions, games of chance.

Shells, value arrays and symbols are those of :mod:`~.kernel`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.kernels import shares
from llq.solver.jit import njit

__all__ = ["flow", "hazard", "spread"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Codes = NDArray[np.unsignedinteger]


@njit
def spread(
    low: int,
    high: int,
    chance: Floats,
    treasure: Ints,
    victory: Ints,
    points: Ints,
    weights: Floats,
    codes: Codes,
    successors: Ints,
    after: Floats,
    now: Floats,
) -> None:
    """Fill `now` with the distributions of a strategy's points to come.

    Parameters are those of ``evaluate`` but for the two value arrays. With n turns to go, at most
    top * n points can come, top being the most points of a card; the row of a deck holds the
    chances of 0 ... top * n points for n = 0, 1, ... one after another.

    Parameters
    ----------
    after : ndarray of float64, shape (rows of the next shell, sum of top * n + 1 for n < N)
    now : ndarray of float64, shape (rows, sum of top * n + 1 for n <= N)
        Modified in place.
    """
    dims, cards, top = successors.shape[1], len(points), points.max()
    length = 0
    while top * length * (length - 1) // 2 + length < after.shape[1]:
        length += 1
    share = np.empty((dims + cards + 1, length))
    for row in range(low, high):
        shares(row, chance, treasure, victory, weights, codes, dims, share)
        now[row] = 0.0
        now[row, 0] = 1.0
        begin = 0
        for n in range(length):
            width = top * n + 1
            end = begin + width
            target = now[row, end : end + width + top]
            for i in range(dims):
                p = share[i, n]
                if p > 0.0:
                    source = after[successors[row, i], begin:end]
                    for k in range(width):
                        target[k] += p * source[k]
            source = after[successors[row, dims - 1], begin:end]
            for v in range(cards):
                p = share[dims + v, n]
                if p > 0.0:
                    moved = target[points[v] :]
                    for k in range(width):
                        moved[k] += p * source[k]
            p = share[dims + cards, n]
            if p > 0.0:
                source = now[row, begin:end]
                for k in range(width):
                    target[k] += p * source[k]
            begin = end


@njit
def flow(
    size: int,
    chance: Floats,
    treasure: Ints,
    weights: Floats,
    codes: Codes,
    successors: Ints,
    now: Floats,
    after: Floats,
    counts: Floats,
) -> None:
    """Push the chances of a shell's decks one turn on: into `after` or, by passing, within `now`.

    Parameters
    ----------
    size : int
        Bought cards of each deck; no deck has them before that many turns.
    chance, treasure, weights, codes, successors
        As for ``evaluate``.
    now : ndarray of float64, shape (rows, turns)
        Chance of each deck at the start of each turn. Modified in place.
    after : ndarray of float64, shape (rows of the next shell, turns)
        Added to in place.
    counts : ndarray of float64, shape (turns, bands, 3)
        Chance of each band and Action in each turn. Added to in place.
    """
    turns, dims = now.shape[1], successors.shape[1]
    for row in range(len(now)):
        for turn in range(size, turns):
            here = now[row, turn]
            if here == 0.0:
                continue
            for b in range(len(treasure)):
                for action in range(3):
                    if len(codes):
                        taken = (codes[row, turns - turn - 1] >> (2 * b)) & 3 == action
                        p = here * chance[b, row] * taken
                    else:
                        p = here * chance[b, row] * weights[b, action]
                    if p == 0.0:
                        continue
                    counts[turn, b, action] += p
                    if turn + 1 < turns:
                        if action == 0:
                            now[row, turn + 1] += p
                        else:
                            bought = treasure[b] if action == 1 else dims - 1
                            after[successors[row, bought], turn + 1] += p


@njit
def hazard(
    low: int,
    high: int,
    chance: Floats,
    treasure: Ints,
    points: Floats,
    weights: Floats,
    keep: float,
    successors: Ints,
    after: Floats,
    now: Floats,
) -> None:
    """Fill `now` with points to come in a game that goes on after each turn with chance `keep`.

    Parameters
    ----------
    low, high, chance, treasure, points, successors
        As for ``optimal``.
    weights : ndarray of float64, shape (bands, 3) or (0, 3)
        As for ``evaluate``; empty for the optimum.
    keep : float
    after : ndarray of float64, shape (rows of the next shell, values)
    now : ndarray of float64, shape (rows, values)
        Modified in place.

    Notes
    -----
    Passing leaves the deck, so a deck's value stands on both sides of its equation. Its root is
    found from below: pass in the lowest band, where buying gains least, solve the linear equation,
    and go on to the next band as long as passing gains there too.
    """
    bands = len(treasure)
    buy = np.zeros(bands)
    for row in range(low, high):
        for z in range(after.shape[1]):
            other = keep * after[successors[row, -1], z]
            fixed, passing = 0.0, 0.0
            for b in range(bands):
                t, p = treasure[b], points[b]
                gain = keep * after[successors[row, t], z] if t >= 0 else 0.0
                if len(weights):
                    passing += chance[b, row] * weights[b, 0]
                    fixed += chance[b, row] * weights[b, 1] * gain
                    if p >= 0.0:
                        fixed += chance[b, row] * weights[b, 2] * (other + p)
                else:
                    buy[b] = max(gain, other + p) if p >= 0.0 else gain
                    fixed += chance[b, row] * buy[b]
            value = fixed / (1.0 - keep * passing)
            if not len(weights):
                for b in range(bands):
                    if buy[b] >= keep * value:
                        break
                    fixed -= chance[b, row] * buy[b]
                    passing += chance[b, row]
                    value = fixed / (1.0 - keep * passing)
            now[row, z] = value
