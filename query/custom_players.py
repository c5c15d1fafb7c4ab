"""Custom players of matches: objects, a module's attributes, programs."""

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from llq.errors import UnknownStrategy


def find_players(
    players: Iterable[Any],
    by_name: dict[str, Any],
    find: Callable[[str], Any],
    built_in: type,
    promise: str,
) -> tuple[Any, ...]:
    """Resolve players given by name, and check that all others but ``built_in`` ones are players.

    Players are added to ``by_name``, so that a repeated name is the same player; ``promise`` says
    in a refusal what a custom player must have.
    """
    resolved = []
    for entry in players:
        player = entry
        if isinstance(entry, str):
            name = entry.strip()
            if name not in by_name:
                by_name[name] = find(name)
            player = by_name[name]
        if not isinstance(player, built_in) and not is_custom_player(player):
            raise UnknownStrategy(f"{entry!r} is not a player: it needs {promise}")
        resolved.append(player)
    return tuple(resolved)


def is_custom_player(player: Any) -> bool:
    """Return whether an object has a player's name and ``choose``, excluding classes."""
    is_named = isinstance(getattr(player, "name", None), str)
    return is_named and not isinstance(player, type) and callable(getattr(player, "choose", None))


def load_player(name: str, promise: str) -> Any:
    """Load a player by ``module:attribute`` or ``bot:FOLDER``; None without a colon.

    The current folder is searched for the module too, after all others.
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        return None
    if module.strip() == "bot":
        from llq.query.bots.program import find_program  # starts processes

        if program := find_program(attribute.strip()):
            return program
    if "" not in sys.path:  # last, so that a file here does not hide a library's module
        sys.path.append("")
    try:
        player = getattr(import_module(module), attribute)
        if isinstance(player, type):
            player = player()
    except Exception as error:  # whatever a custom module raises
        raise UnknownStrategy(f"no player {name!r}: {type(error).__name__}: {error}") from error
    if not callable(getattr(player, "choose", None)):
        raise UnknownStrategy(f"{name!r} is not a player: it needs {promise}")
    return player
