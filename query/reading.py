"""Reading what players write: a file's text, and where in it a message is from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from llq.errors import IllegalAction, IllegalState

__all__ = ["reading_from", "telling"]


@contextmanager
def reading_from(name: str, what: str) -> Iterator[None]:
    """Say in one line that what a file should hold could not be read within.

    Raises
    ------
    IllegalState
        The file cannot be read as UTF-8.
    """
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise IllegalState(f"no {what} can be read from {name}: {reason}") from error


@contextmanager
def telling(where: str) -> Iterator[None]:
    """Put where it was before the message of what is raised within, unless it says so itself."""
    try:
        yield
    except (IllegalState, IllegalAction) as error:
        if str(error).startswith(where):
            raise
        raise type(error)(f"{where}: {error}") from error
