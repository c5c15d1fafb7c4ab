"""Players and teams of Sueca by name: built-in ones, and custom ones."""

from __future__ import annotations

from collections.abc import Sequence

from llq.errors import UnknownStrategy
from llq.query.players import find_players, load_player
from llq.query.reading import split_words
from llq.solver.sueca.players import Player, Strategy, find_strategy

__all__ = ["Team", "find_player", "find_team"]

Team = str | Sequence[str | Strategy | Player]
"""Two players, as ``"PIMC,MC"`` or one by one."""

_PROMISE = "a name and choose(position, random) -> card"


def find_player(name: str) -> Strategy | Player:
    """Return a built-in player, or a custom player named ``module:Class``.

    Raises
    ------
    UnknownStrategy
        There is no such player.
    """
    try:
        return find_strategy(name)
    except UnknownStrategy:
        if _is_built_in(name.partition(":")[0]):
            raise  # a built-in player with numbers that it does not take
        player: Player | None = load_player(name.strip(), _PROMISE)
        if player is None:
            raise
    return player


def find_team(team: Team, known: dict[str, Strategy | Player]) -> tuple[Strategy | Player, ...]:
    """Return a team's two players.

    Parameters
    ----------
    known
        Players found so far, by name, to which these are added: a name given again is the same
        player.

    Raises
    ------
    UnknownStrategy
        There are not two, or one is unknown.
    """
    if isinstance(team, str):
        players: Sequence[str | Strategy | Player] = split_words(team)
    else:
        players = team if isinstance(team, Sequence) else [team]
    if len(players) != 2:
        raise UnknownStrategy(f"a team is two players, such as MC,MC; {team!r} has {len(players)}")
    return find_players(players, known, find_player, Strategy, _PROMISE)


def _is_built_in(name: str) -> bool:
    try:
        find_strategy(name)
    except UnknownStrategy:
        return False
    return True
