"""Most points in a number of turns with money and one kingdom card, by fresh hands.

The thesis's question with one kind of card more. Points add up and leave the state, and victory
cards count as one kind. Caps forbid what is beyond them, so that every score is one that a player
can have; how little they cost shows where they are raised.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.decks import Caps, DeckBox, Kind, money_box
from llq.solver.dominion.fewest.fresh import money_hands
from llq.solver.dominion.kingdom.cards import KingdomCard, buys_that_count
from llq.solver.dominion.kingdom.hands import KingdomHands
from llq.solver.dominion.variants import rules
from llq.solver.jit import njit

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def most_points(card: KingdomCard | None, turns: int, caps: Caps | None = None) -> Floats:
    """Return the most expected points in 0 to ``turns`` turns from the starting deck.

    Returns
    -------
    (turns + 1,) float64

    Examples
    --------
    >>> most_points(None, 3).round(4).tolist()
    [3.0, 4.1667, 5.2424, 6.3334]
    """
    game, buys = rules(), buys_that_count(card)
    most = buys * turns
    if caps is None:
        caps = Caps(min(most, 3 if turns <= 15 else 1), *(min(most, n) for n in (16, 16, 10)))
    money = money_box(1, caps, card=card)
    estates = game.start[game.place["estate"]]
    victory = Kind("victory", 0, estates, estates + min(most, turns + 4) + 1)
    box = replace(money, kinds=(*money.kinds[:-1], victory), others=0)
    dearest = max(c.cost for c in game.cards)
    coins = max(dearest, card.cost if card else 0) * buys
    chance = _hands(card, box, buys, coins)
    places = [box.place.get(c.name, len(box.kinds) - 1) for c in game.cards]
    offers = [(place, c.cost, c.points) for place, c in zip(places, game.cards, strict=True)]
    if card:
        offers.append((box.place[card.name], card.cost, 0))
    bought = [
        some
        for size in range(1, buys + 1)
        for some in combinations_with_replacement(offers, size)
        if sum(cost for _, cost, _ in some) <= coins
    ]
    target = box.targets([[place for place, _, _ in some] for some in bought])
    price = np.array([(len(some), sum(cost for _, cost, _ in some)) for some in bought])
    gain = np.array([float(sum(points for _, _, points in some)) for some in bought])
    value, room = np.zeros(box.decks), np.empty(chance.shape[1:])
    points = [float(game.start_points)]
    for _ in range(turns):
        _point_turn(chance, target, price.astype(np.int64), gain, value, room)
        points.append(game.start_points + float(value[0]))
    return np.array(points)


def _hands(card: KingdomCard | None, box: DeckBox, buys: int, coins: int) -> Floats:
    """Return the chances of a hand by deck, buys and coins; the last coins are "or more"."""
    if card:
        hands = KingdomHands(card, buys, coins)(box)
        return hands.chance.reshape(box.decks, buys, -1)
    chance = money_hands(box).chance
    capped = chance[:, : coins + 1].copy()
    capped[:, coins] += chance[:, coins + 1 :].sum(1)
    return capped[:, None]


@njit
def _point_turn(
    chance: Floats,
    target: Ints,
    price: Ints,
    gain: Floats,
    value: Floats,
    best: Floats,
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
