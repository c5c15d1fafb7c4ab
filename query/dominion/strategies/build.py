"""The build of the table of every strategy's exact scores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.dominion.strategies.table import (
    HAZARD_STRATEGIES,
    HAZARDS,
    MEAN_TURNS,
    SHARE_TURNS,
    STRATEGIES,
    TOLERANCE,
    TURNS,
    DominionStrategies,
)
from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.solver.arguments import check_threads
from llq.solver.dominion.players import StrategyName
from llq.solver.dominion.solitaire.states import DeckSpace
from llq.solver.dominion.variants import rules
from llq.solver.jobs.blocks import computes_here, computing_on


def build_strategies(
    turns: int = TURNS,
    mean_turns: int = MEAN_TURNS,
    hazards: int = HAZARDS,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Compute every strategy's exact results, write their table and return its path.

    ``llq build dominion-strategies --help`` says how long it takes. An interrupted build resumes
    when it is called again with the same arguments: finished blocks are kept in
    ``dominion-strategies.partial`` beside the table.

    Parameters
    ----------
    turns, mean_turns, hazards
        As in `DominionStrategies.make_spec`.
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
    check_threads(threads)
    with computing_on(executor):  # elsewhere every worker is one thread
        job = strategies_job(turns, mean_turns, hazards, threads if computes_here() else 1)
        return build_from_blocks(
            job,
            folder=folder,
            threads=1,  # a block has threads of its own, and memory for one at a time
            progress=progress,
        )


class StrategyBlock(NamedTuple):
    """One result of a strategy."""

    what: str
    """``share``, ``probability``, ``mean`` or ``hazard``."""
    strategy: StrategyName
    reach: int
    """Turns of the longest game; of a hazard, k of the chance 1/k."""


def strategies_job(
    turns: int, mean_turns: int, hazards: int, threads: int = 2
) -> BlockJob[StrategyBlock]:
    """Return what `build_strategies` computes and joins; each block takes some threads."""
    mean_turns = max(turns, mean_turns)
    spec = DominionStrategies.make_spec(turns, mean_turns, hazards)
    blocks = [
        StrategyBlock(what, strategy, reach)
        for strategy in STRATEGIES
        for what, reach in (
            *(("share", length) for length in SHARE_TURNS),
            ("probability", turns),
            ("mean", mean_turns),
        )
    ]
    blocks += [
        StrategyBlock("hazard", strategy, k)
        for strategy in HAZARD_STRATEGIES
        for k in range(1, hazards + 1)
    ]
    tasks = {f"{b.what}-{b.strategy.replace('_', '-')}-{b.reach}": b for b in blocks}

    def join(results: Iterator[NDArray[np.float64]]) -> dict[str, NDArray[Any]]:
        rows: dict[str, list[NDArray[np.float64]]] = {}
        for block, result in zip(blocks, results, strict=True):
            rows.setdefault(block.what, []).append(result)
        widest = max(chance.shape[1] for chance in rows["probability"])
        shares = [np.pad(s, ((0, max(SHARE_TURNS) - len(s)), (0, 0))) for s in rows["share"]]
        return {
            "mean": np.stack(rows["mean"]),
            "probability": np.stack(
                [np.pad(c, ((0, 0), (0, widest - c.shape[1]))) for c in rows["probability"]]
            ),
            "share": np.stack(shares).reshape(len(STRATEGIES), len(SHARE_TURNS), -1, 3),
            "hazard": np.stack(rows["hazard"]).reshape(len(HAZARD_STRATEGIES), hazards, 2),
        }

    return BlockJob(
        spec=spec,
        command=DominionStrategies.command_of(spec),
        tasks=tasks,
        work=partial(compute_block, threads=threads),
        join=join,
        cost=_cost,
    )


def compute_block(block: StrategyBlock, threads: int) -> NDArray[np.float64]:
    """Return a result of a strategy.

    Results are ``share`` (turns, 3), the chances of passing, a treasure and a victory card by turn;
    ``probability`` (turns + 1, scores), the chance of each final score by length of the game;
    ``mean`` (turns + 1,), the expected final score by that length; or ``hazard`` (2,), bounds of
    the expected final score.
    """
    # Imported here: compiling is for those who build.
    from llq.solver.dominion.strategies.evaluation import action_shares, distribution, mean_scores
    from llq.solver.dominion.strategies.hazard import hazard_score

    game, (what, strategy, reach) = rules(), block
    if what == "share":
        return np.asarray(action_shares(game, strategy, reach, threads).sum(1))
    if what == "probability":
        return distribution(game, strategy, reach, threads).probability
    if what == "mean":
        return mean_scores(game, strategy, reach, threads)
    chance = Fraction(1, reach)
    bounds = hazard_score(game, strategy, chance, tolerance=TOLERANCE, threads=threads)
    return np.array([bounds.low, bounds.high])


def _cost(block: StrategyBlock) -> int:
    """Return the rough cost of a block, in numbers computed."""
    from llq.solver.dominion.strategies.evaluation import strategy_model

    dims = strategy_model(rules(), block.strategy)[0].dims
    if block.what == "hazard":
        turns = round(_TURNS_OF_A_HAZARD * block.reach)
        return 2 * DeckSpace(dims, turns).decks
    states = DeckSpace(dims, block.reach).states
    return states * block.reach if block.what == "probability" else states


_TURNS_OF_A_HAZARD = 10
"""To bracket a value to a hundredth of a point takes games this many times the expected length."""
