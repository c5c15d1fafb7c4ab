"""The strategies of section 5 that look at the state alone, and the shape of a user's own.

Random, Greedy, Expensive and Picky look at the coins in hand only: each is a table of chances,
one row a money band. Optimal looks up the best action. The Monte Carlo player of section 5.2
averages 100 random playouts an action, so it is a player of chance (see :mod:`~.games`); its
limit of infinitely many playouts takes the action best when Random plays on, and looks at the
state alone again.

The simple strategies name the "most expensive" card; in an efficient game that is the best one,
which is what is bought here in any game (see :mod:`~.model`).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
import numpy.typing as npt

from llq.errors import UnknownStrategy
from llq.solver.dominion.model import Action, Model
from llq.solver.dominion.rules import Game

__all__ = ["SIMPLE", "State", "Strategy", "StrategyName", "weights"]


class StrategyName(StrEnum):
    """The built-in strategies."""

    RANDOM = "random"
    """Pass, best treasure or best victory card with equal chance among those affordable."""
    GREEDY = "greedy"
    """The best affordable victory card, else the best treasure."""
    EXPENSIVE = "expensive"
    """The most expensive card, be it treasure or victory."""
    PICKY = "picky"
    """The best victory card of the game or, short of its cost, the best treasure."""
    MONTE_CARLO = "monte_carlo"
    """The action with the best mean of 100 random playouts."""
    MONTE_CARLO_LIMIT = "monte_carlo_limit"
    """The action that is best if Random plays on: Monte Carlo with infinitely many playouts."""
    OPTIMAL = "optimal"
    """The action with the highest expected final score."""


SIMPLE = (StrategyName.RANDOM, StrategyName.GREEDY, StrategyName.EXPENSIVE, StrategyName.PICKY)
"""Strategies that look at the coins in hand only."""


@dataclass(frozen=True)
class State:
    """What a player knows when choosing: S = (D, m, t) of Definition 2.9 and the game's length.

    Attributes
    ----------
    game : Game
    deck : tuple of int
        Copies of each card of ``game.cards``, the hand included.
    coins : int
        m, the money in hand.
    turn : int
        t, turns played already: 0 on the first turn.
    turns_to_go : int
        Turns left, this one included.
    """

    game: Game
    deck: tuple[int, ...]
    coins: int
    turn: int
    turns_to_go: int


class Strategy(Protocol):
    """A player: anything with this method."""

    def choose(self, state: State) -> str | None:
        """Return the name of the card to buy, or None to pass."""


def weights(model: Model, name: str) -> npt.NDArray[np.float64]:
    """Return the chance of each Action in each money band under a simple strategy.

    Returns
    -------
    ndarray of float64, shape (bands, 3)
        By band and Action; rows sum to 1.

    Raises
    ------
    UnknownStrategy
        `name` is none of ``SIMPLE``.
    """
    if name not in SIMPLE:
        raise UnknownStrategy(f"{name!r} is no simple strategy; those are {', '.join(SIMPLE)}")
    favourite = model.best[-1][1]
    table = np.zeros((len(model.best), len(Action)))
    for row, (treasure, victory) in zip(table, model.best, strict=True):
        can = np.array([True, treasure is not None, victory is not None])
        if name == StrategyName.RANDOM:
            row[:] = can / can.sum()
            continue
        wants = victory is not None
        if victory is not None and name == StrategyName.EXPENSIVE:
            wants = treasure is None or victory.cost >= treasure.cost
        if victory is not None and name == StrategyName.PICKY:
            wants = victory == favourite
        buys = Action.TREASURE if treasure is not None else Action.PASS
        row[Action.VICTORY if wants else buys] = 1.0
    return table
