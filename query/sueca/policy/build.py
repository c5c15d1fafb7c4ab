"""Building the table of policies: the network's training, blocks of games, then one fit."""

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
from llq.query.sueca.policy.table import GAMES, SELF_PLAY, PolicyTable, policy_spec
from llq.solver.arguments import MOST_GAMES, check_integer

_BLOCK_GAMES = 25
"""Half a second: all that an interrupted build loses per thread, but for the training."""
_SELF_PLAY_A_GAME = 30  # games of self-play that take as long as a game of the search


class Block(NamedTuple):
    """A unit of work: some games of a seed."""

    first: int
    last: int
    seed: int


class Training(NamedTuple):
    """The unit of work that is the network's training."""

    games: int
    seed: int


def play_block(block: Block | Training) -> NDArray[Any]:
    """Return what a unit of work finds.

    That is the choices of some games, `fitting.Choices` as float64 of shape (3, cards), or the
    network's weights as `network.pack` has them.
    """
    if isinstance(block, Training):
        from llq.solver.sueca.policy.network import pack
        from llq.solver.sueca.policy.training import train

        return pack(train(block.games, block.seed))
    from llq.solver.sueca.policy.fitting import collect

    return np.array(collect(block.first, block.last, block.seed), dtype=np.float64)


def build_policy(
    games: int = GAMES,
    seed: int = 1,
    folder: str | os.PathLike[str] | None = None,
    *,
    self_play: int = SELF_PLAY,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Train the network, fit the rule of thumb to a search's choices, and return the table's path.

    Parameters
    ----------
    games
        Games played by the search; each has some thirty choices.
    seed
        Of the deals and of the search, and of the training.
    self_play
        Games that the network is trained for.
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
    check_integer("self_play", self_play, 1, MOST_GAMES)
    return build_from_blocks(
        policy_job(games, seed, self_play),
        folder=folder,
        threads=threads,
        progress=progress,
        executor=executor,
    )


def policy_job(games: int, seed: int, self_play: int) -> BlockJob[Block | Training]:
    """Return what `build_policy` computes and joins."""

    def join(blocks: Iterator[NDArray[Any]]) -> dict[str, NDArray[Any]]:
        """Return the table's columns from all blocks, the network's first."""
        from llq.solver.sueca.policy.fitting import Choices, fit

        network = next(blocks)
        cell, choice, value = np.concatenate([*blocks], axis=1)
        weight, cards = fit(Choices(cell.astype(np.int64), choice.astype(np.int64), value))
        return {"weight": weight, "cards": cards, "network": network}

    spec = policy_spec(games, seed, self_play)
    tasks: dict[str, Block | Training] = {"network": Training(self_play, seed)}
    for first in range(0, games, _BLOCK_GAMES):
        tasks[f"{first}"] = Block(first, min(first + _BLOCK_GAMES, games), seed)
    return BlockJob(
        spec=spec,
        command=PolicyTable.command_of(spec),
        tasks=tasks,
        work=play_block,
        join=join,
        cut=(_BLOCK_GAMES,),
        cost=_cost,
    )


def _cost(block: Block | Training) -> int:
    """Return the cost of a unit of work in games of self-play."""
    if isinstance(block, Training):
        return block.games
    return _SELF_PLAY_A_GAME * (block.last - block.first)
