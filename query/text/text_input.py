"""Text written by people: files, JSON, lists of words, and the places of errors."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llq.errors import IllegalAction, IllegalState


def source_name(path: str | os.PathLike[str]) -> str:
    """Return a file's name for messages; ``-`` is standard input."""
    name = os.fspath(path)
    return "stdin" if name == "-" else name


def read_json(text: str, name: str, line: str) -> Any:
    """Return the value of a JSON text.

    Parameters
    ----------
    name, line
        Its name in messages, and the text between that and a line number.

    Raises
    ------
    IllegalState
        It is not JSON, or an object has a key twice.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise IllegalState(f"{name}: {key} is given twice")
            found[key] = value
        return found

    try:
        return json.loads(text, object_pairs_hook=once)
    except IllegalState:
        raise
    except (ValueError, RecursionError) as error:
        at = f"{line}{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        reason = error.msg if isinstance(error, json.JSONDecodeError) else error
        raise IllegalState(f"{name}{at}: not JSON: {reason}") from error


@contextmanager
def locate_errors(where: str) -> Iterator[None]:
    """Prefix the message of an error raised within with a place, unless it names the place."""
    try:
        yield
    except (IllegalState, IllegalAction) as error:
        if str(error).startswith(where):
            raise
        raise type(error)(f"{where}: {error}") from error


def split_words(text: str) -> list[str]:
    """Return the words of a list separated by commas, semicolons or blanks.

    Examples
    --------
    >>> split_words("1, 1 5") == split_words("1,1,5") == ["1", "1", "5"]
    True
    """
    return re.split(r"[\s,;]+", text.strip(" \t\n,;")) if text.strip(" \t\n,;") else []
