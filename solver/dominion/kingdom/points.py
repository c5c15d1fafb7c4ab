"""Most points in a number of turns with money and one kingdom card, by fresh hands.

The thesis's question with one kind of card more. Points add up and leave the state, and victory
cards count as one kind. Caps forbid what is beyond them, so that every score is one that a player
can have; how little they cost shows where they are raised.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.decks import DeckBox, Kind
from llq.solver.dominion.fewest.hands import money_hands
from llq.solver.dominion.kingdom import kernels
from llq.solver.dominion.kingdom.boxes import KingdomBox, KingdomCaps, buys_that_count, kingdom_box
from llq.solver.dominion.kingdom.cards import KingdomCard
from llq.solver.dominion.kingdom.hands import KingdomHands
from llq.solver.dominion.variants import rules


def most_points(
    card: KingdomCard | None, turns: int, caps: KingdomCaps | None = None
) -> NDArray[np.float64]:
    """Return the most expected points in 0 to ``turns`` turns from the starting deck.

    Parameters
    ----------
    card
        None for money alone.
    caps
        Most bought treasures and copies; by default those that cost next to nothing.

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
        caps = KingdomCaps(
            min(most, 3 if turns <= 15 else 1), *(min(most, n) for n in (16, 16, 10))
        )
    money = kingdom_box(card, 1, caps)
    estates = game.start[game.place["estate"]]
    victory = Kind("victory", 0, estates, estates + min(most, turns + 4) + 1)
    box = KingdomBox((*money.kinds[:-1], victory), 0, False, money.pile)
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
        kernels.point_turn(chance, target, price.astype(np.int64), gain, value, room)
        points.append(game.start_points + float(value[0]))
    return np.array(points)


def _hands(card: KingdomCard | None, box: DeckBox, buys: int, coins: int) -> NDArray[np.float64]:
    """Return the chances of a hand by deck, buys and coins; the last coins are "or more"."""
    if card:
        found = KingdomHands(card, buys, coins)(box)
        return found.chance.reshape(box.decks, buys, -1)
    chance = money_hands(box).chance
    capped = chance[:, : coins + 1].copy()
    capped[:, coins] += chance[:, coins + 1 :].sum(1)
    return capped[:, None]
