"""Building the table of matches: blocks of games, summed exactly.

A block is some combinations on some deals. The sums are of integers and exact, so that no result
depends on who computes the blocks, in what order, and whether in one go.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.query.players import check_seed
from llq.query.sueca.matches.table import (
    GAME_POINTS,
    GAMES,
    PLAYERS,
    QUANTILES,
    MatchTable,
    matches_spec,
)
from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.sueca.rules import HAND_SIZE, RULES, SEATS, TOTAL

BLOCK_GAMES, BLOCK_COMBINATIONS = 1000, 8
"""At half a millisecond a game some seconds: all that an interrupted build loses per thread."""

_SAMPLING_COST = 45  # of each sampling player, in games of players that do not sample


class Block(NamedTuple):
    """The unit of work: some combinations on some deals."""

    combinations: tuple[tuple[str, ...], ...]
    """North, West, South, East."""
    first: int
    games: int
    seed: int


def play_block(block: Block) -> NDArray[np.uint8]:
    """Return points and tricks of North and South, uint8 of shape (2, combinations, games)."""
    from llq.solver.sueca.matches.match import play_games

    found = np.empty((2, len(block.combinations), block.games), dtype=np.uint8)
    for row, seats in enumerate(block.combinations):
        played = play_games(seats, block.games, block.seed, first=block.first, threads=1)
        found[:, row] = played.points, played.tricks
    return found


def build_matches(
    games: int = GAMES,
    seed: int = 1,
    players: Sequence[str] = PLAYERS,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Play every combination of some strategies, write the table of matches and return its path.

    By default these are the thesis's 256 combinations and 175 with the honest Monte Carlo player.
    An interrupted build resumes when it is called again: finished blocks are kept in
    ``sueca-matches.partial`` beside the table.

    Parameters
    ----------
    games
        Games of each combination.
    seed
        Of the deals and of every player's own choices.
    players
        Strategies by name or by the letters R, T, A and MC.
    folder
        Where to write; by default where tables are looked for first.
    threads
        Threads that play, unless there is an executor; no result depends on them.
    progress
        Called with the work done and its total.
    executor
        Plays in place of threads: processes, or a Dask cluster's
        ``Client.get_executor()``. It is left running.

    Raises
    ------
    IllegalState
        There are fewer than two games, no thread or no player, or the seed is negative.
    UnknownStrategy
        A name is not that of a built-in player.
    TableNotWritable
        The folder cannot be written to.
    """
    seed = check_seed(seed)
    check_integer("games", games, 2, MOST_GAMES)
    return build_from_blocks(
        matches_job(games, seed, players),
        folder=folder,
        threads=threads,
        progress=progress,
        executor=executor,
    )


def matches_job(games: int, seed: int, players: Sequence[str]) -> BlockJob[Block]:
    """Return what `build_matches` computes and joins."""
    names, combinations = combinations_of(players)
    spec = matches_spec(games, seed, names)
    groups = -(-len(combinations) // BLOCK_COMBINATIONS)

    def add_up(blocks: Iterator[NDArray[np.uint8]]) -> dict[str, NDArray[Any]]:
        """Return the table's columns from all blocks, combination by combination."""
        tally = _Tally(len(combinations))
        row: list[NDArray[np.uint8]] = []
        for block in blocks:
            row.append(block)
            if len(row) == groups:
                tally.add(*np.concatenate(row, axis=1))
                row = []
        seats = [[names.index(name) for name in combination] for combination in combinations]
        return {"seats": np.array(seats, dtype=np.uint8), **tally.results()}

    return BlockJob(
        spec=spec,
        command=MatchTable.command_of(spec),
        tasks=_blocks(combinations, games, seed),
        work=play_block,
        join=add_up,
        cut=(BLOCK_GAMES, BLOCK_COMBINATIONS),
        cost=_cost,
    )


def combinations_of(players: Sequence[str]) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return the strategies' names in the table's order, and their combinations: N, W, S, E.

    A player that sees the true hands meets no honest sampling player: no one would want that match.
    """
    from llq.solver.sueca.players import find_strategy
    from llq.solver.sueca.settings import Source

    found = {find_strategy(player).name for player in players}
    if not found:
        raise IllegalState("a table of matches needs at least one player")
    known = [name for name in PLAYERS if name in found]
    names = known + sorted(found - set(known))
    sampling = {name for name in names if _is_sampling(name)}
    peeking = {name for name in sampling if find_strategy(name).source is Source.TRUE}
    combinations = [
        seats
        for seats in product(names, repeat=SEATS)
        if not (peeking & set(seats) and (sampling - peeking) & set(seats))
    ]
    return names, combinations


def _blocks(combinations: list[tuple[str, ...]], games: int, seed: int) -> dict[str, Block]:
    """Return every block by its name: the deals in order, and of each deals the combinations."""
    return {
        f"{first}-{start}": Block(
            tuple(combinations[start : start + BLOCK_COMBINATIONS]),
            first,
            min(BLOCK_GAMES, games - first),
            seed,
        )
        for first in range(0, games, BLOCK_GAMES)
        for start in range(0, len(combinations), BLOCK_COMBINATIONS)
    }


def _cost(block: Block) -> int:
    sampling = sum(_is_sampling(name) for row in block.combinations for name in row)
    return block.games * (len(block.combinations) + _SAMPLING_COST * sampling)


@cache
def _is_sampling(name: str) -> bool:
    from llq.solver.sueca.players import find_strategy

    return find_strategy(name).is_sampling


class _Tally:
    """Sums over games, in integers."""

    def __init__(self, combinations: int) -> None:
        self._points = np.zeros((combinations, TOTAL + 1), dtype=np.int64)
        self._game_points = np.zeros((combinations, len(GAME_POINTS)), dtype=np.int64)
        self._tricks = np.zeros(combinations, dtype=np.int64)
        self._products = np.zeros((combinations, combinations), dtype=np.int64)

    def add(self, points: NDArray[np.uint8], tricks: NDArray[np.uint8]) -> None:
        """Add games, uint8 of shape (combinations, games)."""
        for row, (mine, taken) in enumerate(zip(points, tricks, strict=True)):
            self._points[row] += np.bincount(mine, minlength=TOTAL + 1)
            self._game_points[row] += np.bincount(_KIND[mine, taken], minlength=len(GAME_POINTS))
        self._tricks += tricks.sum(axis=1, dtype=np.int64)
        exact = points.astype(np.float64)  # every sum is far below 2^53
        self._products += (exact @ exact.T).astype(np.int64)

    def results(self) -> dict[str, NDArray[Any]]:
        """Return the columns of the table, without the seats."""
        scores = np.arange(TOTAL + 1)
        games = int(self._points[0].sum())
        totals = self._points @ scores
        # Python's own integers divide exactly to the nearest float, and never overflow
        whole = games * self._products.astype(object) - np.outer(totals, totals.astype(object))
        covariance = (whole / (games * (games - 1))).astype(np.float64)
        deviation = np.sqrt(covariance.diagonal())
        reached = self._points.cumsum(axis=1)
        needed = [-(-round(100 * q) * games // 100) for q in QUANTILES]
        return {
            "mean": totals / games,
            "standard_deviation": deviation,
            "mean_error": deviation / np.sqrt(games),
            "quantile": np.stack([(reached < n).sum(axis=1) for n in needed], 1).astype(np.uint8),
            "win_prob": self._points[:, RULES.win_above + 1 :].sum(axis=1) / games,
            "tricks": self._tricks / games,
            "points": self._points.astype(np.uint32),
            "game_points": self._game_points.astype(np.uint32),
            "covariance": covariance,
        }


def _kinds() -> NDArray[np.intp]:
    """Return the place in ``GAME_POINTS`` of a game by the points and tricks of North and South."""
    place = {games: index for index, games in enumerate(GAME_POINTS)}
    kinds = np.zeros((TOTAL + 1, HAND_SIZE + 1), dtype=np.intp)
    for points, tricks in np.ndindex(kinds.shape):
        mine = RULES.games(points, tricks)
        theirs = RULES.games(TOTAL - points, HAND_SIZE - tricks)
        kinds[points, tricks] = place.get(mine - theirs, 0)  # no game has 61 points and no trick
    return kinds


_KIND = _kinds()
