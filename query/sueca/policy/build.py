"""Building the table of the policy: blocks of games, then one fit."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.query.players import check_seed
from llq.query.sueca.policy.table import GAMES, PolicyTable, policy_spec
from llq.solver.arguments import MOST_GAMES, check_integer, check_threads

_BLOCK_GAMES = 25
"""Half a second: all that an interrupted build loses per thread."""


class Block(NamedTuple):
    """The unit of work: some games of a seed."""

    first: int
    last: int
    seed: int


def play_block(block: Block) -> NDArray[np.float64]:
    """Return the choices of some games: `fitting.Choices`, float64 of shape (3, cards)."""
    from llq.solver.sueca.policy.fitting import collect

    return np.array(collect(block.first, block.last, block.seed), dtype=np.float64)


def build_policy(
    games: int = GAMES,
    seed: int = 1,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Play games by a search, fit the policy to its choices, and return the table's path.

    Parameters
    ----------
    games
        Games played; each has some thirty choices.
    seed
        Of the deals and of the search.
    folder
        Where to write; by default where tables are looked for first.
    threads
        Threads that play, unless there is an executor; no result depends on them.
    progress
        Called with the work done and its total.
    executor
        Plays in place of threads.

    Raises
    ------
    IllegalState
        There is no game or no thread, or the seed is negative.
    TableNotWritable
        The folder cannot be written to.
    """
    seed = check_seed(seed)
    check_integer("games", games, 2, MOST_GAMES)
    check_threads(threads)
    return build_from_blocks(
        policy_job(games, seed),
        folder=folder,
        threads=threads,
        progress=progress,
        executor=executor,
    )


def policy_job(games: int, seed: int) -> BlockJob[Block]:
    """Return what `build_policy` computes and joins."""

    def join(blocks: Iterator[NDArray[np.float64]]) -> dict[str, NDArray[Any]]:
        """Return the table's columns from all blocks."""
        from llq.solver.sueca.policy.fitting import Choices, fit

        cell, choice, value = np.concatenate([*blocks], axis=1)
        weight, cards = fit(Choices(cell.astype(np.int64), choice.astype(np.int64), value))
        return {"weight": weight, "cards": cards}

    spec = policy_spec(games, seed)
    firsts = range(0, games, _BLOCK_GAMES)
    return BlockJob(
        spec=spec,
        command=PolicyTable.command_of(spec),
        tasks={f"{at}": Block(at, min(at + _BLOCK_GAMES, games), seed) for at in firsts},
        work=play_block,
        join=join,
        cut=(_BLOCK_GAMES,),
        cost=lambda block: block.last - block.first,
    )
