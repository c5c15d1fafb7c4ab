"""Solitaire player of a menu, without opponents or empty piles."""

from random import Random

from llq.solver.dominion.menus import Menu, Quantity, cannot_see
from llq.solver.dominion.players import State
from llq.solver.dominion.rules import Action

_KNOWN = ("count", "total_money", "cards", "treasures", "victories", "points", "turn", "turns_left")


class MenuPlayer:
    """Custom player that follows a menu."""

    def __init__(self, menu: Menu) -> None:
        self.name = menu.name
        self._menu = menu

    def choose(self, view: State, random: Random) -> Action:  # noqa: ARG002 - the protocol's
        """Return the menu's first affordable card with conditions met, else passing."""
        game, held = view.game, view.cards
        self._menu.check_cards([card.name for card in game.cards], "the game")

        def see(quantity: Quantity) -> int:
            if quantity.name == "count":
                return held.get(quantity.card, 0)
            if quantity.name not in _KNOWN:
                raise cannot_see(
                    quantity, "the game of one", f"{', '.join(_KNOWN[:-1])} and {_KNOWN[-1]}"
                )
            treasures, victories = (
                [(one, held.get(one.name, 0)) for one in some]
                for some in (game.treasures, game.victories)
            )
            return {
                "total_money": sum(one.value * n for one, n in treasures),
                "cards": sum(n for _, n in (*treasures, *victories)),
                "treasures": sum(n for _, n in treasures),
                "victories": sum(n for _, n in victories),
                "points": sum(one.points * n for one, n in victories),
                "turn": view.turn,
                "turns_left": view.turns_to_go,
            }[quantity.name]

        for wish in self._menu.wishes:
            action = Action(wish.card)
            if action in view.legal and all(one.holds(see) for one in wish.conditions):
                return action
        return Action(None)
