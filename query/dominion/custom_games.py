"""Custom games: reading their TOML, and checking them against the thesis's definitions."""

from __future__ import annotations

import os
from pathlib import Path

from llq.errors import IllegalState, UnknownGame
from llq.solver.dominion.definitions import Report, check_mapping
from llq.solver.dominion.rules import Rules, read_toml

__all__ = ["check_game", "read_game"]


def check_game(path: str | os.PathLike[str]) -> Report:
    """Return what the definitions say of the game in a TOML file.

    Raises
    ------
    UnknownGame
        There is no such file.
    IllegalState
        The file is not TOML.
    """
    try:
        return check_mapping(read_toml(_text(path)))
    except IllegalState as error:
        raise IllegalState(f"{path}: {error}") from error


def read_game(path: str | os.PathLike[str]) -> Rules:
    """Return the rules of the game in a TOML file.

    Raises
    ------
    UnknownGame
        There is no such file.
    IllegalState
        The file holds no game by Definition 2.1; the message says why.
    """
    return Rules.from_toml(_text(path))


def _text(path: str | os.PathLike[str]) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise UnknownGame(f"{path}: no game can be read from here ({error})") from error
