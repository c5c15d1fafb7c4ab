"""Kernels that follow a strategy: distribution of scores, actions by turn, games of chance.

Shells, value arrays and symbols are those of `llq.solver.dominion.solitaire.kernels`.
"""

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.model import Purchase
from llq.solver.dominion.solitaire.kernels import Buys, Choice, Frame, shares
from llq.solver.jit import njit

_PASS, _TREASURE, _VICTORY = (int(purchase) for purchase in Purchase)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit
def spread(low: int, high: int, chance: Floats, buys: Buys, choice: Choice, frame: Frame) -> None:
    """Fill ``frame.now`` with the distributions of a strategy's points to come.

    ``chance`` (bands, rows) is of each money band. With n turns to go, at most top * n points can
    come, top being the most points of a card. The row of a deck in ``frame.now`` holds the chances
    of 0 ... top * n points for n = 0, 1, ... one after another: (rows, sum of top * n + 1 for n <=
    N), and ``after`` those for n < N.
    """
    points = buys.victory_points
    successors, after, now = frame.successors, frame.after, frame.now
    dims, cards, top, length = successors.shape[1], len(points), 0, 0
    for v in range(cards):
        top = max(top, points[v])
    while top * length * (length - 1) // 2 + length < after.shape[1]:
        length += 1
    share = np.empty((dims + cards + 1, length))
    for row in range(low, high):
        shares(row, chance, buys, choice, dims, share)
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
    size: int, chance: Floats, buys: Buys, choice: Choice, frame: Frame, counts: Floats
) -> None:
    """Propagate a shell's deck chances: purchases reach the next shell, passing stays within.

    ``size`` is the bought cards of each deck; no deck has them before that many turns. ``chance``
    (bands, rows) is of each money band. ``frame.now`` (rows, turns) is the chance of each deck at
    the start of each turn, modified in place; ``after``, that of the next shell, and ``counts``
    (turns, bands, 3), the chance of each band and `Purchase` in each turn, are added to in place.
    """
    treasure, weights, codes = buys.treasure, choice.weights, choice.codes
    successors, after, now = frame.successors, frame.after, frame.now
    turns, dims = now.shape[1], successors.shape[1]
    for row in range(len(now)):
        for turn in range(size, turns):
            here = now[row, turn]
            if here == 0.0:
                continue
            for b in range(len(treasure)):
                for action in (_PASS, _TREASURE, _VICTORY):
                    if len(codes):
                        taken = (codes[row, turns - turn - 1] >> (2 * b)) & 3 == action
                        p = here * chance[b, row] * taken
                    else:
                        p = here * chance[b, row] * weights[b, action]
                    if p == 0.0:
                        continue
                    counts[turn, b, action] += p
                    if turn + 1 < turns:
                        if action == _PASS:
                            now[row, turn + 1] += p
                        else:
                            bought = treasure[b] if action == _TREASURE else dims - 1
                            after[successors[row, bought], turn + 1] += p


@njit
def hazard(
    low: int, high: int, chance: Floats, buys: Buys, weights: Floats, keep: float, frame: Frame
) -> None:
    """Fill ``frame.now`` with expected further points when games continue with chance ``keep``.

    ``chance`` (bands, rows) is of each money band, ``weights`` (bands, 3) of each `Purchase` there,
    or (0, 3) for the optimum. Frame values are (rows, values): any number of them, each with its
    own value at the largest decks.

    Passing leaves the deck, so a deck's value stands on both sides of its equation. Its root is
    found from below: pass in the lowest band, where buying gains least, solve the linear equation,
    and go on to the next band as long as passing gains there too.
    """
    treasure, points = buys.treasure, buys.points
    successors, after, now = frame.successors, frame.after, frame.now
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
                    passing += chance[b, row] * weights[b, _PASS]
                    fixed += chance[b, row] * weights[b, _TREASURE] * gain
                    if p >= 0.0:
                        fixed += chance[b, row] * weights[b, _VICTORY] * (other + p)
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
