"""Errors that llq raises on purpose, as a class tree.

Each class also inherits the builtin that a caller would expect, so that
``except FileNotFoundError`` works as well as ``except llq.errors.TableMissing``.
A message says what was asked, what was found and what to do.
"""

from collections.abc import Iterable

__all__ = [
    "BadQuestion", "BlockFailed", "Busy", "CannotListen", "CorruptTable", "DeckTooLarge",
    "ExtraMissing", "ForeignTable", "FormatTooNew", "FormatTooOld", "IllegalAction",
    "IllegalState", "LlqError", "OtherCode", "QueryRefused", "StaleTable", "TableLeftOut",
    "TableMissing", "TableNotReadable", "TableNotWritable", "TakesTooLong", "TooLarge",
    "TruncatedTable", "UnknownCard", "UnknownGame", "UnknownState", "UnknownStrategy",
    "WorkersLost", "WrongType",
]  # fmt: skip

_MOST_OF_A_NAME = 60
_NEAR = 0.7
"""Minimum similarity of a suggestion, as difflib's ratio."""


class LlqError(Exception):
    """Base class of llq's errors."""


class IllegalState(LlqError, ValueError):
    """A requested state that breaks the game's rules."""


class WrongType(IllegalState, TypeError):
    """Argument of a wrong type."""


class DeckTooLarge(LlqError, MemoryError):
    """Deck with a table beyond llq's limits of memory or action size."""


class ExtraMissing(LlqError, ImportError):
    """Missing packages that an optional extra of llq installs."""


class IllegalAction(LlqError, ValueError):
    """Illegal action for the given state."""


class UnknownCard(IllegalState):
    """Card unknown to the game."""


class UnknownState(LlqError, LookupError):
    """Legal state missing from the table."""


class UnknownGame(LlqError, LookupError):
    """Unknown name of a game, variant or table."""


class UnknownStrategy(LlqError, LookupError):
    """Unknown name of a strategy."""


class TableMissing(LlqError, FileNotFoundError):
    """Table file missing from every search folder.

    Attributes
    ----------
    table
        The name of the table; empty where a command does not build it unasked.
    """

    table: str = ""


class TableNotReadable(LlqError, PermissionError):
    """Existing table file that the system refuses to read."""


class TableNotWritable(LlqError, PermissionError):
    """Refused or failed write of a table."""


class CorruptTable(LlqError, OSError):
    """Table file altered or damaged since writing."""


class TruncatedTable(CorruptTable):
    """Truncated table file, after a partial copy or an interrupted write."""


class ForeignTable(LlqError, ValueError):
    """Foreign file: not an llq table, or a table of another game or variant."""


class FormatTooOld(LlqError, ValueError):
    """File format older than this llq reads."""


class FormatTooNew(LlqError, ValueError):
    """File format newer than this llq reads."""


class StaleTable(LlqError, ValueError):
    """Stale table: another version of its kind, other rules or parameters."""


class TableLeftOut(UserWarning):
    """Warning: a damaged or stale table file is skipped.

    Its contents are not in the database or, where llq comes with that table too, are taken from the
    copy that comes with llq.
    """


class BlockFailed(LlqError, RuntimeError):
    """A block of a long job failed twice."""


class WorkersLost(LlqError, ConnectionError):
    """Loss of a job's worker processes or machines."""


class OtherCode(LlqError, RuntimeError):
    """Worker with another llq version than its job's."""


class BadQuestion(LlqError, ValueError):
    """Request with parameters invalid for its question."""


class Busy(LlqError, RuntimeError):
    """Server at its limit of concurrent work; retry later."""


class TooLarge(LlqError, ValueError):
    """Request for more than the server allows."""


class TakesTooLong(LlqError, TimeoutError):
    """Request that takes longer than the server allows."""


class QueryRefused(LlqError, ValueError):
    """Query that fails in DuckDB, or that goes beyond reading tables."""


class CannotListen(LlqError, OSError):
    """Address or port unavailable to the server."""


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Return a message part suggesting the nearest known name; empty if none is near.

    Examples
    --------
    >>> did_you_mean("Strategc", ["random", "strategic", "table"])
    ' (did you mean strategic?)'
    >>> did_you_mean("goat", ["random", "strategic", "table"])
    ''
    """
    from difflib import get_close_matches

    plain = {_plain(word): word for word in known}
    near = get_close_matches(_plain(str(name)[:_MOST_OF_A_NAME]), plain, 1, _NEAR)
    return f" (did you mean {plain[near[0]]}?)" if near else ""


def one_of(name: object, known: Iterable[str]) -> str:
    """Return the end of an unknown-name message: the likely name, then every name.

    Examples
    --------
    >>> one_of("hobit", ["classic", "hobbit"])
    ' (did you mean hobbit?); choose one of classic, hobbit'
    """
    names = list(known)
    return f"{did_you_mean(name, names)}; choose one of {', '.join(names)}"


def _plain(name: str) -> str:
    return name.lower().replace("-", "_").replace(" ", "_")
