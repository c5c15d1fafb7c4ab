"""Custom games: reading their TOML, and checking them against the thesis's definitions."""

from __future__ import annotations

import os

from llq.errors import IllegalState, UnknownGame
from llq.query.text.text_files import read_file
from llq.solver.dominion.definitions import Report, check_mapping
from llq.solver.dominion.rules import Rules, read_toml

_MOST_DOTS = 200
"""Python's reader takes memory by the square of a dotted key's length."""


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
        text = read_file(path)
    except (OSError, ValueError) as error:
        raise UnknownGame(f"{path}: no game can be read from here ({error})") from error
    if any(line.count(".") > _MOST_DOTS for line in text.splitlines()):
        raise IllegalState(f"{path}: not a game: a line has more than {_MOST_DOTS} dots")
    return text
