"""Literature's table of openings as a file: its columns, and its contents by default."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

from llq.query.literature.matches.format import LIMIT, rules_for
from llq.solver.literature.rules import CARDS, HALF_SUITS, IN_HALF
from llq.store.schema import Column, Parameter, TableSpec, canonical_json

__all__ = ["GAMES", "build_command", "hands", "openings_spec"]

GAMES = 1000


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
    said = ",".join(f"{players}={by[players]}" for players in sorted(by))
    parameters: dict[str, Parameter] = {
        "games": games,
        "seed": seed,
        "by": said,
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
        version=1,
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


def build_command(spec: TableSpec) -> str:
    """Return the command that builds a table of the same numbers."""
    return "llq build literature-openings -n {games} --seed {seed} --by {by}".format(
        **spec.parameters
    )
