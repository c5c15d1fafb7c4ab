"""Kernels of one kingdom card with money: hands, and most points in a number of turns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.arrays import copy_into
from llq.solver.jit import njit

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit
def fill_hands(decks: Ints, rows: Floats, each: Ints, ways: Floats, chance: Floats) -> None:
    """Fill ``chance`` (decks, buys, coins), zero before, in place.

    The last buys and the last coins stand for as many or more.

    Parameters
    ----------
    decks
        (decks, 6) int64. Copper, Silver, Gold, cards without use, copies of the kingdom card, and
        the first of the deck's rows.
    rows
        (rows, 3) float64. Plays, other cards in hand, and the chance of both; -1 ends a deck's.
    each
        (2,) int64. Coins and buys of a play.
    ways
        (cards, cards) float64. Binomial coefficients.
    """
    most = 0
    for row in range(len(rows)):
        most = max(most, int(rows[row, 1]))
    money = np.zeros((most + 1, 3 * most + 1))
    share = np.empty(most + 1)
    held = np.full(3, -1)
    for d in range(len(decks)):
        dead = decks[d, 3]
        others = decks[d, 0] + decks[d, 1] + decks[d, 2] + dead
        if held[0] != decks[d, 0] or held[1] != decks[d, 1] or held[2] != decks[d, 2]:
            # Ways to take i treasures worth v.
            money[:] = 0.0
            copy_into(held, decks[d, :3])
            for a in range(min(held[0], most) + 1):
                for b in range(min(held[1], most - a) + 1):
                    for c in range(min(held[2], most - a - b) + 1):
                        money[a + b + c, a + 2 * b + 3 * c] += (
                            ways[held[0], a] * ways[held[1], b] * ways[held[2], c]
                        )
        row = decks[d, 5]
        while rows[row, 0] >= 0.0:
            # Rows of as many plays follow one another or not: each adds its own share.
            plays, j = int(rows[row, 0]), int(rows[row, 1])
            total = rows[row, 2] / ways[others, j]
            buys = min(plays * each[1], chance.shape[1] - 1)
            for i in range(max(0, j - dead), min(j, others - dead) + 1):
                share[i] = total * ways[dead, j - i]
                for v in range(i, 3 * i + 1):
                    coins = min(v + plays * each[0], chance.shape[2] - 1)
                    chance[d, buys, coins] += share[i] * money[i, v]
            row += 1


@njit
def point_turn(
    chance: Floats, target: Ints, price: Ints, gain: Floats, value: Floats, best: Floats
) -> None:
    """Change ``value`` (decks,) from the most points still to come to those with a turn more.

    Parameters
    ----------
    chance
        (decks, buys, coins) float64.
    target
        (decks, purchases) int64. The deck after each purchase, of a number not below the deck's
        own, or negative.
    price
        (purchases, 2) int64. Cards and coins of each purchase.
    gain
        (purchases,) float64. Points of each purchase.
    best
        (buys, coins) float64. Room to work in.
    """
    _, buys, coins = chance.shape
    for deck in range(len(chance)):
        best[:] = value[deck]
        for which in range(len(price)):
            if target[deck, which] >= 0:
                b, c = price[which, 0] - 1, price[which, 1]
                best[b, c] = max(best[b, c], gain[which] + value[target[deck, which]])
        total = 0.0
        for b in range(buys):
            for c in range(coins):
                if c > 0:
                    best[b, c] = max(best[b, c], best[b, c - 1])
                if b > 0:
                    best[b, c] = max(best[b, c], best[b - 1, c])
                total += chance[deck, b, c] * best[b, c]
        value[deck] = total
