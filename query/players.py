"""Players of matches, found by name or written by users, and the seeds they play by."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from operator import index
from typing import Any

from llq.errors import IllegalState, UnknownStrategy

__all__ = ["check_seed", "find_players", "is_own_player", "load_player"]


def check_seed(seed: Any) -> int:
    """Return a seed, which is a whole number from 0 on.

    Raises
    ------
    IllegalState
        It is none.
    """
    try:
        whole = index(seed)
    except TypeError:
        whole = -1
    if whole < 0:
        raise IllegalState(f"a seed is a whole number from 0 on; got {seed!r}")
    return whole


def find_players(
    players: Iterable[Any],
    known: dict[str, Any],
    find: Callable[[str], Any],
    built_in: type,
    promise: str,
) -> tuple[Any, ...]:
    """Return players of whom some are said by name.

    Parameters
    ----------
    known
        Players found so far, by name, to which these are added: a name that comes again is the
        same player.
    find
        Returns the player of a name.
    built_in
        What a game's own players are; every other is a user's.
    promise
        What a user's player has to have, for the message.

    Raises
    ------
    UnknownStrategy
        There is no player of a name, or he cannot choose, or has no name to call him by.
    """
    found = []
    for player in players:
        if isinstance(player, str):
            name = player.strip()
            if name not in known:
                known[name] = find(name)
            one = known[name]
        else:
            one = player
        if not isinstance(one, built_in) and not is_own_player(one):
            raise UnknownStrategy(f"{player!r} is no player: it needs {promise}")
        found.append(one)
    return tuple(found)


def is_own_player(player: Any) -> bool:
    """Return whether an object, not its class, has what a user's player must: name and choice."""
    is_named = isinstance(getattr(player, "name", None), str)
    return is_named and not isinstance(player, type) and callable(getattr(player, "choose", None))


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
