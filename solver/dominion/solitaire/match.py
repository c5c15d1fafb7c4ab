"""Simulated games of a strategy, by fresh hands or the real reshuffle rule.

In the model every hand is drawn from the whole deck. In the real game the hand and the card bought
go to a discard pile, which becomes the new draw pile when that runs out.
"""

import os
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from llq.errors import IllegalState, UnknownState
from llq.solver.array_types import Ints
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.players import StrategyName, purchase_chances
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.solitaire.match_kernels import Cards, Chooser, PlayedGames, play
from llq.solver.dominion.solitaire.states import DeckSpace, StatePolicy
from llq.solver.jobs.game_blocks import play_blocks
from llq.solver.jobs.progress import Progress

_BLOCK, _MONTE_CARLO_BLOCK = 64, 1
"""Games a task."""


@dataclass(frozen=True)
class Simulation:
    """Games played by one strategy.

    Parameters
    ----------
    strategy
        Its name.
    turns, seed
        Length of the games, and the seed that makes them again.
    real
        Whether by the real reshuffle rule.
    scores
        (games,) int64. Final scores.
    counts
        (turns, 3) int64. Games with each `Purchase` in each turn.
    """

    strategy: str
    turns: int
    seed: int
    real: bool
    scores: Ints
    counts: Ints

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.scores)

    @property
    def mean(self) -> float:
        """Mean final score, in points."""
        return float(self.scores.mean())

    @property
    def standard_error(self) -> float:
        """Standard error of the mean."""
        return float(self.scores.std(ddof=1) / np.sqrt(len(self.scores)))

    def z_score(self, expected: float) -> float:
        """Return how many standard errors the mean lies above an expected score."""
        return (self.mean - expected) / self.standard_error

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, without the single games."""
        return {
            "strategy": self.strategy,
            "turns": self.turns,
            "reshuffle": "real" if self.real else "every turn",
            "games": self.games,
            "mean_score": self.mean,
            "standard_error": self.standard_error,
            "standard_deviation": float(self.scores.std(ddof=1)),
            "seed": self.seed,
        }

    def __str__(self) -> str:
        rule = ", real reshuffle rule" if self.real else ""
        return (
            f"{self.strategy}: {self.mean:.3f} ± {self.standard_error:.3f} points in {self.turns} "
            f"turns{rule} ({self.games} games, seed {self.seed})"
        )


def play_games(
    game: Rules,
    strategy: str | StatePolicy,
    turns: int,
    games: int,
    *,
    seed: int,
    real: bool = False,
    playouts: int = 100,
    threads: int | None = None,
    progress: Progress = None,
) -> Simulation:
    """Return simulated scores of a simple strategy, ``"monte_carlo"`` or a policy.

    ``real`` games have draw and discard piles, though a policy and Monte Carlo's playouts still
    believe in the model. ``playouts`` are those of each action of ``"monte_carlo"``.
    """
    if turns < 0 or games < 1:
        raise IllegalState(f"{games} games of {turns} turns cannot be played")
    model = Model(game)
    name = StrategyName.OPTIMAL.value if isinstance(strategy, StatePolicy) else strategy
    chooser = _chooser(model, strategy, turns, playouts)
    cards = Cards(
        np.array(model.class_values),
        model.start,
        model.dims,
        model.band_from,
        model.treasure,
        model.points.astype(np.int64),
    )
    counts, scores = np.zeros((turns, len(Purchase)), np.int64), list[Ints]()
    threads = threads or os.cpu_count() or 1
    block = partial(_play, turns, seed, real, cards, chooser)
    size = _MONTE_CARLO_BLOCK if name == StrategyName.MONTE_CARLO else _BLOCK
    blocks = play_blocks(block, range(games), size, threads=threads, progress=progress)
    for block_scores, block_counts in blocks:
        scores.append(block_scores)
        counts += block_counts
    return Simulation(name, turns, seed, real, game.start_points + np.concatenate(scores), counts)


def _play(
    turns: int, seed: int, real: bool, cards: Cards, chooser: Chooser, numbers: range
) -> tuple[Ints, Ints]:
    """Return the scores of games beyond the starting deck's, and their purchases."""
    played = PlayedGames(
        np.zeros(numbers.stop, np.int64),  # the kernel's place of a score is its game's number
        np.zeros((turns, len(Purchase)), np.int64),
    )
    play(numbers.start, numbers.stop, np.uint64(seed), turns, real, cards, chooser, played)
    return played.scores[numbers.start :].copy(), played.counts


def _chooser(model: Model, strategy: str | StatePolicy, turns: int, playouts: int) -> Chooser:
    policy = StatePolicy(0, np.zeros(0, model.code_type))
    name = StrategyName.RANDOM.value  # also of playouts
    if isinstance(strategy, StatePolicy):
        policy = strategy
        if turns > policy.turns:
            raise UnknownState(f"the policy is for {policy.turns} turns, not {turns}")
    elif strategy != StrategyName.MONTE_CARLO:
        name = strategy
    space = DeckSpace(model.dims, policy.turns)
    if len(policy.codes) not in (0, space.states):
        raise UnknownState(f"{len(policy.codes)} codes are not a policy for {policy.turns} turns")
    return Chooser(
        purchase_chances(model, name),
        playouts if strategy == StrategyName.MONTE_CARLO else 0,
        # A table's read-only codes would have the kernel compiled once more.
        np.require(policy.codes, requirements="W"),
        policy.turns,
        np.array([space.state_start(size) for size in range(policy.turns + 1)], np.int64),
        space.binomials,
    )
