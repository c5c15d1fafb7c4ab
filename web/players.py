"""Players by name: those that come with llq, and no others.

The library takes a custom player as ``module:attribute`` and imports the module; no request may
have the server import anything.
"""

from __future__ import annotations

from llq.errors import UnknownStrategy


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
