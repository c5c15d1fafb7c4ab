"""Text written by people: files, JSON, lists of words, and the places of errors."""

import json
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any

from llq.errors import IllegalAction, IllegalState

MOST_BYTES = 1_000_000
"""Bytes admitted in a file or a program's line: a hundred times a long game's record."""


def source_name(path: str | os.PathLike[str]) -> str:
    """Return a file's name for messages; ``-`` is standard input."""
    name = os.fspath(path)
    return "stdin" if name == "-" else name


def read_file(path: str | os.PathLike[str]) -> str:
    """Return a regular file's text; raise ValueError beyond one megabyte."""
    path = Path(path)
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError("it is a directory")
    if not stat.S_ISREG(status.st_mode):
        raise ValueError("it is not a regular file; for standard input write -")
    with path.open("rb") as file:
        text = file.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise ValueError(f"it is longer than {MOST_BYTES:,} bytes")
    return text.decode("utf-8-sig").replace("\r\n", "\n")


def read_text(path: str | os.PathLike[str], content: str) -> str:
    """Return a file's text; ``-`` reads standard input.

    ``content`` is the thing that it should hold, for the message.
    """
    try:
        if os.fspath(path) != "-":
            return read_file(path)
        text = sys.stdin.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise ValueError(f"it is longer than {MOST_BYTES:,} characters")
        return text
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        if isinstance(error, UnicodeDecodeError):
            reason = "it is not UTF-8 text"
        raise IllegalState(
            f"no {content} can be read from {source_name(path)}: {reason}"
        ) from error


def read_json(text: str, name: str, line: str) -> Any:
    """Return the value of a JSON text.

    ``name`` is its name in messages, and ``line`` the text between that and a line number.
    """

    def refuse_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        items: dict[str, Any] = {}
        for key, value in pairs:
            if key in items:
                raise IllegalState(f"{name}: {key} is given twice")
            items[key] = value
        return items

    def read_finite(number: str) -> float:
        if not isfinite(float(number)):
            raise IllegalState(f"{name}: {number[:20]} is not a finite number")
        return float(number)

    try:
        return json.loads(
            text,
            object_pairs_hook=refuse_repeats,
            parse_float=read_finite,
            parse_constant=read_finite,
        )
    except IllegalState:
        raise
    except json.JSONDecodeError as error:
        raise IllegalState(f"{name}{line}{error.lineno}: not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise IllegalState(f"{name}: not JSON that can be read: {error}") from error


@contextmanager
def locate_errors(place: str) -> Iterator[None]:
    """Prefix the message of an error raised within with a place, unless it names the place."""
    try:
        yield
    except (IllegalState, IllegalAction) as error:
        if str(error).startswith(place):
            raise
        raise type(error)(f"{place}: {error}") from error


def split_words(text: str) -> list[str]:
    """Return the words of a list separated by commas, semicolons or blanks."""
    stripped = text.strip(" \t\n,;")
    return re.split(r"[\s,;]+", stripped) if stripped else []
