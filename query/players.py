"""Match players, built-in or custom, and their seeds."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from llq.errors import UnknownStrategy
from llq.query.results import Result
from llq.query.text.text_input import split_words
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
        from llq.query.bots.program import find_program

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
