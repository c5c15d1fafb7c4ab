"""The kernel of one turn forward: where the states of one deck lead to, and with what chance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit

_HAND = 5
DONE = -1
"""In place of where a deck begins: the purchase ends the game."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit
def push(
    counts: Ints,
    mass: Floats,
    choice: NDArray[np.int8],
    band: Ints,
    into: Ints,
    steps: Ints,
    after: Floats,
    ways: Floats,
    least: float,
) -> tuple[float, float]:
    """Add to ``after`` where the states of a deck lead in a turn; return what is done, and lost.

    Parameters
    ----------
    counts
        (4,) int64. Cards of each class in the deck.
    mass
        (piles,) float64. The chance of each state, by its draw pile.
    choice
        (piles, bands) or (1, bands) int8. The purchase after a hand left a pile, -1 to pass; one
        row for all piles.
    band
        (16,) int64. The money band of each number of coins.
    into
        (purchases + 1,) int64. Where in ``after`` the deck of each purchase begins, -1 where the
        purchase ends the game; the last entry is passing.
    steps
        (purchases + 1, 4) int64. How far a pile's number there grows with a card of each class.
    after
        (any,) float64, modified in place.
    least
        States of a smaller chance are left out, and their chance returned as lost.
    """
    done, lost, here = 0.0, 0.0, 0
    a, b, c, d = counts
    # How far a pile's number grows with a card of each class.
    step2 = d + 1
    step1 = step2 * (c + 1)
    step0 = step1 * (b + 1)
    one_row = len(choice) == 1
    # Visit the draw piles in the order of their numbers, and leave out the unlikely ones.
    for p in range(a + 1):
        for q in range(b + 1):
            for r in range(c + 1):
                for s in range(d + 1):
                    share = mass[here]
                    here += 1
                    if share < least:
                        lost += share
                        continue
                    # Draw from the pile, or all of it and the rest from the shuffled discards.
                    size = p + q + r + s
                    from0, from1, from2, from3, cards, coins = p, q, r, s, _HAND, 0
                    if size < _HAND:
                        from0, from1, from2, from3 = a - p, b - q, c - r, d - s
                        cards, coins = _HAND - size, p + 2 * q + 3 * r
                    share /= ways[from0 + from1 + from2 + from3, cards]
                    # Enumerate the hands: i, j and k cards of classes 0, 1 and 2, others of 3.
                    for k in range(min(from2, cards) + 1):
                        for j in range(min(from1, cards - k) + 1):
                            left = cards - k - j
                            flow_kj = share * ways[from2, k] * ways[from1, j]
                            for i in range(max(0, left - from3), min(from0, left) + 1):
                                flow = flow_kj * ways[from0, i] * ways[from3, left - i]
                                # Look up the purchase by the pile left and the coins in hand.
                                x0, x1, x2, x3 = from0 - i, from1 - j, from2 - k, from3 - left + i
                                pile = x0 * step0 + x1 * step1 + x2 * step2 + x3
                                row = 0 if one_row else pile
                                which = choice[row, band[coins + i + 2 * j + 3 * k]]
                                # Add the flow to where the purchase leads.
                                if into[which] == DONE:
                                    done += flow
                                else:
                                    there = into[which] + x0 * steps[which, 0]
                                    there += x1 * steps[which, 1] + x2 * steps[which, 2] + x3
                                    after[there] += flow
    return done, lost
