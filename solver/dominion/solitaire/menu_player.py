"""A menu as a player of the game of one, where no pile runs out and no one else buys."""

from __future__ import annotations

from random import Random

from llq.solver.dominion.menu_choices import Sight
from llq.solver.dominion.menus import Menu
from llq.solver.dominion.players import State
from llq.solver.dominion.rules import Action

_KNOWN = "count, total_money, cards, treasures, victories, points, turn and turns_left"


class MenuPlayer:
    """A custom player that buys by a menu.

    Examples
    --------
    >>> from llq.solver.dominion.variants import rules
    >>> player = MenuPlayer(Menu.from_text("province; duchy if turns_left <= 4; gold; silver"))
    >>> player.choose(State(rules(), rules().start, 5, 28, 31), Random(1)).card
    'duchy'
    """

    def __init__(self, menu: Menu) -> None:
        self.name = menu.name
        self._menu = menu

    def choose(self, view: State, random: Random) -> Action:  # noqa: ARG002 - the protocol's
        """Return the first card of the menu that can be paid and is due.

        Raises
        ------
        IllegalState
            The menu asks for what the game does not have, such as the Provinces left.
        """
        game, held = view.game, view.cards
        self._menu.check_cards([card.name for card in game.cards], "the game")

        more = {"turn": view.turn, "turns_left": view.turns_to_go}
        see = Sight(
            game,
            lambda card: held.get(card, 0),
            "the game of one",
            _KNOWN,
            has_piles=False,
            more=more,
        )
        for wish in self._menu.wishes:
            action = Action(wish.card)
            if action in view.legal and all(one.holds(see) for one in wish.conditions):
                return action
        return Action(None)
