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
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import LlqError, UnknownState
from llq.query.literature.policies import (
    fingerprint,
    open_literature_policies,
)
from llq.solver.literature.rules import Rules, find_rules
from llq.solver.sources import source_hash
from llq.store.locate import open_like
from llq.store.schema import Column, Parameter, TableSpec, canonical_json
from llq.store.tables import TableInfo

__all__ = [
    "FIELDS",
    "GAMES",
    "LIMIT",
    "MANY",
    "MANY_GAMES",
    "PLAYERS",
    "SIZES",
    "LiteratureMatches",
    "MatchUp",
    "Pairing",
    "matches_remedy",
    "matches_spec",
    "matches_spec_like",
    "open_literature_matches",
    "pairings_of",
    "rules_for",
    "todays_policies",
]

PLAYERS = ("random", "possible", "greedy", "article", "compact", "untrained-1")
"""Who meets whom with 4 players."""

MANY = ("random", "possible", "greedy")
"""Who meets whom with 6 and with 8."""

GAMES, MANY_GAMES = 2000, 200

LIMIT = 200
"""Asks after which a game is given up and counts as a tie, as in the article."""

SIZES = (4, 6, 8)

FIELDS = (
    ("first", "uint8", "", "seat", "Who began."),
    ("half_suits", "uint8", "team", "half suits", "Of each team."),
    ("finished", "bool", "", "", "Whether it ended before the limit on asks; else it is a tie."),
    ("asks", "uint16", "", "asks", "Length in moves."),
    ("hits", "uint16", "team", "asks", "That got the card."),
    ("wrong_claims", "uint8", "team", "claims", "Of each team."),
    ("ask_backs", "uint16", "team", "asks", "For a card just taken, of who missed thereupon."),
    ("back_claims", "uint8", "team", "claims", "Of that half suit in the same turn."),
)
"""Name, dtype, second axis, unit and meaning of what a game has."""


class Pairing(NamedTuple):
    """Who meets whom."""

    players: int
    even: str
    odd: str


def rules_for(players: int) -> Rules:
    """Return the rules of games with so many players: the article's for 4, pagat's for more."""
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
    seed
        Of the deals and of every player's choices.
    names
        Who meets whom, by the number of players.
    policies
        The fingerprints of those of them that are stored policies.
    """
    rules = rules_for(4)
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
        solver_hash=source_hash("llq.query.literature.match_build"),
        columns=(
            Column("pairing", "uint16", ("game",), "index of a pairing", "Who played."),
            Column("game", "uint32", ("game",), "", "Number of the deal, from 0."),
            *(
                Column(name, dtype, ("game", axis) if axis else ("game",), unit, meaning)
                for name, dtype, axis, unit, meaning in FIELDS
            ),
        ),
    )


def names_in(spec: TableSpec) -> dict[int, tuple[str, ...]]:
    """Return who meets whom in a table, by the number of players."""
    found = {size: str(spec.parameters.get(f"players_{size}", "")) for size in SIZES}
    return {size: tuple(text.split(",")) for size, text in found.items() if text}


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
        stored = {policy.name: policy for policy in open_literature_policies().policies}
    except LlqError:  # missing or refused: nothing says that the table is of others
        return dict(found)
    return {
        name: fingerprint(stored[name]) if name in stored else was for name, was in found.items()
    }


def build_command(spec: TableSpec) -> str:
    """Return the command that builds a table of the same numbers."""
    said = spec.parameters
    words = ["llq build literature-matches -n {games} --seed {seed}".format(**said)]
    if said["players_4"] != ",".join(PLAYERS):
        words.append(f"--players {said['players_4'] or 'none'}")
    if said["players_6"] or said["players_8"]:
        words.append(f"--many-games {said['many_games']}")
    for size, option in ((6, "--six"), (8, "--eight")):
        if said[f"players_{size}"] != ",".join(MANY):
            words.append(f"{option} {said[f'players_{size}'] or 'none'}")
    return " ".join(words)


def matches_remedy(spec: TableSpec | None = None) -> str:
    """Return what to do about a table that is missing or refused."""
    return f"build it with: {build_command(spec) if spec else 'llq build literature-matches'}"


@dataclass(frozen=True)
class MatchUp:
    """How one strategy does against another, on both sides of common deals."""

    player: str
    opponent: str
    players: int
    games: int
    """Of both sides together."""
    wins: int
    ties: int
    """Games of equal half suits, and those given up."""
    losses: int
    win_share: float
    """A tie is half a win."""
    win_se: float
    """Standard error of it, from deal to deal."""
    decided_share: float | None
    """Wins among the games that were won by either, None if none was."""
    decided_se: float | None
    mean_asks: float
    asks_se: float

    def __str__(self) -> str:
        share = f"{100 * self.win_share:.1f} % (s.e. {100 * self.win_se:.1f})"
        return (
            f"{self.player} v {self.opponent}, {self.players} players: {self.wins}-{self.ties}-"
            f"{self.losses} in {self.games} games, {share}; {self.mean_asks:.1f} asks a game"
        )


@dataclass(frozen=True)
class LiteratureMatches:
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
        """(rows,) the team with more half suits, -1 for a tie or a game that was given up."""
        even, odd = self.fields["half_suits"].T
        winner = np.where(even > odd, 0, np.where(odd > even, 1, -1))
        return np.where(self.fields["finished"], winner, -1).astype(np.int8)

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

    def match(self, player: str, opponent: str, players: int = 4) -> MatchUp:
        """Return how one strategy does against another, from both sides of each deal.

        Raises
        ------
        UnknownState
            As `rows` does.
        """
        as_even = self.rows(player, opponent, players)
        as_odd = self.rows(opponent, player, players)
        won = np.stack([self.winner[as_even] == 0, self.winner[as_odd] == 1])
        lost = np.stack([self.winner[as_even] == 1, self.winner[as_odd] == 0])
        asks = np.stack([self.fields["asks"][rows] for rows in (as_even, as_odd)])
        if player == opponent:  # one match, not two
            won, lost, asks = won[:1], lost[:1], asks[:1]
        decided = won | lost
        deals, games = won.shape[1], won.size
        wins, losses = int(won.sum()), int(lost.sum())
        share, asked = (won + 0.5 * ~decided).mean(0), asks.mean(0)
        ratio = wins / (wins + losses) if wins + losses else None
        rest = won.sum(0) - (ratio or 0) * decided.sum(0)  # of the ratio's first-order error
        spread = sqrt((rest**2).sum() * deals / max(1, deals - 1))
        return MatchUp(
            player, opponent, players, games, wins, games - wins - losses, losses,
            float(share.mean()), float(share.std(ddof=1) / sqrt(deals)),
            ratio, None if ratio is None else spread / (wins + losses),
            float(asked.mean()), float(asked.std(ddof=1) / sqrt(deals)),
        )  # fmt: skip


def open_literature_matches(path: str | os.PathLike[str] | None = None) -> LiteratureMatches:
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
        return LiteratureMatches(table.info, table.read("pairing"), table.read("game"), fields)
