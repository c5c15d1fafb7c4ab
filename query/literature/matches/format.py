"""Literature's table of matches as a file: its columns, and its contents by default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from llq.solver.literature.rules import HALF_SUITS, Rules, find_rules
from llq.store.schema import Column, Parameter, TableSpec, canonical_json

__all__ = [
    "FIELDS",
    "GAMES",
    "LIMIT",
    "MANY",
    "MANY_GAMES",
    "PLAYERS",
    "SIZES",
    "TEAMS",
    "Pairing",
    "build_command",
    "matches_spec",
    "names_in",
    "pairings_of",
    "rules_for",
]

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
    seed
        Of the deals and of every player's choices.
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
        version=1,
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
