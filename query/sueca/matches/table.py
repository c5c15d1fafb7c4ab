"""Match table: every combination of strategies in four seats, on common deals.

The thesis plays four strategies in all 256 ways [1]_, chapter 7. Its Monte Carlo player looked at
the true hands, here ``mc_peek``; the table has these 256 and, in place of ``mc_peek``, the honest
``mc_extra``, which makes 175 combinations more. Game ``i`` has the same deal in each combination,
so that most luck cancels in a difference; the covariances say how much.

References
----------
.. [1] V. Lopes Carreiro, Examining different strategies for the card game Sueca, Leiden, 2016.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice, product
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownState, UnknownStrategy
from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.query.players import check_seed
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.query.text.text_input import split_words
from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.sueca.rules import HAND_SIZE, RULES, SEATS, TOTAL_POINTS
from llq.store.database import Relation, View
from llq.store.schema import Column, TableSpec

if TYPE_CHECKING:  # compiles
    from llq.solver.sueca.players import Strategy

PLAYERS = ("random", "mc_peek", "obligated_trump", "always_high", "mc_extra")
"""The thesis's four strategies in order, and the honest Monte Carlo player."""

GAMES = 100_000

GAME_POINTS = (-4, -2, -1, 0, 1, 2, 4)
"""Possible game points from one game, negative for West and East."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

BLOCK_GAMES, BLOCK_COMBINATIONS = 1000, 8
"""At half a millisecond a game some seconds: all that an interrupted build loses per thread."""

_SAMPLING_COST = 45  # of each sampling player, in games of players that do not sample
_EACH, _POINTS = ("combination",), f"points of North and South, 0 to {TOTAL_POINTS}"


@dataclass(frozen=True)
class Combination:
    """A combination's results, under the names of `MatchTable`.

    Parameters
    ----------
    players
        Names of the strategies of North, West, South and East.
    games, seed
        Games played, and the seed of their deals.
    mean, standard_deviation, mean_error
        Points of North and South.
    quantile
        Points, of ``QUANTILES``.
    win_prob
        Share of games with more than 60 points.
    tricks
        Mean number of North's and South's.
    points
        (121,) uint32, games by points.
    game_points
        (7,) uint32, games by ``GAME_POINTS``.
    """

    players: tuple[str, ...]
    games: int
    seed: int
    mean: float
    standard_deviation: float
    mean_error: float
    quantile: tuple[int, ...]
    win_prob: float
    tricks: float
    points: NDArray[np.uint32]
    game_points: NDArray[np.uint32]

    def __str__(self) -> str:
        return (
            f"{','.join(self.players)}: {self.mean:.3f} points (s.e. {self.mean_error:.3f}), won "
            f"{self.win_prob:.1%} ({self.games} games of seed {self.seed})"
        )


@dataclass(frozen=True)
class Difference:
    """The difference of two combinations' mean points, on the same deals."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    games: int
    seed: int
    difference: float
    """Points of North and South, first less second."""
    standard_error: float
    """Standard error of ``difference``, from the differences game by game."""
    unpaired_error: float
    """Standard error under independent deals."""

    @property
    def z(self) -> float | None:
        """Difference in standard errors, None for identical games."""
        return self.difference / self.standard_error if self.standard_error else None

    def __str__(self) -> str:
        return (
            f"{','.join(self.first)} less {','.join(self.second)}: {self.difference:+.3f} points "
            f"(s.e. {self.standard_error:.3f}; {self.games} games of seed {self.seed})"
        )


_NUMBERS = ("mean", "standard_deviation", "mean_error", "win_prob", "tricks")
"""Columns of one number a combination."""


class Block(NamedTuple):
    """A work unit of combinations and deals."""

    combinations: tuple[tuple[str, ...], ...]
    """North, West, South, East."""
    first: int
    games: int
    seed: int


def _number(name: str, unit: str, description: str, most: float) -> Column:
    """Return the declaration of a number of each combination."""
    return Column(name, "float64", _EACH, unit, description, shape=("rows",), least=0.0, most=most)


class MatchTable(StoredTable):
    """Results of every combination, read whole; axis 0 indexes combinations.

    ``seats`` are indices of ``players``.
    """

    kind = "sueca-matches"
    build_options = (
        BuildOption("games", "-n", read=int),
        BuildOption("seed", read=int),
        BuildOption(
            "players", read=lambda text: tuple(text.split(",")), text=",".join, usual=PLAYERS
        ),
    )
    method = "simulated"

    seats = Column(
        "seats", "uint8", (*_EACH, "seat"), "index of a player", "North, W, S, East.",
        shape=("rows", SEATS), most="player",
    )  # fmt: skip
    mean = _number("mean", _POINTS, "Mean of a game.", TOTAL_POINTS)
    standard_deviation = _number(
        "standard_deviation", _POINTS, "Standard deviation of a game.", TOTAL_POINTS
    )
    mean_error = _number("mean_error", _POINTS, "Standard error of the mean.", TOTAL_POINTS)
    quantile = Column(
        "quantile", "uint8", (*_EACH, "5, 25, 50, 75, 95 %"), _POINTS, "Of a game.",
        shape=("rows", len(QUANTILES)), most=TOTAL_POINTS,
    )  # fmt: skip
    win_prob = _number("win_prob", "share", "Games with more than 60 points.", 1.0)
    tricks = _number("tricks", "tricks", "Mean number of North's and South's.", HAND_SIZE)
    points = Column(
        "points", "uint32", (*_EACH, "points"), "games", "Games with each number.",
        shape=("rows", TOTAL_POINTS + 1), most="games",
    )  # fmt: skip
    game_points = Column(
        "game_points", "uint32", (*_EACH, "games won: -4, -2, -1, 0, 1, 2, 4"), "games",
        "Games that count this many for North and South.",
        shape=("rows", len(GAME_POINTS)), most="games",
    )  # fmt: skip
    covariance = Column(
        "covariance", "float64", (*_EACH, "combination"), "points squared",
        "Covariance of two combinations' points in games of the same deal.",
        shape=("rows", "rows"), least=-(TOTAL_POINTS**2), most=TOTAL_POINTS**2,
    )  # fmt: skip

    @staticmethod
    def make_spec(games: int = GAMES, seed: int = 1, players: Sequence[str] = PLAYERS) -> TableSpec:
        """Return today's specification, with players in index order."""
        return MatchTable.describe(
            MatchTable.kind,
            (RULES.rules_id, RULES.version),
            {"games": games, "seed": seed, "players": ",".join(players)},
            games=games,
            player=len(players) - 1,
        )

    @classmethod
    def build(
        cls,
        games: int = GAMES,
        seed: int = 1,
        players: Sequence[str] = PLAYERS,
        folder: str | os.PathLike[str] | None = None,
        *,
        threads: int = 2,
        progress: Callable[[int, int], None] | None = None,
        executor: Executor | None = None,
    ) -> Path:
        """Play every combination of strategies, write the table and return its path.

        By default these are the thesis's 256 combinations and 175 with the honest Monte Carlo
        player.
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
        return build_from_blocks(cls.job(games, seed, players), folder, threads, progress, executor)

    @classmethod
    def job(
        cls, games: int = GAMES, seed: int = 1, players: Sequence[str] = PLAYERS
    ) -> BlockJob[Block]:
        """Return the blocks and join of `build`."""
        names, combinations = combinations_of(players)
        spec = cls.make_spec(games, seed, names)

        def add_up(blocks: Iterator[NDArray[np.uint8]]) -> dict[str, NDArray[Any]]:
            """Return the table's columns from all blocks, combination by combination."""
            groups = -(-len(combinations) // BLOCK_COMBINATIONS)
            deals = iter(lambda: [*islice(blocks, groups)], [])
            seats = [[names.index(name) for name in combination] for combination in combinations]
            return {
                "seats": np.array(seats, dtype=np.uint8),
                **_numbers_of((np.concatenate(deal, axis=1) for deal in deals), len(combinations)),
            }

        return BlockJob(
            spec=spec,
            command=cls.command_of(spec),
            tasks=_blocks(combinations, games, seed),
            work=play_block,
            join=add_up,
            cut=(BLOCK_GAMES, BLOCK_COMBINATIONS),
            cost=_cost,
        )

    @property
    def games(self) -> int:
        """Games of each combination."""
        return int(self.info.spec.parameters["games"])

    @property
    def total_games(self) -> int:
        """Games in all."""
        return self.games * len(self.seats)

    @property
    def seed(self) -> int:
        """Seed of the deals."""
        return int(self.info.spec.parameters["seed"])

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Names of the strategies."""
        return tuple(str(self.info.spec.parameters["players"]).split(","))

    @cached_property
    def combinations(self) -> tuple[tuple[str, ...], ...]:
        """Names of the strategies of North, West, South and East."""
        return tuple(tuple(self.players[player] for player in row) for row in self.seats.tolist())

    def check(self) -> None:
        """Raise ValueError for games of another number than played, and combinations twice."""
        for games in (self.points, self.game_points):
            if (games.sum(axis=1, dtype=np.int64) != self.games).any():
                raise ValueError("the games of a combination are not as many as were played")
        if len(self._rows) != len(self.seats):
            raise ValueError("a combination is there twice")

    def lookup(self, combination: str | Sequence[str]) -> Combination:
        """Return the results of a combination.

        Parameters
        ----------
        combination
            North, West, South, East: four names or the letters R, T, A, MC, or one text of them
            with commas.

        Raises
        ------
        UnknownStrategy
            There is no such player.
        UnknownState
            The table has no such combination; the message says what it has.
        """
        row = self._row_of(combination)
        return Combination(
            players=self.combinations[row],
            games=self.games,
            seed=self.seed,
            quantile=tuple(self.quantile[row].tolist()),
            points=self.points[row],
            game_points=self.game_points[row],
            **{name: self.columns[name].item(row) for name in _NUMBERS},
        )

    def get(
        self, combination: str | Sequence[str], default: Combination | None = None
    ) -> Combination | None:
        """Return a combination's results, or ``default`` where `lookup` raises an error."""
        try:
            return self.lookup(combination)
        except (UnknownStrategy, UnknownState):
            return default

    def difference(self, first: str | Sequence[str], second: str | Sequence[str]) -> Difference:
        """Return the difference in points between two combinations.

        Raises
        ------
        UnknownStrategy, UnknownState
            As `lookup` does.
        """
        rows = [self._row_of(first), self._row_of(second)]
        covariance = self.covariance[np.ix_(rows, rows)]
        variance = max(0.0, covariance.trace() - 2 * covariance[0, 1])
        return Difference(
            first=self.combinations[rows[0]],
            second=self.combinations[rows[1]],
            games=self.games,
            seed=self.seed,
            difference=float(self.mean[rows[0]] - self.mean[rows[1]]),
            standard_error=sqrt(variance / self.games),
            unpaired_error=sqrt(covariance.trace() / self.games),
        )

    def _row_of(self, combination: str | Sequence[str]) -> int:
        words = split_words(combination) if isinstance(combination, str) else combination
        names = tuple(
            word if word in self.players else _strategy(word).name for word in map(str.strip, words)
        )
        if names not in self._rows:
            raise UnknownState(
                f"this table has no games of {','.join(names)} (North, West, South, East), only of "
                f"{SEATS} players out of {', '.join(self.players)}, {self.games} games each of "
                f"seed {self.seed}; players that peek meet no honest Monte Carlo player; build "
                f"another with: llq build {self.kind} --players"
            )
        return self._rows[names]

    @cached_property
    def _rows(self) -> dict[tuple[str, ...], int]:
        return {names: row for row, names in enumerate(self.combinations)}

    def sql(self) -> Iterable[Relation | View]:
        """Return relations of results, counts, teams and pairs, beside the thesis's."""
        from llq.query.sueca.matches.sql import matches_sql

        return matches_sql(self)


def open_matches(path: str | os.PathLike[str] | None = None) -> MatchTable:
    """Return the table of matches, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`.

    Examples
    --------
    >>> import llq
    >>> found = llq.sueca.matches.open().difference("A,R,R,R", "T,R,R,R")
    >>> round(found.difference, 3), round(found.standard_error, 3)
    (2.381, 0.139)
    """
    return MatchTable.load(MatchTable.kind, path)


build_matches = MatchTable.build


def play_block(block: Block) -> NDArray[np.uint8]:
    """Return points and tricks of North and South, uint8 of shape (2, combinations, games)."""
    from llq.solver.sueca.matches.match import play_games

    results = np.empty((2, len(block.combinations), block.games), dtype=np.uint8)
    for row, seats in enumerate(block.combinations):
        played = play_games(seats, block.games, block.seed, first=block.first, threads=1)
        results[:, row] = played.points, played.tricks
    return results


def combinations_of(players: Sequence[str]) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return the strategies' names in the table's order, and their combinations: N, W, S, E.

    A player that sees the true hands meets no honest sampling player: no one would want that match.
    """
    from llq.solver.sueca.settings import Source

    if not (chosen := {_strategy(player).name for player in players}):
        raise IllegalState("a table of matches needs at least one player")
    usual = [name for name in PLAYERS if name in chosen]
    names = usual + sorted(chosen - set(usual))
    sampling = {name for name in names if _strategy(name).is_sampling}
    peeking = {name for name in sampling if _strategy(name).source is Source.TRUE}
    combinations = [
        seats
        for seats in product(names, repeat=SEATS)
        if not (peeking & set(seats) and (sampling - peeking) & set(seats))
    ]
    return names, combinations


def _blocks(combinations: list[tuple[str, ...]], games: int, seed: int) -> dict[str, Block]:
    """Return named blocks: deals in order, each with all combinations."""
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
    sampling = sum(_strategy(name).is_sampling for row in block.combinations for name in row)
    return block.games * (len(block.combinations) + _SAMPLING_COST * sampling)


@cache
def _strategy(name: str) -> Strategy:
    """Return a built-in player; the solver is loaded here."""
    from llq.solver.sueca.players import find_strategy

    return find_strategy(name)


def _numbers_of(deals: Iterable[NDArray[np.uint8]], combinations: int) -> dict[str, NDArray[Any]]:
    """Return the table's columns but seats, from sums over games, in integers.

    ``deals`` are blocks of games with all combinations: (2, combinations, games), points and
    tricks.
    """
    points_games = np.zeros((combinations, TOTAL_POINTS + 1), dtype=np.int64)
    game_points_games = np.zeros((combinations, len(GAME_POINTS)), dtype=np.int64)
    tricks_taken = np.zeros(combinations, dtype=np.int64)
    products = np.zeros((combinations, combinations), dtype=np.int64)
    for points, tricks in deals:
        kinds = np.searchsorted(GAME_POINTS, game_leads()[points, tricks])
        for row, (row_points, row_kinds) in enumerate(zip(points, kinds, strict=True)):
            points_games[row] += np.bincount(row_points, minlength=TOTAL_POINTS + 1)
            game_points_games[row] += np.bincount(row_kinds, minlength=len(GAME_POINTS))
        tricks_taken += tricks.sum(axis=1, dtype=np.int64)
        exact = points.astype(np.float64)  # every sum is far below 2^53
        products += (exact @ exact.T).astype(np.int64)
    games = int(points_games[0].sum())
    totals = points_games @ np.arange(TOTAL_POINTS + 1)
    # Python's own integers divide exactly to the nearest float, and never overflow
    whole = games * products.astype(object) - np.outer(totals, totals.astype(object))
    covariance = (whole / (games * (games - 1))).astype(np.float64)
    deviation = np.sqrt(covariance.diagonal())
    reached = points_games.cumsum(axis=1)
    needed = [-(-round(100 * chance) * games // 100) for chance in QUANTILES]
    return {
        "mean": totals / games,
        "standard_deviation": deviation,
        "mean_error": deviation / np.sqrt(games),
        "quantile": np.stack([(reached < need).sum(axis=1) for need in needed], 1).astype(np.uint8),
        "win_prob": points_games[:, RULES.win_above + 1 :].sum(axis=1) / games,
        "tricks": tricks_taken / games,
        "points": points_games.astype(np.uint32),
        "game_points": game_points_games.astype(np.uint32),
        "covariance": covariance,
    }


@cache
def game_leads() -> NDArray[np.int64]:
    """Return North and South's lead in game points, by their points and tricks."""
    leads = np.empty((TOTAL_POINTS + 1, HAND_SIZE + 1), dtype=np.int64)
    for points, tricks in np.ndindex(leads.shape):
        opponents_games = RULES.games(TOTAL_POINTS - points, HAND_SIZE - tricks)
        leads[points, tricks] = RULES.games(points, tricks) - opponents_games
    return leads
