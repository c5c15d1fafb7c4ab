"""Reading what players write: a file's text or JSON, and where in it a message is from."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from llq.errors import IllegalAction, IllegalState

__all__ = ["name_of", "read_json", "read_text", "split_words", "telling"]


def name_of(path: str | os.PathLike[str]) -> str:
    """Return what messages call a file; ``-`` is what comes in."""
    name = os.fspath(path)
    return "stdin" if name == "-" else name


def read_text(path: str | os.PathLike[str], what: str) -> str:
    """Return the text of a file, or for ``-`` what comes in.

    Parameters
    ----------
    what
        What it should hold, for the message.

    Raises
    ------
    IllegalState
        It cannot be read as UTF-8.
    """
    try:
        if os.fspath(path) == "-":
            return sys.stdin.read()
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise IllegalState(f"no {what} can be read from {name_of(path)}: {reason}") from error


def read_json(text: str, name: str, line: str) -> Any:
    """Return what some text of JSON says.

    Parameters
    ----------
    name, line
        What messages call it, and what they write between that and the number of a line.

    Raises
    ------
    IllegalState
        It is no JSON, or one object of it has a key twice.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        for key in found:
            if sum(key == other for other, _ in pairs) > 1:
                raise IllegalState(f"{name}: {key} is said twice")
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
def telling(where: str) -> Iterator[None]:
    """Put where it was before the message of what is raised within, unless it says so itself."""
    try:
        yield
    except (IllegalState, IllegalAction) as error:
        if str(error).startswith(where):
            raise
        raise type(error)(f"{where}: {error}") from error


def split_words(text: str) -> list[str]:
    """Return the words of what people type: blanks, commas and semicolons separate them alike.

    >>> split_words("1,1 5"), split_words(" g;  k,")
    (['1', '1', '5'], ['g', 'k'])
    """
    return [word for word in re.split(r"[\s,;]+", text) if word]
