"""What a player alone buys of each of many decks: menus, and policies that were solved."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.decks import Kind
from llq.solver.dominion.fewest.fresh import FreshPolicy
from llq.solver.dominion.kingdom.cards import (
    COPIES,
    KingdomCard,
    buys_that_count,
    check_certain,
)
from llq.solver.dominion.menu_choices import Sight, picks
from llq.solver.dominion.menus import Menu
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.solitaire.action_scoring import actions, card_of
from llq.solver.dominion.solitaire.states import DeckSpace
from llq.solver.dominion.variants import SUPPLY, rules

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Shop:
    """The cards of a game of one: those of the rules and, last, a kingdom card if there is one."""

    card: KingdomCard | None = None

    def __post_init__(self) -> None:
        if self.card:
            check_certain(self.card)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The cards, with the copies that one has and can have."""
        kinds = [
            Kind(card.name, card.cost, start, SUPPLY[card.name])
            for card, start in zip(rules().cards, rules().start, strict=True)
        ]
        if self.card:
            kinds.append(Kind(self.card.name, self.card.cost, 0, COPIES))
        return tuple(kinds)

    @cached_property
    def start(self) -> Ints:
        """(kinds,) copies in the starting deck."""
        return np.array([kind.least for kind in self.kinds])

    @cached_property
    def points(self) -> Ints:
        """(kinds,) points of a copy."""
        return np.array([*(card.points for card in rules().cards), 0][: len(self.kinds)])

    @cached_property
    def coins(self) -> Ints:
        """(kinds,) coins of a treasure; 0 of other cards."""
        return np.array([*(card.value for card in rules().cards), 0][: len(self.kinds)])

    @cached_property
    def place(self) -> dict[str, int]:
        """Place of each card by its name."""
        return {kind.name: place for place, kind in enumerate(self.kinds)}


class Buyer(Protocol):
    """What to buy."""

    @property
    def shop(self) -> Shop:
        """The cards of the game."""

    @property
    def goal(self) -> int | None:
        """Provinces that end it; None for a game that has no piles."""

    def buy(self, decks: Ints, turn: int, coins: Ints, buys: Ints) -> Ints:
        """Return the copies bought of each kind for each deck, (decks, kinds) int64.

        Parameters
        ----------
        decks
            (decks, kinds) int64. Copies of each kind.
        coins, buys
            (decks,) int64. What each has to spend.
        """


@dataclass(frozen=True)
class MenuBuyer:
    """A menu, with the supply of two players, of whom one buys."""

    menu: Menu
    shop: Shop
    goal: int

    def buy(self, decks: Ints, turn: int, coins: Ints, buys: Ints) -> Ints:
        """Return the copies bought, as `Buyer` does."""
        place, kinds = self.shop.place, self.shop.kinds
        costs = {kind.name: kind.cost for kind in kinds}
        price = np.array([*costs.values(), 0])  # the last of all: nothing is bought
        held, left, rows = decks.copy(), coins.copy(), np.arange(len(decks))
        known = "count, provinces_left, duchies_left, estates_left, total_money, cards, treasures, "
        known += f"victories, {'actions, ' if self.shop.card else ''}points and turn"
        most = min(int(buys.max(initial=1)), buys_that_count(self.shop.card))
        for spent in range(most):
            see = Sight(
                rules(),
                lambda card: held[:, place[card]] if card in place else np.zeros(len(held), int),
                "a game of one",
                known,
                self.shop.card,
                more={"turn": turn},
            )
            room = {kind.name: held[:, place[kind.name]] < kind.most for kind in kinds}
            pick = picks(self.menu, see, left, costs, room)
            pick[buys <= spent] = -1
            bought = pick >= 0
            held[rows[bought], pick[bought]] += 1
            left -= price[pick]
        return held - decks


@dataclass(frozen=True)
class FewestBuyer:
    """The fewest expected turns to the Provinces, with money or one kingdom card."""

    best: FreshPolicy
    shop: Shop

    @property
    def goal(self) -> int:
        """Provinces that end the game."""
        return self.best.game.box.goal

    def buy(self, decks: Ints, turn: int, coins: Ints, buys: Ints) -> Ints:  # noqa: ARG002 - of any
        """Return the copies bought, as `Buyer` does."""
        game = self.best.game
        least = np.array([kind.least for kind in game.box.kinds])
        number = (decks[:, self._columns] - least) @ game.box.steps
        most_buys, most_coins = int(game.outcomes.buys.max()), int(game.outcomes.coins.max())
        outcome = (np.minimum(buys, most_buys) - 1) * (most_coins + 1)
        outcome += np.minimum(coins, most_coins)
        return np.asarray(self._copies[self.best.choice[number, outcome]])

    @cached_property
    def _columns(self) -> list[int]:
        """Places in the shop of the box's kinds."""
        return [self.shop.place[kind.name] for kind in self.best.game.box.kinds]

    @cached_property
    def _copies(self) -> Ints:
        """(purchases + 1, kinds) copies that each purchase has; none in the last, which passes."""
        bought = self.best.game.bought
        copies = np.zeros((len(bought) + 1, len(self.shop.kinds)), np.int64)
        for row, places in zip(copies, bought, strict=False):
            for which in places:
                row[self._columns[which]] += 1
        return copies


@dataclass(frozen=True)
class SolutionBuyer:
    """The thesis's optimum: most points in a fixed number of turns, without piles.

    Parameters
    ----------
    codes, space
        The policy of games of that many turns or more, as of a `Solution`.
    """

    codes: NDArray[np.unsignedinteger]
    space: DeckSpace
    turns: int
    shop: Shop = Shop()
    goal: None = None

    def buy(self, decks: Ints, turn: int, coins: Ints, buys: Ints) -> Ints:  # noqa: ARG002 - one
        """Return the copies bought, as `Buyer` does."""
        model, places = self._model, self.shop.place
        reduced = (decks - self.shop.start) @ model.coordinates
        to_go = np.full(len(decks), self.turns - turn + 1)
        codes = self.codes[self.space.state(reduced, to_go)]
        bands = np.searchsorted(model.band_from, coins, side="right") - 1
        copies = np.zeros_like(decks)
        for band in np.unique(bands).tolist():
            here = np.flatnonzero(bands == band)
            wanted = actions(codes[here], band)
            for which in np.unique(wanted).tolist():
                card = card_of(model, band, Purchase(which))
                if card is not None:
                    copies[here[wanted == which], places[card]] = 1
        return copies

    @cached_property
    def _model(self) -> Model:
        return Model(rules())
