"""What each strategy scores, exactly: means, distributions, actions by turn, games of chance."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownState, UnknownStrategy
from llq.solver.dominion.players import SIMPLE, StrategyName
from llq.solver.dominion.variants import rules
from llq.solver.sources import source_hash
from llq.store.locate import open_like, table_path, writable_folder
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableInfo

__all__ = [
    "HAZARD_STRATEGIES",
    "SHARE_TURNS",
    "STRATEGIES",
    "DominionStrategies",
    "build_dominion_strategies",
    "open_dominion_strategies",
    "strategies_spec",
    "strategies_spec_like",
]

STRATEGIES = (*SIMPLE, StrategyName.MONTE_CARLO_LIMIT, StrategyName.OPTIMAL)
"""The strategies that depend on the state alone."""

HAZARD_STRATEGIES = (*SIMPLE, StrategyName.OPTIMAL)
"""Those of them that need no clock."""

SHARE_TURNS = (15, 25, 31)
"""Lengths of the games whose actions by turn are kept: those of the thesis's figures 6 to 8."""

TOLERANCE = 1e-2
"""Greatest width, in points, of a bracket in a game that ends by chance."""

REMEDY = "build it with: llq build dominion-strategies"


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
        solver_hash=source_hash(__name__),
        columns=(
            Column(
                "mean", "float64", ("strategy", "turns"), "points", "Exact expected final score."
            ),
            Column(
                "probability",
                "float64",
                ("strategy", "turns", "score"),
                "probability",
                "Exact chance of each final score.",
            ),
            Column(
                "share",
                "float64",
                ("strategy", "game", "turn", "action"),
                "probability",
                "Exact chance of passing, a treasure, a victory card; games of 15, 25, 31 turns.",
            ),
            Column(
                "hazard",
                "float64",
                ("strategy", "turns expected, less one", "bound"),
                "points",
                "Lower and upper bound of the expected score where each turn is the last with "
                "chance 1/k.",
            ),
        ),
    )


def strategies_spec_like(spec: TableSpec) -> TableSpec:
    """Return what today's code would build to go as far as a table goes: any build may choose."""
    reach = (int(spec.parameters.get(k, 0)) for k in ("turns", "mean_turns", "hazards"))
    return strategies_spec(*reach)


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
            ``q`` is no chance between 0 and 1.
        UnknownStrategy, UnknownState
            As `distribution`.
        """
        if not 0 < q <= 1:
            raise IllegalState(f"a quantile belongs to a chance above 0 and up to 1, not {q}")
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
        raise UnknownStrategy(f"{name!r} is no strategy with exact results; those are {known}")
    return [str(strategy) for strategy in STRATEGIES].index(name)


def open_dominion_strategies(path: str | os.PathLike[str] | None = None) -> DominionStrategies:
    """Return the exact results of every strategy, read whole and verified.

    Raises
    ------
    TableMissing
        There is no such table; the message has the command that builds it.
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The file is not today's table, whole and intact.
    """
    with open_like("dominion-strategies", path, strategies_spec_like, lambda _: REMEDY) as table:
        columns = (table.read(column.name) for column in table.info.spec.columns)
        return DominionStrategies(table.info, *columns)


def build_dominion_strategies(
    turns: int = 100,
    mean_turns: int = 250,
    hazards: int = 31,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Compute every strategy's exact results, write their table and return its path.

    The default takes an hour or so and 3.5 GB on two cores; 100, 100 and 20 took 389 s; 31, 31 and
    10 take seconds.

    Parameters
    ----------
    turns, mean_turns, hazards
        As in `strategies_spec`.
    progress
        Called after each step with the number of steps done and their total.

    Raises
    ------
    IllegalState
        A length or the number of hazards is not positive.
    TableNotWritable
        The folder cannot be written to.
    """
    if min(turns, mean_turns, hazards) < 1:
        raise IllegalState(
            f"turns, mean_turns and hazards are at least 1; got {turns}, {mean_turns}, {hazards}"
        )
    mean_turns = max(turns, mean_turns)
    spec = strategies_spec(turns, mean_turns, hazards)
    path = table_path(spec.name, writable_folder(folder))

    # Imported here: compiling is for those who build.
    from llq.solver.dominion.exact.evaluation import action_shares, distribution, mean_scores
    from llq.solver.dominion.exact.hazard import hazard_score
    from llq.store.writing import write_table

    game = rules()
    total = 3 * len(STRATEGIES) + len(HAZARD_STRATEGIES) * hazards
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(done, total)

    shares = np.zeros((len(STRATEGIES), len(SHARE_TURNS), max(SHARE_TURNS), 3))
    means, chances = [], []
    for index, strategy in enumerate(STRATEGIES):
        for place, length in enumerate(SHARE_TURNS):
            shares[index, place, :length] = action_shares(game, strategy, length, threads).sum(1)
        step()
        chances.append(distribution(game, strategy, turns, threads).probability)
        step()
        means.append(mean_scores(game, strategy, mean_turns, threads))
        step()
    brackets = np.zeros((len(HAZARD_STRATEGIES), hazards, 2))
    for index, strategy in enumerate(HAZARD_STRATEGIES):
        for k in range(1, hazards + 1):
            bounds = hazard_score(
                game, strategy, Fraction(1, k), tolerance=TOLERANCE, threads=threads
            )
            brackets[index, k - 1] = bounds.low, bounds.high
            step()
    widest = max(chance.shape[1] for chance in chances)
    probability = np.stack([np.pad(c, ((0, 0), (0, widest - c.shape[1]))) for c in chances])
    arrays: dict[str, NDArray[Any]] = {
        "mean": np.stack(means),
        "probability": probability,
        "share": shares,
        "hazard": brackets,
    }
    write_table(path, spec, arrays)
    return path
