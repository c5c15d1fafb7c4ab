"""The table of matches: every combination of strategies in the four seats, on common deals.

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
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownState, UnknownStrategy
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.query.text.text_input import split_words
from llq.solver.sueca.rules import HAND_SIZE, RULES, SEATS, TOTAL
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableFile, TableInfo

PLAYERS = ("random", "mc_peek", "obligated_trump", "always_high", "mc_extra")
"""The thesis's four strategies in its order, and the Monte Carlo player that does not peek."""

GAMES = 100_000

GAME_POINTS = (-4, -2, -1, 0, 1, 2, 4)
"""Games that North and South can win by one game; those of West and East are negative."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Combination:
    """The results of one combination, with the numbers of `MatchTable` under the same names.

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
    """Standard error that it would have on independent deals."""

    @property
    def z(self) -> float | None:
        """The difference in standard errors, None if no game differs."""
        return self.difference / self.standard_error if self.standard_error else None

    def __str__(self) -> str:
        return (
            f"{','.join(self.first)} less {','.join(self.second)}: {self.difference:+.3f} points "
            f"(s.e. {self.standard_error:.3f}; {self.games} games of seed {self.seed})"
        )


@dataclass(frozen=True, eq=False, repr=False)
class MatchTable(StoredTable):
    """The results of every combination, read whole; the first axis is the combination.

    Attributes
    ----------
    info
        The description in the table file.
    seats
        (combinations, 4) uint8, indices of ``players``: North, West, South, East.
    mean, standard_deviation, mean_error
        (combinations,) float64, points of North and South.
    quantile
        (combinations, 5) uint8, points, of ``QUANTILES``.
    win_prob
        (combinations,) float64, share of games with more than 60 points.
    tricks
        (combinations,) float64, mean number.
    points
        (combinations, 121) uint32, games by points.
    game_points
        (combinations, 7) uint32, games by ``GAME_POINTS``.
    covariance
        (combinations, combinations) float64, points squared.
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

    info: TableInfo
    seats: NDArray[np.uint8]
    mean: NDArray[np.float64]
    standard_deviation: NDArray[np.float64]
    mean_error: NDArray[np.float64]
    quantile: NDArray[np.uint8]
    win_prob: NDArray[np.float64]
    tricks: NDArray[np.float64]
    points: NDArray[np.uint32]
    game_points: NDArray[np.uint32]
    covariance: NDArray[np.float64]

    @staticmethod
    def make_spec(**options: Any) -> TableSpec:
        """Return what today's code would build; see `matches_spec`."""
        return matches_spec(**options)

    @classmethod
    def from_file(cls, file: TableFile) -> MatchTable:
        """Return the table of an open file, read whole and checked."""
        table = cls(file.info, *(file.read(column.name) for column in file.info.spec.columns))
        table._check()
        return table

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
        place = self._place(combination)
        return Combination(
            players=self.combinations[place],
            games=self.games,
            seed=self.seed,
            mean=self.mean.item(place),
            standard_deviation=self.standard_deviation.item(place),
            mean_error=self.mean_error.item(place),
            quantile=tuple(self.quantile[place].tolist()),
            win_prob=self.win_prob.item(place),
            tricks=self.tricks.item(place),
            points=self.points[place],
            game_points=self.game_points[place],
        )

    def get(
        self, combination: str | Sequence[str], default: Combination | None = None
    ) -> Combination | None:
        """Return the results of a combination, or ``default`` where `lookup` raises an error."""
        try:
            return self.lookup(combination)
        except (UnknownStrategy, UnknownState):
            return default

    def difference(self, first: str | Sequence[str], second: str | Sequence[str]) -> Difference:
        """Return how many points one combination scores more than another.

        Raises
        ------
        UnknownStrategy, UnknownState
            As `lookup` does.
        """
        a, b = self._place(first), self._place(second)
        apart = self.covariance[a, a] + self.covariance[b, b]
        return Difference(
            self.combinations[a],
            self.combinations[b],
            self.games,
            self.seed,
            float(self.mean[a] - self.mean[b]),
            sqrt(max(0.0, apart - 2 * self.covariance[a, b]) / self.games),
            sqrt(apart / self.games),
        )

    def _place(self, combination: str | Sequence[str]) -> int:
        words = split_words(combination) if isinstance(combination, str) else combination
        names = tuple(self._player(word.strip()) for word in words)
        if names not in self._places:
            raise UnknownState(
                f"this table has no games of {','.join(names)} (North, West, South, East), only of "
                f"{SEATS} players out of {', '.join(self.players)}, {self.games} games each of "
                f"seed {self.seed}; players that peek meet no honest Monte Carlo player; build "
                f"another with: llq build {self.kind} --players"
            )
        return self._places[names]

    def _check(self) -> None:
        """Refuse games that are not as many as were played, and combinations that come twice."""
        for games in (self.points, self.game_points):
            if (games.sum(axis=1, dtype=np.int64) != self.games).any():
                raise ValueError("the games of a combination are not as many as were played")
        if len(self._places) != len(self.seats):
            raise ValueError("a combination is there twice")

    @cached_property
    def _places(self) -> dict[tuple[str, ...], int]:
        return {names: place for place, names in enumerate(self.combinations)}

    def _player(self, word: str) -> str:
        """Return the name of a strategy; only what is not itself a name asks the solver."""
        if word in self.players:
            return word
        from llq.solver.sueca.players import find_strategy

        return find_strategy(word).name


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


def matches_spec(games: int = GAMES, seed: int = 1, players: Sequence[str] = PLAYERS) -> TableSpec:
    """Return what today's code would build.

    There are ``games`` of each combination; the players are in the order of their indices.
    """
    each, rows = ("combination",), "combinations"
    points = f"points of North and South, 0 to {TOTAL}"
    return TableSpec(
        game="sueca",
        variant="matches",
        rules_id=RULES.rules_id,
        rules_version=RULES.version,
        parameters={"games": games, "seed": seed, "players": ",".join(players)},
        version=MatchTable.version,
        columns=(
            Column(
                "seats", "uint8", (*each, "seat"), "index of a player", "North, W, S, East.",
                shape=(rows, SEATS), most=len(players) - 1,
            ),
            Column(
                "mean", "float64", each, points, "Mean of a game.",
                shape=(rows,), least=0.0, most=TOTAL,
            ),
            Column(
                "standard_deviation", "float64", each, points, "Standard deviation of a game.",
                shape=(rows,), least=0.0, most=TOTAL,
            ),
            Column(
                "mean_error", "float64", each, points, "Standard error of the mean.",
                shape=(rows,), least=0.0, most=TOTAL,
            ),
            Column(
                "quantile", "uint8", (*each, "5, 25, 50, 75, 95 %"), points, "Of a game.",
                shape=(rows, len(QUANTILES)), most=TOTAL,
            ),
            Column(
                "win_prob", "float64", each, "share", "Games with more than 60 points.",
                shape=(rows,), least=0.0, most=1.0,
            ),
            Column(
                "tricks", "float64", each, "tricks", "Mean number of North's and South's.",
                shape=(rows,), least=0.0, most=HAND_SIZE,
            ),
            Column(
                "points", "uint32", (*each, "points"), "games", "Games with each number.",
                shape=(rows, TOTAL + 1), most=games,
            ),
            Column(
                "game_points",
                "uint32",
                (*each, "games won: -4, -2, -1, 0, 1, 2, 4"),
                "games",
                "Games that count this many for North and South.",
                shape=(rows, len(GAME_POINTS)),
                most=games,
            ),
            Column(
                "covariance",
                "float64",
                (*each, "combination"),
                "points squared",
                "Covariance of two combinations' points in games of the same deal.",
                shape=(rows, rows),
                least=-(TOTAL**2),
                most=TOTAL**2,
            ),
        ),
    )  # fmt: skip
