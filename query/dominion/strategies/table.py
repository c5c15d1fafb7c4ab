"""The table of every strategy's exact scores: means, distributions, actions by turn."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownState, UnknownStrategy
from llq.query.dominion.strategies.format import STRATEGIES, build_command, strategies_spec
from llq.store.locate import open_like
from llq.store.schema import TableSpec
from llq.store.tables import TableInfo

__all__ = [
    "DominionStrategies",
    "StrategyScore",
    "open_strategies",
    "strategies_remedy",
    "strategies_spec_like",
    "strategy_index",
]


def strategies_spec_like(spec: TableSpec) -> TableSpec:
    """Return what today's code would build as far as a table goes: builds choose how far."""
    reach = (int(spec.parameters.get(k, 0)) for k in ("turns", "mean_turns", "hazards"))
    return strategies_spec(*reach)


def strategies_remedy(spec: TableSpec | None = None) -> str:
    """Return what to do about a table that is missing or refused."""
    return f"build it with: {build_command(spec) if spec else 'llq build dominion-strategies'}"


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


@dataclass(frozen=True)
class DominionStrategies:
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

    info: TableInfo
    mean: NDArray[np.float64]
    probability: NDArray[np.float64]
    share: NDArray[np.float64]
    hazard: NDArray[np.float64]

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
    """Return the place of a strategy in ``STRATEGIES``.

    Raises
    ------
    UnknownStrategy
        No strategy of this name depends on the state alone.
    """
    if name not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise UnknownStrategy(f"{name!r} is not a strategy with exact results; those are {known}")
    return [str(strategy) for strategy in STRATEGIES].index(name)


def open_strategies(path: str | os.PathLike[str] | None = None) -> DominionStrategies:
    """Return the exact results of every strategy, read whole and verified.

    Parameters
    ----------
    path
        The file, or a folder with it; by default wherever tables are looked for.

    Raises
    ------
    TableMissing
        There is no such table; the message has the command that builds it.
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The file is not today's table, whole and intact.
    """
    with open_like("dominion-strategies", path, strategies_spec_like, strategies_remedy) as table:
        columns = (table.read(column.name) for column in table.info.spec.columns)
        return DominionStrategies(table.info, *columns)
