"""Solitaire players that buy by a menu."""

from random import Random

from llq.solver.dominion.menus import Menu, Quantity, cannot_see
from llq.solver.dominion.rules import Action
from llq.solver.dominion.state import State


class MenuPlayer:
    """Player of a menu, without opponents or empty piles."""

    def __init__(self, menu: Menu) -> None:
        self.name = menu.name
        self._menu = menu

    def choose(self, view: State, random: Random) -> Action:  # noqa: ARG002 - the protocol's
        """Return the menu's first affordable card with conditions met, else passing."""
        game, owned = view.game, view.cards
        self._menu.check_cards([card.name for card in game.cards], "the game")

        quantities = {
            "total_money": sum(card.value * owned[card.name] for card in game.treasures),
            "cards": sum(owned.values()),
            "treasures": sum(owned[card.name] for card in game.treasures),
            "victories": sum(owned[card.name] for card in game.victories),
            "points": game.points(view.deck),
            "turn": view.turn,
            "turns_left": view.turns_to_go,
        }

        def see(quantity: Quantity) -> int:
            if quantity.name == "count":
                return owned.get(quantity.card, 0)
            if quantity.name not in quantities:
                raise cannot_see(quantity, "the game of one", ["count", *quantities])
            return quantities[quantity.name]

        for wish in self._menu.wishes:
            action = Action(wish.card)
            if action in view.legal and all(condition.holds(see) for condition in wish.conditions):
                return action
        return Action(None)
