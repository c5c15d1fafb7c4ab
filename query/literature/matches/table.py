"""The results of matches, one row a game: every ordered pair of some players, on common deals.

In a *pairing* one strategy has the even seats and another the odd ones. Game ``i`` has the same
deal and first mover in every pairing of as many players, so that two pairings with the sides
changed, or with one strategy changed, are compared game by game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import LlqError, UnknownState
from llq.query.literature.matches.summary import Match, sum_up, winners
from llq.query.literature.policies.table import fingerprint, open_policies
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.literature.rules import HALF_SUITS, Rules, find_rules
from llq.store.schema import Column, Parameter, TableSpec, canonical_json
from llq.store.tables import TableFile, TableInfo

PLAYERS = ("random", "possible", "greedy", "article", "compact", "untrained-1")
"""Who meets whom with 4 players."""

MANY = ("random", "possible", "greedy")
"""Who meets whom with 6 and with 8."""

GAMES, MANY_GAMES = 2000, 200

LIMIT = 200
"""Asks after which a game is given up and counts as a draw, as in the article."""

SIZES = (4, 6, 8)

TEAMS = 2

FIELDS = (
    ("starter", "uint8", "", "seat", "Who began."),
    ("half_suits", "uint8", "team", "half suits", "Of each team."),
    ("finished", "bool", "", "", "Whether it ended before the limit on asks; else it is a draw."),
    ("asks", "uint16", "", "asks", "Length in moves."),
    ("hits", "uint16", "team", "asks", "That got the card."),
    ("wrong_claims", "uint8", "team", "claims", "Of each team."),
    ("ask_backs", "uint16", "team", "asks", "For a card just taken, of who missed thereupon."),
    ("back_claims", "uint8", "team", "claims", "Of that half suit in the same turn."),
)
"""Name, dtype, second axis, unit and meaning of what a game has."""

_MOST = {"starter": max(SIZES) - 1} | dict.fromkeys(
    ("half_suits", "wrong_claims", "back_claims"), HALF_SUITS
)
"""Greatest values of some of them."""


class Pairing(NamedTuple):
    """Who meets whom."""

    players: int
    even: str
    odd: str


def todays_policies(found: Mapping[str, str]) -> dict[str, str]:
    """Return the fingerprints of the stored policies of some names, else those that were found."""
    if not found:
        return {}
    try:
        stored = {policy.name: policy for policy in open_policies().players}
    except LlqError:  # missing or refused: nothing says that the table is of others
        return dict(found)
    return {
        name: fingerprint(stored[name]) if name in stored else was for name, was in found.items()
    }


def _names(text: str) -> tuple[str, ...]:
    """Return the names of players in a parameter, which is empty where none play."""
    return tuple(text.split(",")) if text else ()


def _text(names: Sequence[str]) -> str:
    return ",".join(names) or "none"


@dataclass(frozen=True, eq=False, repr=False)
class MatchTable(StoredTable):
    """The games of every pairing, read whole; arrays have one row a game."""

    kind = "literature-matches"
    build_options = (
        BuildOption("games", "-n", read=int),
        BuildOption("seed", read=int),
        BuildOption("players", "", "players_4", _names, _text, usual=PLAYERS),
        BuildOption("many_games", read=int),
        BuildOption("six", "", "players_6", _names, _text, usual=MANY),
        BuildOption("eight", "", "players_8", _names, _text, usual=MANY),
    )
    method = "simulated"

    info: TableInfo
    """What the table file says of itself."""
    pairing: NDArray[np.uint16]
    """(rows,) index of ``pairings``."""
    game: NDArray[np.uint32]
    """(rows,) number of the deal."""
    fields: dict[str, NDArray[Any]]
    """The columns that `FIELDS` describes."""

    @staticmethod
    def make_spec(
        games: int = GAMES,
        seed: int = 1,
        players: Sequence[str] = PLAYERS,
        six: Sequence[str] = MANY,
        eight: Sequence[str] = MANY,
        many_games: int = MANY_GAMES,
        *,
        policies: Mapping[str, str] | None = None,
    ) -> TableSpec:
        """Return what today's code would build; see `matches_spec`."""
        names = dict(zip(SIZES, (players, six, eight), strict=True))
        return matches_spec(games, many_games, seed, names, policies or {})

    @classmethod
    def spec_like(cls, name: str, spec: TableSpec) -> TableSpec:
        """Return what today's code would build with a table's parameters: any build may choose.

        If other policies than the table's are stored today under the same names, these are in it.
        """
        policies = todays_policies(json.loads(str(spec.parameters.get("policies", "{}"))))
        return cls.make_spec(**cls.options_of(name, spec), policies=policies)

    @classmethod
    def build_command(cls, **options: Any) -> str:
        """Return the command that builds a table with options of the builder."""
        if not (options.get("six") or options.get("eight")):
            options.pop("many_games", None)
        return super().build_command(**options)

    @classmethod
    def from_file(cls, file: TableFile) -> MatchTable:
        """Return the table of an open file, read whole and checked."""
        fields = {name: file.read(name) for name, *_ in FIELDS}
        matches = cls(file.info, file.read("pairing"), file.read("game"), fields)
        _check_rows(matches)
        return matches

    @property
    def total_games(self) -> int:
        """Games in all."""
        return len(self.game)

    @property
    def seed(self) -> int:
        """Seed of the deals."""
        return int(self.info.spec.parameters["seed"])

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """Who meets whom."""
        return pairings_of(names_in(self.info.spec))

    @cached_property
    def policies(self) -> dict[str, str]:
        """The fingerprints of the stored policies that played."""
        found: dict[str, str] = json.loads(str(self.info.spec.parameters["policies"]))
        return found

    @cached_property
    def winner(self) -> NDArray[np.int8]:
        """(rows,) the team with more half suits, -1 for a draw or a game that was given up."""
        return winners(self.fields["half_suits"], self.fields["finished"])

    def rows(self, even: str, odd: str, players: int = 4) -> NDArray[np.intp]:
        """Return the rows of a pairing, in the order of the deals.

        Raises
        ------
        UnknownState
            The table has no such pairing; the message says what it has.
        """
        wanted = Pairing(players, even, odd)
        if wanted not in self.pairings:
            who = sorted({pairing.even for pairing in self.pairings if pairing.players == players})
            raise UnknownState(
                f"this table has no games of {even} v {odd} with {players} players, only of "
                f"{', '.join(who) or 'nobody'}; build another with: llq build literature-matches"
            )
        return np.flatnonzero(self.pairing == self.pairings.index(wanted))

    def lookup(self, first: str, second: str, players: int = 4) -> Match:
        """Return how one player does against another, from both sides of each deal.

        Raises
        ------
        UnknownState
            As `rows` does.
        """
        pairings = [(first, second)] if first == second else [(first, second), (second, first)]
        sides = [self.rows(*pairing, players) for pairing in pairings]
        return sum_up(
            (first, second),
            [{name: column[rows] for name, column in self.fields.items()} for rows in sides],
            limit=int(self.info.spec.parameters["limit"]),
            seed=self.seed,
            rules=rules_for(players),
            command=self.command,
        )

    def get(
        self, first: str, second: str, players: int = 4, *, default: Match | None = None
    ) -> Match | None:
        """Return how one player does against another, or ``default`` if they did not meet."""
        try:
            return self.lookup(first, second, players)
        except UnknownState:
            return default


def open_matches(path: str | os.PathLike[str] | None = None) -> MatchTable:
    """Return the table of matches, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`; a table of other policies than are
    stored is stale.
    """
    return MatchTable.load(MatchTable.kind, path)


def rules_for(players: int) -> Rules:
    """Return the rules of games with a number of players: the article's for 4, pagat's for more."""
    return find_rules() if players == 4 else find_rules("pagat", players)


def pairings_of(names: Mapping[int, Sequence[str]]) -> tuple[Pairing, ...]:
    """Return every ordered pair of names, each with itself too, for each number of players."""
    return tuple(
        Pairing(players, even, odd)
        for players in SIZES
        for even in names.get(players, ())
        for odd in names.get(players, ())
    )


def matches_spec(
    games: int,
    many_games: int,
    seed: int,
    names: Mapping[int, Sequence[str]],
    policies: Mapping[str, str],
) -> TableSpec:
    """Return what today's code would build.

    Parameters
    ----------
    games, many_games
        Of each pairing of 4 players, and of 6 and 8.
    names
        Who meets whom, by the number of players.
    policies
        The fingerprints of those of them that are stored policies.
    """
    rules = rules_for(4)
    met = [len(names.get(size, ())) ** 2 for size in SIZES]
    rows = games * met[0] + many_games * sum(met[1:])
    parameters: dict[str, Parameter] = {
        "games": games,
        "many_games": many_games,
        "seed": seed,
        "limit": LIMIT,
        "policies": canonical_json(dict(policies)),
        **{f"players_{players}": ",".join(names.get(players, ())) for players in SIZES},
    }
    return TableSpec(
        game="literature",
        variant="matches",
        rules_id="literature/somani, literature/pagat",
        rules_version=rules.version,
        parameters=parameters,
        version=MatchTable.version,
        columns=(
            Column(
                "pairing", "uint16", ("game",), "index of a pairing", "Who played.",
                shape=(rows,), most=sum(met) - 1,
            ),
            Column(
                "game", "uint32", ("game",), "", "Number of the deal, from 0.",
                shape=(rows,), most=max(games, many_games) - 1,
            ),
            *(
                Column(
                    name, dtype, ("game", axis) if axis else ("game",), unit, meaning,
                    shape=(rows, TEAMS) if axis else (rows,), most=_MOST.get(name),
                )
                for name, dtype, axis, unit, meaning in FIELDS
            ),
        ),
    )  # fmt: skip


def names_in(spec: TableSpec) -> dict[int, tuple[str, ...]]:
    """Return who meets whom in a table, by the number of players."""
    found = {size: str(spec.parameters.get(f"players_{size}", "")) for size in SIZES}
    return {size: tuple(text.split(",")) for size, text in found.items() if text}


def _check_rows(matches: MatchTable) -> None:
    """Refuse a table that lacks a game of a pairing, or has one twice."""
    games, many = (int(matches.info.spec.parameters[n]) for n in ("games", "many_games"))
    wanted = [games if pairing.players == 4 else many for pairing in matches.pairings]
    each = np.repeat(np.arange(len(wanted)), wanted)
    deals = np.concatenate([np.arange(number) for number in wanted])
    if not (np.array_equal(matches.pairing, each) and np.array_equal(matches.game, deals)):
        raise ValueError("the games are not those of each pairing, one after the other")
    matches.policies  # noqa: B018 - raises if their text is none
