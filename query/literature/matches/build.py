"""Building the table of matches: each block is some games of one pairing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.query.literature.matches.table import (
    FIELDS,
    GAMES,
    LIMIT,
    MANY,
    MANY_GAMES,
    PLAYERS,
    SIZES,
    MatchTable,
    matches_spec,
    pairings_of,
    rules_for,
)
from llq.query.literature.policies.table import fingerprint
from llq.query.players import check_seed
from llq.solver.arguments import MOST_GAMES, check_integer, check_threads

if TYPE_CHECKING:
    from llq.solver.literature.players import Strategy

BLOCK_GAMES = 250
"""With 4 players some seconds at most: what an interrupted build loses of each thread."""

# In random games of 4 players: the cost of a game, and what each such player adds.
_COST = {4: 1.0, 6: 2.0, 8: 3.0}
_THINKING = {4: 3.0, 6: 320.0, 8: 560.0}
_LOOKING_AHEAD = {4: 40.0, 6: 320.0, 8: 560.0}


class Block(NamedTuple):
    """Games of a pairing that are played at a time."""

    players: int
    even: str
    odd: str
    first: int
    games: int
    seed: int


def play_block(everyone: Mapping[str, Strategy], block: Block) -> NDArray[np.int16]:
    """Return the columns of `FIELDS`, in their order: int16 of shape (games, columns)."""
    from llq.solver.literature.matches.match import play_games

    seats = [everyone[block.even], everyone[block.odd]] * (block.players // 2)
    played = play_games(
        seats, block.games, block.seed, first=block.first, rules=rules_for(block.players),
        limit=LIMIT, threads=1,
    )  # fmt: skip
    return np.concatenate(
        [getattr(played, name).reshape(block.games, -1).astype(np.int16) for name, *_ in FIELDS], 1
    )


def block_cost(everyone: Mapping[str, Strategy], block: Block) -> int:
    """Return the rough cost of a block, in random games of 4 players."""
    each = _COST[block.players]
    for strategy in (everyone[block.even], everyone[block.odd]):
        if strategy.policy is not None and strategy.policy.learner == "compact":
            each += _LOOKING_AHEAD[block.players]
        elif strategy.name not in ("random", "possible"):
            each += _THINKING[block.players]
    return round(block.games * each)


def build_matches(
    games: int = GAMES,
    seed: int = 1,
    players: Sequence[str] = PLAYERS,
    six: Sequence[str] = MANY,
    eight: Sequence[str] = MANY,
    many_games: int = MANY_GAMES,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Play every ordered pair of some players, write the table of matches and return its path.

    An interrupted build resumes when it is called again with the same arguments: finished blocks
    are kept in ``literature-matches.partial`` beside the table.

    Parameters
    ----------
    games
        Games of each pairing of 4 players.
    seed
        Of the deals and of every player's own choices.
    players, six, eight
        Who meets whom in games of 4, 6 and 8: names of built-in players and of stored policies.
    many_games
        Games of each pairing of 6 or 8.
    threads
        Threads that play, unless there is an executor; no result depends on them.
    progress
        Called with the work done and its total.
    executor
        Plays in place of threads: processes, or a Dask cluster's ``Client.get_executor()``. It is
        left running.

    Raises
    ------
    IllegalState
        There are fewer than two games, no thread or no player, or the seed is negative; or a
        policy was trained for another number of players.
    UnknownStrategy
        There is no such player.
    TableMissing
        A name is that of a policy and none are stored.
    TableNotWritable
        The folder cannot be written to.
    """
    seed = check_seed(seed)
    check_integer("games", games, 2, MOST_GAMES)
    check_integer("many_games", many_games, 2, MOST_GAMES)
    check_threads(threads)
    return build_from_blocks(
        matches_job(games, seed, {4: players, 6: six, 8: eight}, many_games),
        folder=folder, threads=threads, progress=progress, executor=executor,
    )  # fmt: skip


def matches_job(
    games: int, seed: int, players: Mapping[int, Sequence[str]], many_games: int
) -> BlockJob[Block]:
    """Return what `build_matches` computes and joins.

    Parameters
    ----------
    players
        Who meets whom, by the number of players.
    """
    from llq.solver.literature.matches.match import line_up

    found = who_meets(*(players.get(size, ()) for size in SIZES))
    everyone = {name: strategy for named in found.values() for name, strategy in named.items()}
    if not everyone:
        raise IllegalState("a table of matches takes one player or more")
    prints = {name: fingerprint(s.policy) for name, s in everyone.items() if s.policy is not None}
    for size, named in found.items():  # a policy for other players is refused before any game
        if named:
            line_up([*named.values()], rules_for(size))
    names = {size: tuple(_ordered(named)) for size, named in found.items()}
    spec = matches_spec(games, many_games, seed, names, prints)
    tasks = {
        f"{index}-{first}": Block(
            pairing.players, pairing.even, pairing.odd, first,
            min(BLOCK_GAMES, total - first), seed,
        )
        for index, pairing in enumerate(pairings_of(names))
        for total in [games if pairing.players == 4 else many_games]
        for first in range(0, total, BLOCK_GAMES)
    }  # fmt: skip
    return BlockJob(
        spec=spec, command=MatchTable.command_of(spec), tasks=tasks,
        work=partial(play_block, everyone), join=lambda blocks: _columns(tasks, blocks),
        cut=(BLOCK_GAMES,), cost=partial(block_cost, everyone),
    )  # fmt: skip


def who_meets(
    players: Iterable[str], six: Iterable[str], eight: Iterable[str]
) -> dict[int, dict[str, Strategy]]:
    """Return who meets whom by name, by the number of players."""
    from llq.query.literature.built_in_players import strategy_of

    return {
        size: {strategy.name: strategy for strategy in map(strategy_of, names)}
        for size, names in zip(SIZES, (players, six, eight), strict=True)
    }


def _ordered(named: Mapping[str, Strategy]) -> list[str]:
    """Return names in the table's order: known ones first, others by name."""
    known = [name for name in PLAYERS if name in named]
    return known + sorted(named.keys() - set(known))


def _columns(
    tasks: Mapping[str, Block], blocks: Iterable[NDArray[np.int16]]
) -> dict[str, NDArray[Any]]:
    """Return the table's columns, one row a game."""
    rows = np.concatenate(list(blocks))
    pairings = [int(name.partition("-")[0]) for name in tasks]
    spans = list(tasks.values())
    columns: dict[str, NDArray[Any]] = {
        "pairing": np.repeat(pairings, [b.games for b in spans]).astype(np.uint16),
        "game": np.concatenate(
            [np.arange(b.first, b.first + b.games, dtype=np.uint32) for b in spans]
        ),
    }
    place = 0
    for name, dtype, axis, *_ in FIELDS:
        columns[name] = (rows[:, place : place + 2] if axis else rows[:, place]).astype(dtype)
        place += 2 if axis else 1
    return columns
