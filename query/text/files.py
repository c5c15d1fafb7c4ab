"""Text files that people name, read within bounds: regular files and standard input."""

import os
import stat
import sys
from pathlib import Path

from llq.errors import IllegalState

MOST_BYTES = 1_000_000
"""Bytes admitted in a file or a program's line: a hundred times a long game's record."""


def source_name(path: str | os.PathLike[str]) -> str:
    """Return a file's name for messages; ``-`` is standard input."""
    name = os.fspath(path)
    return "stdin" if name == "-" else name


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
        reason = getattr(error, "strerror", None) or str(error)  # without the system's number
        if isinstance(error, UnicodeDecodeError):
            reason = "it is not UTF-8 text"
        raise IllegalState(
            f"no {content} can be read from {source_name(path)}: {reason}"
        ) from error


def read_file(path: str | os.PathLike[str]) -> str:
    """Return a regular file's text; raise ValueError beyond `MOST_BYTES`."""
    path = Path(path)
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError("it is a directory")
    if not stat.S_ISREG(status.st_mode):
        raise ValueError("it is not a regular file; for standard input write -")
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"it is longer than {MOST_BYTES:,} bytes")
    return content.decode("utf-8-sig").replace("\r\n", "\n")
