"""What each kind of opening ask is worth: games that begin with it, one by one, on common deals.

`llq.solver.literature.openings.opening_asks` says what the kinds are. The games of two openings of
one pattern have the same hands and the same streams of random numbers, so that most luck falls out
of their difference.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownState
from llq.query.literature.matches.table import LIMIT, SIZES, rules_for, todays_policies
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.query.text.text_input import split_words
from llq.solver.literature.rules import CARDS, HALF_SUITS, IN_HALF
from llq.store.schema import Column, Parameter, TableSpec, canonical_json
from llq.store.tables import TableFile, TableInfo

GAMES = 1000


def parse_by(text: str) -> dict[int, str]:
    """Return who plays on, by the number of players, of a text such as ``4=greedy,6=possible``.

    Raises
    ------
    IllegalState
        The text is not of this form, or names a number that is not 4, 6 or 8.
    """
    found: dict[int, str] = {}
    for part in split_words(text) or [""]:
        players, equals, name = part.partition("=")
        if not equals or not name or players not in map(str, SIZES):
            raise IllegalState(
                f"{text!r} does not name who plays on: write numbers of players (4, 6, 8) and "
                "names, such as 4=greedy,6=possible"
            )
        found[int(players)] = name
    return found


def _by_text(by: Mapping[int, str]) -> str:
    return ",".join(f"{players}={by[players]}" for players in sorted(by))


@dataclass(frozen=True)
class OpeningValue:
    """One kind of opening ask."""

    players: int
    pattern: tuple[int, ...]
    count: int
    """Cards that the hand has of the half suit it asks in."""
    hand_prob: Fraction
    """Chance that a hand has the pattern."""
    hit_prob: Fraction
    games: int
    value: float
    """Half suits of the first mover's team less those of the other, in the mean."""
    standard_error: float
    win_prob: float
    draw_prob: float
    loss_prob: float
    by: str
    """Who played on."""

    def __str__(self) -> str:
        return (
            f"{'-'.join(map(str, self.pattern))}, asking where there are {self.count}: "
            f"{self.value:+.3f} half suits (s.e. {self.standard_error:.3f}), wins "
            f"{100 * self.win_prob:.1f} %, draws {100 * self.draw_prob:.1f} %; "
            f"{self.games} games of {self.by}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class OpeningTable(StoredTable):
    """Every opening's games, read whole; the first axis is the opening.

    Attributes
    ----------
    info
        What the table file says of itself.
    players, count, hand_ways
        (openings,) uint8, uint8 and uint64.
    pattern
        (openings, 8) uint8, zeros to the end.
    lead, finished, hit, asks
        (openings, games) int8, bool, bool and uint16.
    """

    kind = "literature-openings"
    build_options = (
        BuildOption("games", "-n", read=int),
        BuildOption("seed", read=int),
        BuildOption("by", read=parse_by, text=_by_text),
    )
    method = "simulated"

    info: TableInfo
    players: NDArray[np.uint8]
    pattern: NDArray[np.uint8]
    count: NDArray[np.uint8]
    hand_ways: NDArray[np.uint64]
    lead: NDArray[np.int8]
    finished: NDArray[np.bool_]
    hit: NDArray[np.bool_]
    asks: NDArray[np.uint16]

    @staticmethod
    def make_spec(
        games: int = GAMES,
        seed: int = 1,
        by: Mapping[int, str] | None = None,
        policies: Mapping[str, str] | None = None,
    ) -> TableSpec:
        """Return what today's code would build."""
        return openings_spec(games, seed, by or {4: "greedy"}, policies or {})

    @classmethod
    def spec_like(cls, name: str, spec: TableSpec) -> TableSpec:
        """Return what today's code would build with a table's parameters: any build may choose.

        If other policies than the table's are stored today under the same names, these are in it.
        """
        policies = todays_policies(json.loads(str(spec.parameters.get("policies", "{}"))))
        return cls.make_spec(**cls.options_of(name, spec), policies=policies)

    @classmethod
    def from_file(cls, file: TableFile) -> OpeningTable:
        """Return the table of an open file, read whole and checked."""
        table = cls(file.info, *(file.read(column.name) for column in file.info.spec.columns))
        _check_openings(table)
        return table

    @property
    def games(self) -> int:
        """Games of each opening."""
        return int(self.info.spec.parameters["games"])

    @property
    def total_games(self) -> int:
        """Games in all."""
        return self.games * len(self.players)

    @property
    def seed(self) -> int:
        """Seed of the deals."""
        return int(self.info.spec.parameters["seed"])

    @cached_property
    def by(self) -> dict[int, str]:
        """Who played on, by the number of players."""
        return parse_by(str(self.info.spec.parameters["by"]))

    @cached_property
    def patterns(self) -> tuple[tuple[int, ...], ...]:
        """The patterns of the openings, without zeros."""
        return tuple(tuple(held for held in row if held) for row in self.pattern.tolist())

    @cached_property
    def result(self) -> NDArray[np.int8]:
        """(openings, games) 1 for a win of the first mover's team, 0 for a draw, -1 for a loss."""
        return np.where(self.finished, np.sign(self.lead), 0).astype(np.int8)

    def lookup(self, pattern: tuple[int, ...], count: int, players: int = 4) -> OpeningValue:
        """Return one opening.

        Raises
        ------
        UnknownState
            There is no such opening, or the table has none for that number of players.
        """
        return self._value(self._place(pattern, count, players))

    def get(
        self,
        pattern: tuple[int, ...],
        count: int,
        players: int = 4,
        *,
        default: OpeningValue | None = None,
    ) -> OpeningValue | None:
        """Return one opening, or ``default`` if the table does not have it."""
        try:
            return self.lookup(pattern, count, players)
        except UnknownState:
            return default

    def _place(self, pattern: tuple[int, ...], count: int, players: int) -> int:
        for place, known in enumerate(self.patterns):
            if (known, self.count[place], self.players[place]) == (tuple(pattern), count, players):
                return place
        raise UnknownState(
            f"this table has no opening of pattern {'-'.join(map(str, pattern))} and count {count} "
            f"with {players} players: a pattern is a hand's cards of each half suit, most first, "
            f"the count one of them below 6; the table is of {', '.join(map(str, self.by))} players"
        )

    def openings(self, pattern: tuple[int, ...], players: int = 4) -> tuple[OpeningValue, ...]:
        """Return the openings of a pattern, best first, none if it has none."""
        found = [
            self._value(place)
            for place, known in enumerate(self.patterns)
            if known == tuple(pattern) and self.players[place] == players
        ]
        return tuple(sorted(found, key=lambda opening: -opening.value))

    def difference(
        self, pattern: tuple[int, ...], one: int, other: int, players: int = 4
    ) -> tuple[float, float]:
        """Return what asking at one count gains over another, and its paired standard error.

        Raises
        ------
        UnknownState
            As `lookup` does.
        """
        first, second = (self._place(pattern, count, players) for count in (one, other))
        gains = self.lead[first].astype(np.int64) - self.lead[second]
        return float(gains.mean()), float(gains.std(ddof=1) / sqrt(self.games))

    def _value(self, place: int) -> OpeningValue:
        players = int(self.players[place])
        lead, result = self.lead[place], self.result[place]
        return OpeningValue(
            players=players,
            pattern=self.patterns[place],
            count=int(self.count[place]),
            hand_prob=Fraction(int(self.hand_ways[place]), hands(players)),
            hit_prob=Fraction(1, players - 1),
            games=self.games,
            value=float(lead.mean()),
            standard_error=float(lead.std(ddof=1) / sqrt(self.games)),
            win_prob=float((result > 0).mean()),
            draw_prob=float((result == 0).mean()),
            loss_prob=float((result < 0).mean()),
            by=self.by[players],
        )


def open_openings(path: str | os.PathLike[str] | None = None) -> OpeningTable:
    """Return the table of openings, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`; a table of other policies than are
    stored is stale.
    """
    return OpeningTable.load(OpeningTable.kind, path)


def openings_spec(
    games: int, seed: int, by: Mapping[int, str], policies: Mapping[str, str]
) -> TableSpec:
    """Return what today's code would build.

    Parameters
    ----------
    games, seed
        Games of each opening, and the seed of their deals.
    by
        Who plays on, by the number of players.
    policies
        The fingerprints of those of them that are stored policies.
    """
    parameters: dict[str, Parameter] = {
        "games": games,
        "seed": seed,
        "by": _by_text(by),
        "limit": LIMIT,
        "policies": canonical_json(dict(policies)),
    }
    each = ("opening",)
    game = ("opening", "game")
    rows = ("openings",)
    played = ("openings", games)
    sizes = sorted(by)
    return TableSpec(
        game="literature",
        variant="openings",
        rules_id="literature/somani, literature/pagat",
        rules_version=rules_for(4).version,
        parameters=parameters,
        version=OpeningTable.version,
        columns=(
            Column(
                "players", "uint8", each, "players", "Of the game: 4, 6 or 8.",
                shape=rows, least=sizes[0], most=sizes[-1],
            ),
            Column(
                "pattern", "uint8", (*each, "half suit"), "cards", "Held of each, most first.",
                shape=(*rows, HALF_SUITS), most=IN_HALF,
            ),
            Column(
                "count", "uint8", each, "cards", "Held of the half suit that is asked in.",
                shape=rows, least=1, most=IN_HALF - 1,
            ),
            Column(
                "hand_ways", "uint64", each, "hands", "Hands of the pattern, of C(48, n).",
                shape=rows, least=1, most=max(hands(size) for size in sizes),
            ),
            Column(
                "lead", "int8", game, "half suits", "First mover's team less the other.",
                shape=played, least=-HALF_SUITS, most=HALF_SUITS,
            ),
            Column(
                "finished", "bool", game, "", "Whether it ended before the limit on asks.",
                shape=played,
            ),
            Column(
                "hit", "bool", game, "", "Whether the opening ask got the card.", shape=played
            ),
            Column("asks", "uint16", game, "asks", "Length in moves.", shape=played),
        ),
    )  # fmt: skip


def hands(players: int) -> int:
    """Return how many hands there are, of 48 cards dealt evenly to the players.

    >>> hands(8)
    12271512
    """
    return comb(CARDS, CARDS // players)


def _check_openings(table: OpeningTable) -> None:
    """Refuse openings of hands that nobody is dealt, or of players that nobody played for."""
    if set(table.players.tolist()) != set(table.by):
        raise ValueError("its openings are of other numbers of players than it says")
    if (table.pattern.sum(axis=1) * table.players != CARDS).any():
        raise ValueError("a pattern is not of as many cards as a hand")
    kinds = zip(table.patterns, table.count.tolist(), table.players.tolist(), strict=True)
    if len(set(kinds)) != len(table.players):
        raise ValueError("an opening is there twice")
    if not (table.pattern == table.count[:, None]).any(axis=1).all():
        raise ValueError("an opening asks where no cards are held")
