"""Players of Dominion: built-in strategies (paper, section 5) and the protocol of custom ones.

Random, Greedy, Expensive and Picky look at the coins in hand only: each is a table of chances,
one row a money band. Optimal looks up the best action. The Monte Carlo player of section 5.2
averages 100 random playouts an action, so it is a player of chance (see `match`); its limit of
infinitely many playouts takes the action that is best when Random plays on, and looks at the state
alone again.

The simple strategies name the "most expensive" card; in an efficient game that is the best one,
which is what is bought here in any game (see `model`).
"""

from enum import StrEnum
from random import Random
from typing import Protocol

import numpy as np

from llq.errors import UnknownStrategy, did_you_mean
from llq.solver.array_types import Floats
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.rules import Action
from llq.solver.dominion.state import State


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


def purchase_chances(model: Model, name: str) -> Floats:
    """Return a simple strategy's chance of each `Purchase` in each money band, (bands, 3)."""
    if name not in SIMPLE:
        raise UnknownStrategy(
            f"{name!r} is not a simple strategy{did_you_mean(name, SIMPLE)}; those are "
            f"{', '.join(SIMPLE)}"
        )
    favourite = model.best[-1].victory
    table = np.zeros((len(model.best), len(Purchase)))
    for row, (treasure, victory) in zip(table, model.best, strict=True):
        treasure_cost = treasure.cost if treasure else 0
        if name == StrategyName.RANDOM:
            is_possible = np.array([True, treasure is not None, victory is not None])
            row[:] = is_possible / is_possible.sum()
        elif victory and (
            name == StrategyName.GREEDY
            or (name == StrategyName.PICKY and victory == favourite)
            or (name == StrategyName.EXPENSIVE and victory.cost >= treasure_cost)
        ):
            row[Purchase.VICTORY] = 1.0
        else:
            row[Purchase.TREASURE if treasure else Purchase.PASS] = 1.0
    return table
