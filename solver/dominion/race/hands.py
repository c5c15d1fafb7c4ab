"""The chance of each money band in a hand of five, by the cards bought."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.race.rules import COSTS, HAND, Side

__all__ = ["hand_chances"]


def hand_chances(side: Side, bought: int) -> NDArray[np.float64]:
    """Return the chance of each money band of a hand, by the cards that a player has bought.

    Parameters
    ----------
    side
        The player's deck, and the room for treasures.
    bought
        Most victory cards that the player may buy.

    Returns
    -------
    (bought + 1, decks, 6) float64
        By victory cards bought, cell of the player (Silvers, then Golds) and money band: the
        hypergeometric chance that five cards are worth that much; bands sum to 1.

    Examples
    --------
    >>> start = hand_chances(Side(), 0)[0, 0]
    >>> [round(252 * chance) for chance in start]  # two coins in 21 of 252 hands, five in 21
    [0, 21, 210, 21, 0, 0]
    """
    victory, silver, gold = np.indices((bought + 1, side.silver_room + 1, side.gold_room + 1))
    silver, gold = silver + side.silver, gold + side.gold
    other = victory + side.victory
    chances = np.zeros((*victory.shape, len(COSTS)))
    most = int((other + silver + gold).max()) + side.copper
    choose = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(most + 1)], float)
    for golds in range(HAND + 1):
        for silvers in range(HAND + 1 - golds):
            for coppers in range(HAND + 1 - golds - silvers):
                coins = coppers + 2 * silvers + 3 * golds
                band = sum(coins >= cost for cost in COSTS) - 1
                chances[..., band] += (
                    choose[gold, golds]
                    * choose[silver, silvers]
                    * choose[side.copper, coppers]
                    * choose[other, HAND - golds - silvers - coppers]
                )
    chances /= choose[other + silver + gold + side.copper, HAND][..., None]
    return np.ascontiguousarray(chances.reshape(bought + 1, side.decks, len(COSTS)))
