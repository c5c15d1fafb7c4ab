"""The exit codes of ``llq``: one for each way in which a command ends without an answer."""

from llq.errors import (
    BadQuestion,
    DeckTooLarge,
    IllegalAction,
    IllegalState,
    LlqError,
    QueryRefused,
    UnknownGame,
    UnknownState,
    UnknownStrategy,
)

FAILED = 1
"""The command line is right, and what it asks for failed: a damaged table, a full disk."""

MISTAKEN = 2
"""The command line cannot be answered as it is: an unknown name, an impossible hand."""

INTERRUPTED = 130
"""Ctrl-C, as shells have it."""

_MISTAKES = (
    BadQuestion,
    DeckTooLarge,
    IllegalAction,
    IllegalState,
    QueryRefused,
    UnknownGame,
    UnknownState,
    UnknownStrategy,
)


def exit_code(error: LlqError) -> int:
    """Return the exit code of an expected error."""
    return MISTAKEN if isinstance(error, _MISTAKES) else FAILED
