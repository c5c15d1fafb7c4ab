"""The table of every strategy's exact scores: means, distributions, actions by turn."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownState, UnknownStrategy
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.dominion.players import SIMPLE, StrategyName
from llq.solver.dominion.variants import rules
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableFile, TableInfo

STRATEGIES = (*SIMPLE, StrategyName.MONTE_CARLO_LIMIT, StrategyName.OPTIMAL)
"""The strategies that depend on the state alone."""

HAZARD_STRATEGIES = (*SIMPLE, StrategyName.OPTIMAL)
"""Those of them that need no clock."""

SHARE_TURNS = (15, 25, 31)
"""Lengths of the games whose actions by turn are kept: those of the thesis's figures 6 to 8."""

TURNS, MEAN_TURNS, HAZARDS = 100, 250, 31
"""How far a table goes by default: see `DominionStrategies.make_spec`."""

_MOST_CHANCE = 1 + 1e-9
"""A sum of chances, rounded."""

TOLERANCE = 1e-2
"""Greatest width, in points, of a bracket in a game that ends by chance."""


@dataclass(frozen=True)
class StrategyScore:
    """The exact final score of a strategy in games of one length."""

    strategy: str
    turns: int
    mean: float
    """Expected final score, in points."""
    probability: NDArray[np.float64] | None
    """(scores,) chance of each final score; None where the table has the mean alone."""

    @property
    def standard_deviation(self) -> float | None:
        """Of the final score, in points; None where the table has the mean alone."""
        if self.probability is None:
            return None
        scores = np.arange(len(self.probability))
        return float(np.sqrt(self.probability @ (scores - self.probability @ scores) ** 2))

    def __str__(self) -> str:
        spread = self.standard_deviation
        return f"{self.strategy}, {self.turns} turns: {self.mean:.3f} points on average" + (
            "" if spread is None else f", standard deviation {spread:.3f}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class DominionStrategies(StoredTable):
    """The exact results of every strategy.

    Parameters
    ----------
    info
        What the table file says of itself.
    mean
        (strategies, mean_turns + 1) float64, points, in the order of ``STRATEGIES``.
    probability
        (strategies, turns + 1, scores) float64.
    share
        (strategies, 3, 31, 3) float64: game of ``SHARE_TURNS``, turn, `Purchase`.
    hazard
        (len(HAZARD_STRATEGIES), hazards, 2) float64, points.
    """

    kind = "dominion-strategies"
    build_options = tuple(
        BuildOption(name, read=int) for name in ("turns", "mean_turns", "hazards")
    )
    method = "exact, but for columns low and high, which are bounds"

    info: TableInfo
    mean: NDArray[np.float64]
    probability: NDArray[np.float64]
    share: NDArray[np.float64]
    hazard: NDArray[np.float64]

    @staticmethod
    def make_spec(
        turns: int = TURNS, mean_turns: int = MEAN_TURNS, hazards: int = HAZARDS
    ) -> TableSpec:
        """Return what today's code would build.

        Parameters
        ----------
        turns
            Longest game whose distribution of scores is kept.
        mean_turns
            Longest game whose mean is kept.
        hazards
            Games that end with chance 1/1 … 1/``hazards`` after each turn are kept.
        """
        return TableSpec(
            game="dominion",
            variant="strategies",
            rules_id="dominion/van-der-heijden-2014",
            rules_version=rules().version,
            parameters={
                "turns": turns,
                "mean_turns": mean_turns,
                "hazards": hazards,
                "tolerance_points": TOLERANCE,
                "strategies": ",".join(STRATEGIES),
            },
            version=DominionStrategies.version,
            columns=(
                Column(
                    "mean",
                    "float64",
                    ("strategy", "turns"),
                    "points",
                    "Exact expected final score.",
                    shape=(len(STRATEGIES), mean_turns + 1),
                    least=0.0,
                ),
                Column(
                    "probability",
                    "float64",
                    ("strategy", "turns", "score"),
                    "probability",
                    "Exact chance of each final score.",
                    shape=(len(STRATEGIES), turns + 1, "scores"),
                    least=0.0,
                    most=_MOST_CHANCE,
                ),
                Column(
                    "share",
                    "float64",
                    ("strategy", "game", "turn", "action"),
                    "probability",
                    "Exact chance of passing, a treasure, a victory card; games of 15, 25, 31 "
                    "turns.",
                    shape=(len(STRATEGIES), len(SHARE_TURNS), max(SHARE_TURNS), 3),
                    least=0.0,
                    most=_MOST_CHANCE,
                ),
                Column(
                    "hazard",
                    "float64",
                    ("strategy", "turns expected, less one", "bound"),
                    "points",
                    "Lower and upper bound of the expected score where each turn is the last with "
                    "chance 1/k.",
                    shape=(len(HAZARD_STRATEGIES), hazards, 2),
                    least=0.0,
                ),
            ),
        )

    @classmethod
    def from_file(cls, file: TableFile) -> DominionStrategies:
        """Return the table of an open file, read whole."""
        return cls(file.info, *(file.read(column.name) for column in file.info.spec.columns))

    @property
    def turns(self) -> int:
        """Longest game whose distribution is there."""
        return int(self.probability.shape[1]) - 1

    @property
    def mean_turns(self) -> int:
        """Longest game whose mean is there."""
        return int(self.mean.shape[1]) - 1

    def lookup(self, strategy: str, turns: int) -> StrategyScore:
        """Return the final score of a strategy in games of a length.

        Parameters
        ----------
        strategy
            One of ``STRATEGIES``, such as ``"picky"``.
        turns
            Length of the games.

        Raises
        ------
        UnknownStrategy
            No strategy of this name depends on the state alone.
        UnknownState
            The table does not go to games this long; the message says how far it goes.

        Examples
        --------
        >>> import llq
        >>> print(llq.dominion.strategies.open().lookup("picky", 31))
        picky, 31 turns: 63.426 points on average, standard deviation 8.947
        """
        index = strategy_index(strategy)
        if not 0 <= turns <= self.mean_turns:
            raise UnknownState(
                f"this table has means of 0 to {self.mean_turns} turns, not {turns}; "
                f"build a longer one with: llq build dominion-strategies --mean-turns {turns}"
            )
        has_all = turns <= self.turns
        return StrategyScore(
            strategy=str(STRATEGIES[index]),
            turns=turns,
            mean=self.mean.item(index, turns),
            probability=self.probability[index, turns] if has_all else None,
        )

    def get(
        self, strategy: str, turns: int, default: StrategyScore | None = None
    ) -> StrategyScore | None:
        """Return the final score of a strategy, or ``default`` where `lookup` raises an error."""
        try:
            return self.lookup(strategy, turns)
        except (UnknownStrategy, UnknownState):
            return default

    def quantile(self, strategy: str, turns: int, q: float) -> int:
        """Return the least score that is not exceeded with chance ``q``.

        Raises
        ------
        IllegalState
            ``q`` is not above 0 and at most 1.
        UnknownStrategy, UnknownState
            As `distribution`.
        """
        if not 0 < q <= 1:
            raise IllegalState(f"a quantile's chance must be above 0 and at most 1; got {q}")
        reached = self.distribution(strategy, turns).cumsum()
        return int(np.count_nonzero(reached < q - 1e-12))

    def distribution(self, strategy: str, turns: int) -> NDArray[np.float64]:
        """Return the chance of each final score.

        Raises
        ------
        UnknownStrategy
            No strategy of this name depends on the state alone.
        UnknownState
            The table does not go to games this long; the message says how far it goes.
        """
        if not 0 <= turns <= self.turns:
            raise UnknownState(
                f"this table has distributions of 0 to {self.turns} turns, not {turns}; "
                f"build a longer one with: llq build dominion-strategies --turns {turns}"
            )
        return np.asarray(self.probability[strategy_index(strategy), turns])


def strategy_index(name: str) -> int:
    """Return the place of a strategy in ``STRATEGIES``."""
    if name not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise UnknownStrategy(f"{name!r} is not a strategy with exact results; those are {known}")
    return [str(strategy) for strategy in STRATEGIES].index(name)


def open_strategies(path: str | os.PathLike[str] | None = None) -> DominionStrategies:
    """Return the exact results of every strategy, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`.
    """
    return DominionStrategies.load(DominionStrategies.kind, path)
