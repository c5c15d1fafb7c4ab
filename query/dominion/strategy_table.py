"""The table of every strategy's exact scores: means, distributions, actions by turn."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownState, UnknownStrategy
from llq.solver.dominion.players import SIMPLE, StrategyName
from llq.solver.dominion.variants import rules
from llq.solver.sources import source_hash
from llq.store.locate import open_like
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableInfo

__all__ = [
    "HAZARD_STRATEGIES",
    "SHARE_TURNS",
    "STRATEGIES",
    "TOLERANCE",
    "DominionStrategies",
    "build_command",
    "open_strategies",
    "strategies_remedy",
    "strategies_spec",
    "strategies_spec_like",
    "strategy_index",
]

_BUILDER = "llq.query.dominion.strategy_build"

STRATEGIES = (*SIMPLE, StrategyName.MONTE_CARLO_LIMIT, StrategyName.OPTIMAL)
"""The strategies that depend on the state alone."""

HAZARD_STRATEGIES = (*SIMPLE, StrategyName.OPTIMAL)
"""Those of them that need no clock."""

SHARE_TURNS = (15, 25, 31)
"""Lengths of the games whose actions by turn are kept: those of the thesis's figures 6 to 8."""

_MOST_CHANCE = 1 + 1e-9
"""A sum of chances, rounded."""

TOLERANCE = 1e-2
"""Greatest width, in points, of a bracket in a game that ends by chance."""


def strategies_spec(turns: int, mean_turns: int, hazards: int) -> TableSpec:
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
    game = rules()
    return TableSpec(
        game="dominion",
        variant="strategies",
        rules_id="dominion/van-der-heijden-2014",
        rules_version=game.version,
        parameters={
            "turns": turns,
            "mean_turns": mean_turns,
            "hazards": hazards,
            "tolerance_points": TOLERANCE,
            "strategies": ",".join(STRATEGIES),
        },
        solver_hash=source_hash(_BUILDER),
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
                "Exact chance of passing, a treasure, a victory card; games of 15, 25, 31 turns.",
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


def strategies_spec_like(spec: TableSpec) -> TableSpec:
    """Return what today's code would build as far as a table goes: builds choose how far."""
    reach = (int(spec.parameters.get(k, 0)) for k in ("turns", "mean_turns", "hazards"))
    return strategies_spec(*reach)


def build_command(spec: TableSpec) -> str:
    """Return the command that builds a table of the same numbers."""
    return (
        "llq build dominion-strategies --turns {turns} --mean-turns {mean_turns} "
        "--hazards {hazards}"
    ).format(**spec.parameters)


def strategies_remedy(spec: TableSpec | None = None) -> str:
    """Return what to do about a table that is missing or refused."""
    return f"build it with: {build_command(spec) if spec else 'llq build dominion-strategies'}"


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

    def sd(self, strategy: str, turns: int) -> float:
        """Return the standard deviation of the final score, in points."""
        chances = self.distribution(strategy, turns)
        scores = np.arange(len(chances))
        mean = chances @ scores
        return float(np.sqrt(chances @ (scores - mean) ** 2))

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
