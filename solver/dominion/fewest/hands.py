"""What a random hand of a deck gives: coins and buys, with chances.

`money_hands` is the five cards of a deck of treasures and victory cards. Another function of this
shape, with actions played from the hand, makes another game of `fresh`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.decks import DeckBox
from llq.solver.dominion.rules import HAND_SIZE


@dataclass(frozen=True)
class HandOutcomes:
    """The outcomes of a hand, and how likely each is.

    Parameters
    ----------
    coins, buys
        (outcomes,) int64. What each outcome gives to spend.
    chance
        (decks, outcomes) float64. Of each outcome by the deck's number; rows sum to 1.
    """

    coins: NDArray[np.int64]
    buys: NDArray[np.int64]
    chance: NDArray[np.float64]


Hands = Callable[[DeckBox], HandOutcomes]
"""What the hands of a box's decks give."""


def money_hands(box: DeckBox) -> HandOutcomes:
    """Return the coins of a hand of five cards of each deck, with one buy.

    Examples
    --------
    >>> from llq.solver.dominion.fewest.decks import Kind
    >>> kinds = Kind("copper", 0, 7, 7), Kind("province", 8, 0, 1)
    >>> hands = money_hands(DeckBox(kinds, others=3))
    >>> (hands.chance[0, :7] * 252).round(9).tolist()
    [0.0, 0.0, 21.0, 105.0, 105.0, 21.0, 0.0]
    """
    copper, silver, gold = (box.column(name) for name in ("copper", "silver", "gold"))
    size = box.others + box.counts.sum(1)
    counts = (copper, silver, gold, size - copper - silver - gold)
    most = int(np.max(size))
    ways = np.array([[comb(n, k) for k in range(HAND_SIZE + 1)] for n in range(most + 1)], float)
    chance = np.zeros((box.decks, 3 * HAND_SIZE + 1))
    for i in range(HAND_SIZE + 1):
        for j in range(HAND_SIZE + 1 - i):
            for k in range(HAND_SIZE + 1 - i - j):
                hand = (i, j, k, HAND_SIZE - i - j - k)
                of_each = [ways[n, drawn] for n, drawn in zip(counts, hand, strict=True)]
                chance[:, i + 2 * j + 3 * k] += np.prod(of_each, axis=0)
    chance /= ways[size, HAND_SIZE][:, None]
    coins = np.arange(chance.shape[1])
    return HandOutcomes(coins, np.ones_like(coins), chance)
