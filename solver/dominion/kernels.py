"""Kernels of the sweep over decks, largest first: hands, optimal values, actions, evaluation.

All work on one shell (see :mod:`~.states`) and read the next larger one. A value array of shell
j has shape (rows, T - j + 1): the last axis is turns to go, 0 included. ``successors[row, i]`` is
the row in the next shell after buying coordinate i; the last coordinate is a victory card's. Each
kernel does the rows from `low` up to `high` and may run on a thread of its own.

With W(x, n) the points still to come for deck x and n turns to go (equations 11 and 12 less p(D)),

    W(x, 0) = 0,   W(x, n) = sum over bands b of P(b | x) max(pass, treasure, victory),
    pass = W(x, n-1),   treasure = W(x + t_b, n-1),   victory = p_b + W(x + other, n-1).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit

__all__ = ["act", "evaluate", "hand_bands", "optimal", "shares"]


Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Codes = NDArray[np.unsignedinteger]


@njit
def hand_bands(
    low: int,
    high: int,
    shell: int,
    x: Ints,
    start: Ints,
    hands: Ints,
    hand_band: Ints,
    binomial: Floats,
    out: Floats,
) -> None:
    """Fill `out` with the chance of each money band for a hand from each deck.

    Parameters
    ----------
    low, high, shell : int
    x : ndarray of int64, shape (rows, dims - 1)
        Bought cards of coordinates 1 ... dims - 1, dims being 2 or more.
    start : ndarray of int64, shape (classes,)
    hands : ndarray of int64, shape (hands, classes)
    hand_band : ndarray of int64, shape (hands,)
    binomial : ndarray of float64, shape (6, cards + 1)
        binomial[k, n] = C(n, k).
    out : ndarray of float64, shape (bands, rows)
        Modified in place.

    Notes
    -----
    Rows come in runs in which only the last two coordinates change, one growing as the other
    shrinks. What the other classes contribute is counted once a run, by how many cards of the hand
    are of the last two (`ways`); the decks of a run are then one vector loop.
    """
    classes, last, bands = len(start), x.shape[1], len(out)
    cards = start.sum() + shell
    deck = start.copy()
    ways = np.empty((6, 6, bands))
    both = np.empty(shell + 1)
    row = low
    while row < high:
        deck[0] = start[0] + shell
        for i in range(1, last + 1):
            deck[i] = start[i] + x[row, i - 1]
            deck[0] -= x[row, i - 1]
        a, b = deck[last - 1], deck[last]
        run = min(a - start[last - 1] + 1, high - row)
        ways[:] = 0.0
        for h in range(len(hand_band)):
            count = 1.0
            for i in range(classes):
                if i != last and i != last - 1:
                    count *= binomial[hands[h, i], deck[i]]
            ways[hands[h, last - 1], hands[h, last], hand_band[h]] += count
        ways /= binomial[5, cards]
        out[:, row : row + run] = 0.0
        for j in range(6):
            for k in range(6 - j):
                for i in range(run):
                    both[i] = binomial[j, a - i] * binomial[k, b + i]
                for band in range(bands):
                    weight, target = ways[j, k, band], out[band, row : row + run]
                    if weight > 0.0:
                        for i in range(run):
                            target[i] += weight * both[i]
        row += run


@njit
def optimal(
    low: int,
    high: int,
    chance: Floats,
    treasure: Ints,
    points: Floats,
    must_buy: bool,
    successors: Ints,
    after: Floats,
    now: Floats,
) -> None:
    """Fill `now` with W of a shell from `after`, that of the next.

    Parameters
    ----------
    low, high : int
    chance : ndarray of float64, shape (bands, rows)
    treasure : ndarray of int64, shape (bands,)
        Coordinate of the best treasure, -1 for none.
    points : ndarray of float64, shape (bands,)
        Points of the best victory card, -1 for none.
    must_buy : bool
        Whether passing is forbidden where a card is affordable.
    successors : ndarray of int64, shape (rows, dims)
    after : ndarray of float64, shape (rows of the next shell, N)
    now : ndarray of float64, shape (rows, N + 1)
        Modified in place.

    Notes
    -----
    A buy's best value and its sum over bands are free of the recursion through passing, so they
    are vector loops over turns to go. Passing then only adds what it gains. More money never hurts,
    so the bands in which passing gains are the lowest ones and the scan stops at the first that
    does not; rounding can cost 1 ulp there.
    """
    bands, length = len(treasure), after.shape[1]
    buy = np.zeros((bands, length))
    for row in range(low, high):
        total = now[row, 1:]
        total[:] = 0.0
        other = after[successors[row, -1]]
        for b in range(bands):
            weight, t, p, best = chance[b, row], treasure[b], points[b], buy[b]
            if t >= 0 and p >= 0.0:
                source = after[successors[row, t]]
                for n in range(length):
                    a, v = source[n], other[n] + p
                    value = v if v > a else a
                    best[n] = value
                    total[n] += weight * value
            elif t >= 0 or p >= 0.0:
                source = after[successors[row, t]] if t >= 0 else other
                bonus = 0.0 if t >= 0 else p
                for n in range(length):
                    best[n] = source[n] + bonus
                    total[n] += weight * best[n]
        now[row, 0] = 0.0
        previous = 0.0
        for n in range(length):
            value = total[n]
            for b in range(bands):
                if buy[b, n] >= previous or (must_buy and (treasure[b] >= 0 or points[b] >= 0.0)):
                    break
                value += chance[b, row] * (previous - buy[b, n])
            total[n] = value
            previous = value


@njit
def act(
    low: int,
    high: int,
    treasure: Ints,
    points: Floats,
    successors: Ints,
    after: Floats,
    now: Floats,
    tolerance: float,
    codes: Codes,
    ties: Ints,
) -> None:
    """Fill `codes` with the action best by the values `after` and `now` in each band.

    Parameters
    ----------
    low, high, treasure, points, successors, after, now
        As for ``optimal``, `now` being filled already.
    tolerance : float
        Actions whose values differ by no more than this times max(1, best) are tied. Of tied
        actions victory goes before treasure before passing.
    codes : ndarray of uint32, shape (rows, N)
        Bits 2b and 2b + 1 of codes[row, n - 1] are the Action in band b with n turns to go.
        Modified in place.
    ties : ndarray of int64, shape (rows, 8)
        How often each set of actions was best, as a bit mask 1 << Action. Added to in place.
    """
    length = after.shape[1]
    none = np.full(length, -1.0)
    best = np.empty(length, np.int64)
    for row in range(low, high):
        stay, other = now[row], after[successors[row, -1]]
        codes[row] = 0
        for b in range(len(treasure)):
            source = after[successors[row, treasure[b]]] if treasure[b] >= 0 else none
            victory, gain = (other, points[b]) if points[b] >= 0.0 else (none, 0.0)
            for n in range(length):
                u0, u1, u2 = stay[n], source[n], victory[n] + gain
                top = u1 if u1 > u0 else u0
                top = u2 if u2 > top else top
                least = top - tolerance * (top if top > 1.0 else 1.0)
                best[n] = (u0 >= least) + 2 * (u1 >= least) + 4 * (u2 >= least)
            for n in range(length):
                ties[row, best[n]] += 1
                action = 2 if best[n] >= 4 else best[n] >> 1
                codes[row, n] |= action << (2 * b)


@njit
def shares(
    row: int,
    chance: Floats,
    treasure: Ints,
    victory: Ints,
    weights: Floats,
    codes: Codes,
    dims: int,
    out: Floats,
) -> None:
    """Fill `out`, (dims + cards + 1, N): chance of each treasure, victory card and of passing."""
    out[:] = 0.0
    passing = len(out) - 1
    for b in range(len(treasure)):
        p, t, v = chance[b, row], treasure[b], dims + victory[b]
        if len(codes):
            for n in range(out.shape[1]):
                action = (codes[row, n] >> (2 * b)) & 3
                out[t if action == 1 else (v if action == 2 else passing), n] += p
        else:
            for action, i in ((0, passing), (1, t), (2, v)):
                share = p * weights[b, action]
                if share > 0.0:
                    target = out[i]
                    for n in range(len(target)):
                        target[n] += share


@njit
def evaluate(
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
    """Fill `now` with a strategy's mean points to come on a shell from `after`, those of the next.

    Parameters
    ----------
    low, high, chance, treasure, successors
        As for ``optimal``.
    victory : ndarray of int64, shape (bands,)
        Number of the best victory card, -1 for none.
    points : ndarray of int64, shape (victory cards,)
    weights : ndarray of float64, shape (bands, 3)
        Chance of each Action in each band. Read where `codes` is empty.
    codes : ndarray of unsigned integers, shape (rows, N) or (0, 0)
        As ``act`` fills them.
    after : ndarray of float64, shape (rows of the next shell, N)
    now : ndarray of float64, shape (rows, N + 1)
        Modified in place.
    """
    dims, cards, length = successors.shape[1], len(points), after.shape[1]
    share = np.empty((dims + cards + 1, length))
    for row in range(low, high):
        shares(row, chance, treasure, victory, weights, codes, dims, share)
        now[row, 0] = 0.0
        target, other = now[row, 1:], share[dims - 1]
        target[:] = 0.0
        for v in range(cards):
            part, gain = share[dims + v], float(points[v])
            for n in range(length):
                target[n] += part[n] * gain
                other[n] += part[n]
        for i in range(dims):
            part, source = share[i], after[successors[row, i]]
            for n in range(length):
                target[n] += part[n] * source[n]
        part, previous = share[dims + cards], 0.0
        for n in range(length):
            target[n] += part[n] * previous
            previous = target[n]
