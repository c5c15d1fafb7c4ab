"""Custom games in TOML files: read, or checked against the thesis's definitions."""

import os

from llq.errors import IllegalState
from llq.query.text.text_input import read_text
from llq.solver.dominion.definitions import Report, check_mapping
from llq.solver.dominion.rules import Rules, read_toml

_MOST_DOTS = 200
"""Python's reader takes memory by the square of a dotted key's length."""


def check_game(path: str | os.PathLike[str]) -> Report:
    """Return a report on a TOML game, checked against the definitions.

    Raises
    ------
    IllegalState
        There is no such file, or it is not TOML.
    """
    text = _read_text(path)
    try:
        return check_mapping(read_toml(text))
    except IllegalState as error:
        raise IllegalState(f"{path}: {error}") from error


def read_game(path: str | os.PathLike[str]) -> Rules:
    """Return the rules of a TOML file's game.

    Raises
    ------
    IllegalState
        There is no such file, or it holds no game by Definition 2.1; the message says why.
    """
    return Rules.from_toml(_read_text(path))


def _read_text(path: str | os.PathLike[str]) -> str:
    text = read_text(path, "game")
    if any(line.count(".") > _MOST_DOTS for line in text.splitlines()):
        raise IllegalState(f"{path}: not a game: a line has more than {_MOST_DOTS} dots")
    return text
