"""Simulation of every strategy, under the paper's model and under the real reshuffle rule.

In the model every hand is drawn from the whole deck. In the real game the hand and the card bought
go to a discard pile, which becomes the new draw pile when that runs out.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from llq.errors import IllegalState, UnknownState
from llq.solver.dominion.match_kernels import play
from llq.solver.dominion.model import Action, Model
from llq.solver.dominion.players import SIMPLE, StrategyName, weights
from llq.solver.dominion.rules import Game
from llq.solver.dominion.states import DeckSpace

__all__ = ["Policy", "Simulation", "simulate"]

_BLOCK = 64  # games a task


@dataclass(frozen=True)
class Policy:
    """Actions of every state, as in a solution or a table.

    Attributes
    ----------
    turns : int
        Of the longest game.
    codes : ndarray of unsigned integers, shape (states,)
        As ``Solution.codes``.
    """

    turns: int
    codes: npt.NDArray[np.unsignedinteger]


@dataclass(frozen=True)
class Simulation:
    """Games played by one strategy.

    Attributes
    ----------
    strategy : str
    turns, seed : int
    real : bool
        Whether under the real reshuffle rule.
    scores : ndarray of int64, shape (games,)
        Final scores.
    counts : ndarray of int64, shape (turns, 3)
        How many games took each Action in each turn.
    """

    strategy: str
    turns: int
    seed: int
    real: bool
    scores: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]

    @property
    def mean(self) -> float:
        """Mean final score."""
        return float(self.scores.mean())

    @property
    def standard_error(self) -> float:
        """Standard error of the mean."""
        return float(self.scores.std(ddof=1) / np.sqrt(len(self.scores)))

    def z_score(self, expected: float) -> float:
        """Return how many standard errors the mean lies above `expected`."""
        return (self.mean - expected) / self.standard_error


def simulate(
    game: Game,
    strategy: str | Policy,
    turns: int,
    games: int,
    *,
    seed: int,
    real: bool = False,
    playouts: int = 100,
    threads: int | None = None,
) -> Simulation:
    """Return the scores of simulated games.

    Parameters
    ----------
    game : Game
    strategy : str or Policy
        A simple strategy, ``"monte_carlo"``, or a policy for at least `turns` turns.
    turns, games : int
    seed : int
    real : bool
        Whether to play with draw and discard piles. A policy and Monte Carlo's playouts still
        believe in the model.
    playouts : int
        Random playouts for each action of ``"monte_carlo"``.
    threads : int, optional

    Raises
    ------
    UnknownState
        The policy is for shorter games.

    Examples
    --------
    >>> from llq.solver.dominion.rules import dominion
    >>> one, two = (simulate(dominion(), "picky", 9, 500, seed=1, threads=t) for t in (1, 2))
    >>> one.mean == two.mean
    True
    """
    if turns < 0 or games < 1:
        raise IllegalState(f"{games} games of {turns} turns cannot be played")
    model = Model(game)
    name = StrategyName.OPTIMAL.value if isinstance(strategy, Policy) else strategy
    policy = strategy if isinstance(strategy, Policy) else Policy(0, np.zeros(0, model.code_type))
    if isinstance(strategy, Policy) and turns > policy.turns:
        raise UnknownState(f"the policy is for {policy.turns} turns, not {turns}")
    space = DeckSpace(model.dims, policy.turns)
    if len(policy.codes) not in (0, space.states):
        raise UnknownState(f"{len(policy.codes)} codes are no policy for {policy.turns} turns")
    monte_carlo = name == StrategyName.MONTE_CARLO
    table = weights(
        model, name if name in SIMPLE or not (monte_carlo or len(policy.codes)) else "random"
    )
    starts = np.array([space.state_start(j) for j in range(policy.turns + 1)], np.int64)
    scores = np.zeros(games, np.int64)
    edges = [*range(0, games, _BLOCK), games]

    def block(low: int, high: int) -> npt.NDArray[np.int64]:
        counts = np.zeros((turns, len(Action)), np.int64)
        play(
            low,
            high,
            np.uint64(seed),
            turns,
            real,
            np.array(model.class_values),
            model.dims,
            model.start,
            model.band_from,
            model.treasure,
            model.points.astype(np.int64),
            table,
            playouts if monte_carlo else 0,
            policy.codes,
            starts,
            space.binomials,
            policy.turns,
            scores,
            counts,
        )
        return counts

    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        counts = sum(pool.map(block, edges[:-1], edges[1:]), np.zeros((turns, 3), np.int64))
    return Simulation(name, turns, seed, real, game.start_points + scores, counts)
