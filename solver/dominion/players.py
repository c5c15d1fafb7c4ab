"""Strategies of section 5, and the custom-player protocol.

Random, Greedy, Expensive and Picky look at the coins in hand only: each is a table of chances,
one row a money band. Optimal looks up the best action. The Monte Carlo player of section 5.2
averages 100 random playouts an action, so it is a player of chance (see `match`); its limit of
infinitely many playouts takes the action that is best when Random plays on, and looks at the state
alone again.

The simple strategies name the "most expensive" card; in an efficient game that is the best one,
which is what is bought here in any game (see `model`).
"""

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Protocol

import numpy as np

from llq.errors import UnknownStrategy, did_you_mean
from llq.solver.array_types import Floats
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.rules import Action, Rules, deck_words


class StrategyName(StrEnum):
    """The built-in strategies."""

    RANDOM = "random"
    """Passes or buys the best treasure or victory card, with equal chance if affordable."""
    GREEDY = "greedy"
    """The best affordable victory card, else the best treasure."""
    EXPENSIVE = "expensive"
    """The most expensive card, treasure or victory."""
    PICKY = "picky"
    """The game's best victory card if affordable, else the best treasure."""
    MONTE_CARLO = "monte_carlo"
    """The action with the highest mean over 100 random playouts."""
    MONTE_CARLO_LIMIT = "monte_carlo_limit"
    """The action that is best if Random plays on: infinitely many playouts."""
    OPTIMAL = "optimal"
    """The action with the highest expected final score."""


SIMPLE = (StrategyName.RANDOM, StrategyName.GREEDY, StrategyName.EXPENSIVE, StrategyName.PICKY)
"""Strategies based solely on the coins in hand."""


@dataclass(frozen=True)
class State:
    """A player's view when choosing: S = (D, m, t) of Definition 2.9 and the game's length.

    Parameters
    ----------
    game
        The rules.
    deck
        Copies of each card of ``game.cards``, the hand included.
    coins
        m, the money in hand.
    turn
        The turn being played; the first is 1, so that t of the paper is one less.
    turns
        Length of the game.
    """

    game: Rules
    deck: tuple[int, ...]
    coins: int
    turn: int
    turns: int

    @property
    def turns_to_go(self) -> int:
        """Turns left, this one included."""
        return self.turns - self.turn + 1

    @property
    def legal(self) -> tuple[Action, ...]:
        """Affordable purchases, passing first."""
        return self.game.legal_actions(self.coins)

    @property
    def cards(self) -> dict[str, int]:
        """Card counts of the deck, by name."""
        return {card.name: n for card, n in zip(self.game.cards, self.deck, strict=True)}

    def __str__(self) -> str:
        return f"{deck_words(self.cards)}; {self.coins} coins, turn {self.turn} of {self.turns}"


class Player(Protocol):
    """A custom player.

    ``choose`` is given what a player sees, and a source of random numbers that belongs to this
    player and this game, and returns one of ``view.legal``.
    """

    @property
    def name(self) -> str:
        """The player's name in results."""

    def choose(self, view: State, random: Random) -> Action:
        """Return the purchase of this turn."""


def weights(model: Model, name: str) -> Floats:
    """Return a simple strategy's chance of each `Purchase` in each money band, (bands, 3)."""
    if name not in SIMPLE:
        raise UnknownStrategy(
            f"{name!r} is not a simple strategy{did_you_mean(name, SIMPLE)}; those are "
            f"{', '.join(SIMPLE)}"
        )
    favourite = model.best[-1].victory
    table = np.zeros((len(model.best), len(Purchase)))
    for row, (treasure, victory) in zip(table, model.best, strict=True):
        if name == StrategyName.RANDOM:
            is_possible = np.array([True, treasure is not None, victory is not None])
            row[:] = is_possible / is_possible.sum()
            continue
        purchase = Purchase.PASS if treasure is None else Purchase.TREASURE
        if victory is not None:
            is_wanted = {
                StrategyName.GREEDY: True,
                StrategyName.EXPENSIVE: treasure is None or victory.cost >= treasure.cost,
                StrategyName.PICKY: victory == favourite,
            }
            purchase = Purchase.VICTORY if is_wanted[StrategyName(name)] else purchase
        row[purchase] = 1.0
    return table
