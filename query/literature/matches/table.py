"""The results of matches, one row a game: every ordered pair of some players, on common deals.

In a *pairing* one strategy has the even seats and another the odd ones. Game ``i`` has the same
deal and first mover in every pairing of as many players, so that two pairings with the sides
changed, or with one strategy changed, are compared game by game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import LlqError, UnknownState
from llq.query.literature.matches.format import (
    FIELDS,
    Pairing,
    build_command,
    matches_spec,
    names_in,
    pairings_of,
    rules_for,
)
from llq.query.literature.matches.summary import Match, sum_up, winners
from llq.query.literature.policies.format import fingerprint
from llq.query.literature.policies.policies import open_policies
from llq.store.locate import open_like
from llq.store.schema import TableSpec
from llq.store.tables import TableInfo

__all__ = [
    "MatchTable",
    "matches_remedy",
    "matches_spec_like",
    "open_matches",
    "todays_policies",
]


def matches_spec_like(spec: TableSpec) -> TableSpec:
    """Return what today's code would build with a table's parameters: any build may choose.

    If other policies than the table's are stored today under the same names, these are in it.
    """
    games, many, seed = (int(spec.parameters.get(k, 0)) for k in ("games", "many_games", "seed"))
    found = todays_policies(json.loads(str(spec.parameters.get("policies", "{}"))))
    return matches_spec(games, many, seed, names_in(spec), found)


def todays_policies(found: Mapping[str, str]) -> dict[str, str]:
    """Return the fingerprints of the stored policies of some names, else those that were found."""
    if not found:
        return {}
    try:
        stored = {policy.name: policy for policy in open_policies().policies}
    except LlqError:  # missing or refused: nothing says that the table is of others
        return dict(found)
    return {
        name: fingerprint(stored[name]) if name in stored else was for name, was in found.items()
    }


def matches_remedy(spec: TableSpec | None = None) -> str:
    """Return what to do about a table that is missing or refused."""
    return f"build it with: {build_command(spec) if spec else 'llq build literature-matches'}"


@dataclass(frozen=True)
class MatchTable:
    """The games of every pairing, read whole; arrays have one row a game."""

    info: TableInfo
    """What the table file says of itself."""
    pairing: NDArray[np.uint16]
    """(rows,) index of ``pairings``."""
    game: NDArray[np.uint32]
    """(rows,) number of the deal."""
    fields: dict[str, NDArray[Any]]
    """The columns that `FIELDS` describes."""

    @property
    def total_games(self) -> int:
        """Games in all."""
        return len(self.game)

    @property
    def seed(self) -> int:
        """Seed of the deals."""
        return int(self.info.spec.parameters["seed"])

    @property
    def command(self) -> str:
        """The command that builds a table of the same numbers."""
        return build_command(self.info.spec)

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

    Raises
    ------
    TableMissing
        There is no such table; the message has the command that builds it.
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The file is not today's table, whole and intact, or is of other policies than are stored.
    """
    with open_like("literature-matches", path, matches_spec_like, matches_remedy) as table:
        fields = {name: table.read(name) for name, *_ in FIELDS}
        found = MatchTable(table.info, table.read("pairing"), table.read("game"), fields)
        with table.checking():
            _check_rows(found)
        return found


def _check_rows(matches: MatchTable) -> None:
    """Refuse a table that lacks a game of a pairing, or has one twice."""
    games, many = (int(matches.info.spec.parameters[n]) for n in ("games", "many_games"))
    wanted = [games if pairing.players == 4 else many for pairing in matches.pairings]
    each = np.repeat(np.arange(len(wanted)), wanted)
    deals = np.concatenate([np.arange(number) for number in wanted])
    if not (np.array_equal(matches.pairing, each) and np.array_equal(matches.game, deals)):
        raise ValueError("the games are not those of each pairing, one after the other")
    matches.policies  # noqa: B018 - raises if their text is none
