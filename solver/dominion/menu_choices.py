"""What a menu sees of one player's deck, and what it picks, in any game of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.dominion.kingdom.cards import KingdomCard
from llq.solver.dominion.menus import Menu, Quantity, cannot_see
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.variants import SUPPLY


@dataclass(frozen=True)
class Sight:
    """What a menu may ask, as numbers or as arrays over decks, whichever ``count`` returns.

    Parameters
    ----------
    game
        Its treasures and victory cards.
    count
        Returns the copies of a card in the deck, by its name; 0 of a card that it never has.
    where, known
        What an error calls the game, and what it says that a menu may ask there.
    card
        The kingdom card for sale, if there is one.
    has_piles
        Whether cards run out: the piles are those of a game for two, of whom one buys.
    more
        Other quantities by name, such as the turn.
    """

    game: Rules
    count: Callable[[str], Any]
    where: str
    known: str
    card: KingdomCard | None = None
    has_piles: bool = True
    more: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, quantity: Quantity) -> Any:
        """Return a quantity.

        Raises
        ------
        IllegalState
            The game does not have it.
        """
        game, name, count = self.game, quantity.name, self.count
        if name == "count":
            return count(quantity.card)
        if name == "left" and self.has_piles and quantity.card in SUPPLY:
            return SUPPLY[quantity.card] - count(quantity.card)
        if name in self.more:
            return self.more[name]
        actions = count(self.card.name) if self.card else 0
        treasures = sum(count(one.name) for one in game.treasures)
        victories = sum(count(one.name) for one in game.victories)
        match name:
            case "total_money":
                coins = self.card.coins * actions if self.card else 0
                return coins + sum(count(one.name) * one.value for one in game.treasures)
            case "points":
                return sum(count(one.name) * one.points for one in game.victories)
            case "cards":
                return treasures + victories + actions
            case "treasures":
                return treasures
            case "victories":
                return victories
            case "actions" if self.card:
                return actions
        raise cannot_see(quantity, self.where, self.known)


def picks(
    menu: Menu,
    see: Sight,
    coins: NDArray[np.int64],
    costs: Mapping[str, int],
    room: Mapping[str, NDArray[np.bool_]],
) -> NDArray[np.int64]:
    """Return what a menu buys next of each of some decks, as places in ``costs``; -1 for nothing.

    Parameters
    ----------
    see
        Of all decks at once.
    coins
        (decks,) int64. What each has to spend.
    costs
        Of each card that is for sale.
    room
        (decks,) bool. Where a card may still be bought, of cards that run out.

    Raises
    ------
    IllegalState
        The menu wishes for a card that is not for sale, or asks for what the game does not have.
    """
    pick = np.full(len(coins), -1)
    places = {name: place for place, name in enumerate(costs)}
    for wish in reversed(menu.wishes):
        if wish.card not in costs:
            raise IllegalState(f"{wish.card!r:.40} is not for sale in this game")
        due = coins >= costs[wish.card]
        for condition in wish.conditions:
            due &= condition.holds(see)
        if wish.card in room:
            due &= room[wish.card]
        pick[due] = places[wish.card]
    return pick
