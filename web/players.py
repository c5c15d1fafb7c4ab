"""Players by name: those that come with llq, and no others.

The library takes a custom player as ``module:attribute`` and imports the module; no request may
have the server import anything.
"""

from __future__ import annotations

from llq.errors import UnknownStrategy
from llq.query.reading import split_words
from llq.solver.sueca.players import find_strategy

__all__ = ["built_in", "built_in_team"]


def built_in(player: str) -> str:
    """Return a player's name as it is, if it cannot be one of a module.

    Raises
    ------
    UnknownStrategy
        It names a custom player.
    """
    if ":" in player:
        raise UnknownStrategy(
            f"{player!r}: only built-in players play here; a custom one plays in Python, or by "
            "moves of the game's protocol"
        )
    return player


def built_in_team(players: str) -> str:
    """Return the names of a team of Sueca, whose players may have numbers: ``pimc:200/6``.

    Raises
    ------
    UnknownStrategy
        One names a custom player.
    """
    for player in split_words(players):
        if ":" in player:
            find_strategy(player)
    return players
