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
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownState, UnknownStrategy
from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.query.players import check_seed
from llq.query.sueca.matches.combination_games import (
    GAME_POINTS,
    PLAYERS,
    QUANTILES,
    Block,
    block_job,
    combinations_of,
    strategy_named,
)
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.query.text.words import split_words
from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.jobs.progress import Progress
from llq.solver.sueca.rules import HAND_SIZE, RULES, SEATS, TOTAL_POINTS
from llq.store.database import Relation, View
from llq.store.schema import Column, TableSpec

GAMES = 100_000

_EACH, _POINTS = ("combination",), f"points of North and South, 0 to {TOTAL_POINTS}"

_NUMBERS = ("mean", "standard_deviation", "mean_error", "win_prob", "tricks")
"""Columns of one number a combination."""


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


def _number_column(name: str, unit: str, description: str, most: float) -> Column:
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
    mean = _number_column("mean", _POINTS, "Mean of a game.", TOTAL_POINTS)
    standard_deviation = _number_column(
        "standard_deviation", _POINTS, "Standard deviation of a game.", TOTAL_POINTS
    )
    mean_error = _number_column("mean_error", _POINTS, "Standard error of the mean.", TOTAL_POINTS)
    quantile = Column(
        "quantile", "uint8", (*_EACH, "5, 25, 50, 75, 95 %"), _POINTS, "Of a game.",
        shape=("rows", len(QUANTILES)), most=TOTAL_POINTS,
    )  # fmt: skip
    win_prob = _number_column("win_prob", "share", "Games with more than 60 points.", 1.0)
    tricks = _number_column("tricks", "tricks", "Mean number of North's and South's.", HAND_SIZE)
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
        progress: Progress = None,
        executor: Executor | None = None,
    ) -> Path:
        """Play every combination of strategies, write the table and return its path.

        By default these are the thesis's 256 combinations and 175 with the honest Monte Carlo
        player. An interrupted build resumes when it is called again: finished blocks are kept in
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
        return block_job(spec, cls.command_of(spec), names, combinations)

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
            word if word in self.players else strategy_named(word).name
            for word in map(str.strip, words)
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
    >>> compared = llq.sueca.matches.open().difference("A,R,R,R", "T,R,R,R")
    >>> round(compared.difference, 3), round(compared.standard_error, 3)
    (2.381, 0.139)
    """
    return MatchTable.load(MatchTable.kind, path)


build_matches = MatchTable.build
