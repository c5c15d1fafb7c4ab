"""Files written by people, read with care: a file named as a game may be any other file."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from llq.errors import IllegalState
from llq.query.text.text_input import source_name

_MOST_BYTES = 1_000_000
"""The record of a long game has a hundredth of this."""


def read_file(path: str | os.PathLike[str]) -> str:
    """Return the text of a regular file of at most a megabyte.

    Raises
    ------
    OSError
        There is no such file, or the system refuses it.
    ValueError
        It is not a regular file, is too long, or is not UTF-8.
    """
    path = Path(path)
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError("it is a directory")
    if not stat.S_ISREG(status.st_mode):
        raise ValueError("it is not a regular file; for standard input write -")
    if status.st_size > _MOST_BYTES:
        raise ValueError(f"it is longer than {_MOST_BYTES:,} bytes")
    return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")


def read_text(path: str | os.PathLike[str], what: str) -> str:
    """Return the text of a file, or for ``-`` of standard input.

    Parameters
    ----------
    what
        The thing that it should hold, for the message.

    Raises
    ------
    IllegalState
        It cannot be read as UTF-8, is longer than a megabyte, or is not a file.
    """
    try:
        if os.fspath(path) != "-":
            return read_file(path)
        text = sys.stdin.read(_MOST_BYTES + 1)
        if len(text) > _MOST_BYTES:
            raise ValueError(f"it is longer than {_MOST_BYTES:,} characters")
        return text
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        if isinstance(error, UnicodeDecodeError):
            reason = "it is not UTF-8 text"
        raise IllegalState(f"no {what} can be read from {source_name(path)}: {reason}") from error
