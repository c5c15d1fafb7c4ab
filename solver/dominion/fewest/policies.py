"""The optimum, the thesis's policy and known rules, to be followed turn by turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest import pile_kernels
from llq.solver.dominion.fewest.piles import PileValues
from llq.solver.dominion.fewest.turn_by_turn import PASS, Deck, spending_bands
from llq.solver.dominion.menu_choices import Sight
from llq.solver.dominion.menus import Menu, Quantity
from llq.solver.dominion.model import Purchase
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.solitaire.action_scoring import actions, card_of
from llq.solver.dominion.solitaire.solver import Solution
from llq.solver.dominion.variants import rules


@dataclass(frozen=True)
class PilePolicy:
    """The policy of the fewest turns by the real rule, which looks at the draw pile."""

    best: PileValues

    def choices(self, deck: Deck, turn: int) -> NDArray[np.int8]:  # noqa: ARG002 - of any turn
        """Return the card bought in each band of coins after a hand left each draw pile."""
        game, pile_game = rules(), self.best.game
        box, tables = pile_game.box, pile_game.tables
        number = box.number([deck[game.place[kind.name]] for kind in box.kinds])
        piles = int(pile_game.offset[number + 1] - pile_game.offset[number])
        choice = np.full((piles, len(pile_game.floors)), PASS, np.int8)
        pile_kernels.choose(number, tables, self.best.values, choice)
        places = [*(game.place[kind.name] for kind in box.kinds), PASS]  # -1 is the last
        floors = spending_bands(game)[0]
        return np.array(places, np.int8)[choice[:, tables.band[floors]]]


_WHERE = "a game of one"
_KNOWN = (
    "provinces_left, duchies_left, estates_left, count, total_money, cards, treasures, victories, "
    "points and turn"
)


@dataclass(frozen=True)
class MenuPolicy:
    """A menu; what is left for sale is of the supply of two players, of whom one plays.

    Raises
    ------
    IllegalState
        The menu asks for what a game of one does not have.
    """

    menu: Menu

    def __post_init__(self) -> None:
        self.menu.check_cards([card.name for card in rules().cards], "the game of money")
        for condition in self.menu.conditions:
            condition.holds(_sight(rules().start, 1))

    def choices(self, deck: Deck, turn: int) -> NDArray[np.int8]:
        """Return the card bought in each band of coins, as `Policy` does."""
        see = _sight(deck, turn)
        due = tuple(
            see(Quantity("left", wish.card)) > 0 and all(c.holds(see) for c in wish.conditions)
            for wish in self.menu.wishes
        )
        if due not in self._rows:
            self._rows[due] = self._row(due)
        return self._rows[due]

    @cached_property
    def _rows(self) -> dict[tuple[bool, ...], NDArray[np.int8]]:
        return {}

    def _row(self, due: tuple[bool, ...]) -> NDArray[np.int8]:
        game = rules()
        cost = {card.name: card.cost for card in game.cards}
        wished = [wish.card for wish, is_due in zip(self.menu.wishes, due, strict=True) if is_due]

        def bought(floor: int) -> int:
            return next((game.place[card] for card in wished if cost[card] <= floor), PASS)

        return np.array([[bought(floor) for floor in spending_bands(game)[0]]], np.int8)


def _sight(deck: Deck, turn: int) -> Sight:
    """Return what a player alone sees, with the supply of two players."""
    held = dict(zip(rules().place, deck, strict=True))
    return Sight(rules(), lambda card: held.get(card, 0), _WHERE, _KNOWN, more={"turn": turn})


@dataclass(frozen=True)
class SolutionPolicy:
    """The thesis's policy: most points in a fixed number of turns, as if hands were fresh.

    After the last of its turns it buys nothing.
    """

    solution: Solution
    _rows: dict[tuple[Deck, int], NDArray[np.int8]] = field(default_factory=dict, repr=False)

    def choices(self, deck: Deck, turn: int) -> NDArray[np.int8]:
        """Return the card bought in each band of coins in a turn."""
        game = rules()
        model, turns = self.solution.model, self.solution.turns
        bought = np.subtract(model.classes(deck), model.start)[: model.dims]
        to_go = turns - turn + 1
        floors = spending_bands(game)[0]
        if to_go < 1 or bought.sum() + to_go > turns:
            return np.full((1, len(floors)), PASS, np.int8)
        key = (*bought.tolist(),), to_go
        if key not in self._rows:
            code = self.solution.codes[self.solution.space.state([bought], [to_go])]
            self._rows[key] = np.array(
                [[_place(game, self.solution, code, m) for m in floors]], np.int8
            )
        return self._rows[key]


def _place(game: Rules, solution: Solution, code: NDArray[np.unsignedinteger], coins: int) -> int:
    """Return the place of the card that a state's code buys with ``coins`` coins."""
    band = solution.model.band(coins)
    card = card_of(solution.model, band, Purchase(int(actions(code, band)[0])))
    return PASS if card is None else game.place[card]
