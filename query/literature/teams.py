"""Players and teams of Literature by name: built-in ones, stored policies, and users' own."""

from __future__ import annotations

from collections.abc import Sequence

from llq.errors import UnknownStrategy
from llq.query.literature.players import strategy_of
from llq.query.players import find_players, load_player
from llq.solver.literature.players import Player, Strategy

__all__ = ["Team", "find_team"]

Team = str | Strategy | Player | Sequence[str | Strategy | Player]
"""One player for a team's seats, or one each: ``"greedy"``, ``"greedy,possible"``, or objects."""

_PROMISE = "a name and choose(position, random) -> (seat, card)"


def find_team(
    team: Team, seats: int, known: dict[str, Strategy | Player]
) -> tuple[Strategy | Player, ...]:
    """Return a team's players, one a seat.

    Parameters
    ----------
    known
        Players found so far, by name, to which these are added: a name that comes again is the
        same player.

    Raises
    ------
    UnknownStrategy
        There are neither one nor ``seats``, or one is unknown.
    """
    players: list[str | Strategy | Player]
    if isinstance(team, str):
        players = list(team.split(","))
    elif isinstance(team, Sequence):
        players = list(team)
    else:
        players = [team]
    if len(players) == 1:
        players *= seats
    if len(players) != seats:
        raise UnknownStrategy(
            f"a team is one player for all its seats or {seats}, one each; {team!r} names "
            f"{len(players)}"
        )
    return find_players(players, known, _find_player, Strategy, _PROMISE)


def _find_player(name: str) -> Strategy | Player:
    """Return a player of a name, or one of one's own named ``module:Class``."""
    player: Player | None = load_player(name, _PROMISE)
    return strategy_of(name) if player is None else player
