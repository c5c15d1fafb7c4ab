"""Big Money + X: Province, Gold, the kingdom card up to a number of copies, Silver.

The rule by which players have compared terminal cards since 2010. It spends what is left on the
same list while there are buys.

References
----------
theory, "Big Money", dominionstrategy.com/big-money (2010); "Smithy" and "Terminal draw Big Money"
on wiki.dominionstrategy.com: Big Money with one or two copies of a terminal, at its price.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.decks import Caps, DeckBox, money_box
from llq.solver.dominion.fewest.fresh import FreshGame, FreshPolicy, money_hands
from llq.solver.dominion.fewest.piles import PileGame
from llq.solver.dominion.kingdom.cards import KingdomCard, buys_that_count
from llq.solver.dominion.kingdom.fewest import KingdomGame
from llq.solver.dominion.kingdom.hands import KingdomHands


def big_money(card: KingdomCard | None, copies: int, provinces: int) -> FreshPolicy:
    """Return the policy of Big Money with up to ``copies`` copies of a card.

    Examples
    --------
    >>> round(big_money(None, 0, 1).turns, 3)
    8.004
    """
    buys = buys_that_count(card) if copies else 1
    bought = card if copies else None
    box = money_box(provinces, Caps(0, 26, 20, copies), card=bought)
    game = FreshGame(box, KingdomHands(bought, buys) if bought else money_hands)

    def choose(box: DeckBox, coins: int, buys: int) -> Sequence[int]:
        place = box.place
        held = box.column(card.name) if card else np.zeros(box.decks, np.int64)
        choice = np.full(box.decks, -1, np.int64)
        for have in range(copies + 1):
            places: list[int] = []
            left, spent = buys, coins
            while left:
                wishes = ["province", "gold", "silver"]
                if card and have + places.count(place.get(card.name, -1)) < copies:
                    wishes.insert(2, card.name)
                which = next((w for w in wishes if box.kinds[place[w]].cost <= spent), None)
                if which is None:
                    break
                places.append(place[which])
                spent, left = spent - box.kinds[place[which]].cost, left - 1
            if places:
                choice[held == have] = game.bought.index(tuple(sorted(places)))
        return choice.tolist()

    return game.policy(choose)


def big_money_piles(card: KingdomCard, provinces: int, caps: Caps) -> PileGame:
    """Return Big Money with as many copies of a card as the caps have, by the real rule.

    The card is played whenever it is in hand.

    Examples
    --------
    >>> from llq.solver.dominion.kingdom.cards import find_card
    >>> round(big_money_piles(find_card("smithy"), 1, Caps(0, 6, 5, 1)).optimum().turns, 3)
    6.859
    """

    def choose(box: DeckBox, coins: int) -> NDArray[np.int64]:
        held, choice = box.column(card.name), np.full(box.decks, -1)
        for name in ("silver", card.name, "gold", "province"):
            place = box.place[name]
            if box.kinds[place].cost <= coins:
                choice[(name != card.name) | (held < caps.copies)] = place
        return choice

    return PileGame(money_box(provinces, caps, card=card), card, choose, plays=True)


def fresh_piles(card: KingdomCard, provinces: int, caps: Caps) -> PileGame:
    """Return the fresh-hand optimum, which knows its deck but no pile, as a game by the real rule.

    The card is played whenever it is in hand.
    """
    best = KingdomGame(card, provinces, caps).best

    def choose(_: DeckBox, coins: int) -> NDArray[np.int64]:
        which = best.choice[:, coins]
        places = [bought[0] for bought in best.game.bought]
        return np.where(which < 0, -1, np.array(places)[which])

    return PileGame(money_box(provinces, caps, card=card), card, choose, plays=True)
