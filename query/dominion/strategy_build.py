"""The build of the table of every strategy's exact scores."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.dominion.strategy_table import (
    HAZARD_STRATEGIES,
    SHARE_TURNS,
    STRATEGIES,
    TOLERANCE,
    strategies_spec,
)
from llq.solver.dominion.variants import rules
from llq.store.locate import table_path, writable_folder

__all__ = ["build_strategies"]


def build_strategies(
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
            "turns, mean_turns and hazards must be at least 1; "
            f"got {turns}, {mean_turns} and {hazards}"
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
