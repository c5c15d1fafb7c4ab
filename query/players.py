"""Players that users write, found by name."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from llq.errors import UnknownStrategy

__all__ = ["load_player"]


def load_player(name: str, promise: str) -> Any:
    """Return the player that ``module:attribute`` names, or None if the name has no colon.

    Parameters
    ----------
    promise
        What a player has to have, for the message.

    Raises
    ------
    UnknownStrategy
        There is no such object, or it cannot choose.
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        return None
    if "" not in sys.path:  # a player of one's own is looked for in the current folder
        sys.path.insert(0, "")
    try:
        found = getattr(import_module(module), attribute)
        player = found() if isinstance(found, type) else found
    except Exception as error:  # whatever a user's own module raises
        raise UnknownStrategy(f"no player {name!r}: {type(error).__name__}: {error}") from error
    if not callable(getattr(player, "choose", None)):
        raise UnknownStrategy(f"{name!r} is no player: it needs {promise}")
    return player
