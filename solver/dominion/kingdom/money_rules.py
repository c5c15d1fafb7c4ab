"""Menus with one kingdom card; Big Money + X: Province, Gold, X up to a number of copies, Silver.

By Big Money + X players have compared terminal cards since 2010. What is left is spent on the same
menu while there are buys.

References
----------
theory, "Big Money", dominionstrategy.com/big-money (2010); "Smithy" and "Terminal draw Big Money"
on wiki.dominionstrategy.com: Big Money with one or two copies of a terminal, at its price.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.kingdom.cards import KingdomCard, most_copies
from llq.solver.dominion.kingdom.choices import best_play, kingdom_game
from llq.solver.dominion.kingdom.decks import Caps, DeckBox, money_box
from llq.solver.dominion.kingdom.fresh import FreshPolicy
from llq.solver.dominion.kingdom.trades import TradingGame
from llq.solver.dominion.menu_choices import Sight, picks
from llq.solver.dominion.menus import Menu
from llq.solver.dominion.variants import rules

Ints = NDArray[np.int64]

_WHERE = "a game of one without turns"
_KNOWN = "count, provinces_left, total_money, cards, treasures, victories, {}and points"


def big_money(card: KingdomCard | None, copies: int, provinces: int) -> float:
    """Return the expected turns of Big Money with up to ``copies`` copies of a card.

    A card that trades is played for the fewest turns with these purchases.

    Examples
    --------
    >>> round(big_money(None, 0, 1), 3)
    8.004
    """
    if card and card.trades:
        return TradingGame(card, provinces, supply=copies, in_order=True).turns
    wish = f"{card.name} if count({card.name}) < {copies}; " if card else ""
    menu = Menu.from_text(f"province; gold; {wish}silver")
    return menu_policy(menu, card if copies else None, copies, provinces).turns


def menu_policy(menu: Menu, card: KingdomCard | None, copies: int, provinces: int) -> FreshPolicy:
    """Return the policy of a menu to a number of Provinces, by fresh hands.

    A card that chooses is played for the fewest turns with the menu's purchases.

    Parameters
    ----------
    card
        The kingdom card for sale; None for money alone.
    copies
        Copies that decks have room for.

    Raises
    ------
    IllegalState
        The menu asks for what a game of one does not have, or wishes for a card that is not for
        sale, as a Duchy is not here.

    Examples
    --------
    >>> from llq.solver.dominion.kingdom.cards import find_card
    >>> menu = Menu.from_text("province; gold; smithy if count(smithy) < 1; silver")
    >>> round(menu_policy(menu, find_card("smithy"), 1, 1).turns, 3)
    6.852
    """
    most = min(copies, most_copies(card)) if card else 0
    game = kingdom_game(money_box(provinces, Caps(0, 26, 20, most), card=card), card)
    number = {bought: which for which, bought in enumerate(game.bought)}
    costs = np.array([kind.cost for kind in game.box.kinds])

    def choose(box: DeckBox, coins: int, buys: int) -> Sequence[int]:
        held, left = box.counts.copy(), np.full(box.decks, coins)
        picks = []
        for _ in range(buys):
            pick = _picks(menu, card, box, held, left)
            bought = pick >= 0
            held[bought, pick[bought]] += 1
            left -= np.where(bought, costs[pick], 0)
            picks.append(pick)
        rows = np.sort(np.stack(picks, 1), axis=1)
        kinds, which = np.unique(rows, axis=0, return_inverse=True)
        numbers = [number.get(tuple(row[row >= 0].tolist()), -1) for row in kinds]
        return [numbers[row] for row in which.ravel()]

    return best_play(game, card, choose)


def _picks(menu: Menu, card: KingdomCard | None, box: DeckBox, held: Ints, left: Ints) -> Ints:
    """Return the place of the card that a menu buys of each deck next, -1 for none."""
    game, place = rules(), box.place

    def count(name: str) -> Ints | int:
        if name in place:
            return np.asarray(held[:, place[name]])
        return game.start[game.place[name]] if name in game.place else 0

    room = {}
    if card:  # treasures and Provinces last till the end
        here = place[card.name]
        room[card.name] = held[:, here] < box.kinds[here].most
    see = Sight(game, count, _WHERE, _KNOWN.format("actions, " if card else ""), card)
    return picks(menu, see, left, {kind.name: kind.cost for kind in box.kinds}, room)
