"""Built-in players of matches, teams of players, and seeds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from llq.errors import UnknownStrategy
from llq.query.results import Result
from llq.query.text.words import split_words
from llq.solver.arguments import check_integer


@dataclass(frozen=True, slots=True)
class PlayerInfo(Result):
    """A built-in player."""

    name: str
    """Its name in matches and commands."""
    summary: str
    """Its way of playing, in one line."""
    needs: str = ""
    """Required table, named as for ``llq build``; empty if none."""


def check_seed(seed: Any) -> int:
    """Return a seed."""
    return check_integer("a seed", seed, 0)


def read_team(team: Any, seats: int, shape: str) -> list[Any]:
    """Return a team's players by seat; ``shape`` says in a refusal what a team is."""
    if isinstance(team, str):
        players = split_words(team)
    else:
        players = list(team) if isinstance(team, Sequence) else [team]
    if len(players) not in (1, seats):
        raise UnknownStrategy(f"{shape}; {team!r} names {len(players)}")
    return players if len(players) == seats else players * seats
