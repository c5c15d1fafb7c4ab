"""Every error that llq raises on purpose, in one tree.

Each class also inherits the builtin that a caller would expect, so that
``except FileNotFoundError`` works as well as ``except llq.errors.TableMissing``.
A message says what was asked, what was found and what to do.
"""

from collections.abc import Iterable

__all__ = [
    "BadQuestion",
    "BlockFailed",
    "Busy",
    "CannotListen",
    "CorruptTable",
    "DeckTooLarge",
    "ExtraMissing",
    "ForeignTable",
    "FormatTooNew",
    "FormatTooOld",
    "IllegalAction",
    "IllegalState",
    "LlqError",
    "OtherCode",
    "QueryRefused",
    "StaleTable",
    "TableLeftOut",
    "TableMissing",
    "TableNotReadable",
    "TableNotWritable",
    "TakesTooLong",
    "TooLarge",
    "TruncatedTable",
    "UnknownCard",
    "UnknownGame",
    "UnknownState",
    "UnknownStrategy",
    "WorkersLost",
    "WrongType",
]


class LlqError(Exception):
    """Base of every error that llq raises on purpose."""


class IllegalState(LlqError, ValueError):
    """The state asked for breaks the rules of the game."""


class WrongType(IllegalState, TypeError):
    """An argument is of another type than its function takes."""


class DeckTooLarge(LlqError, MemoryError):
    """A deck's table would need more memory, or more room for an action, than llq gives it."""


class ExtraMissing(LlqError, ImportError):
    """What was asked needs packages that only come with an extra of llq."""


class IllegalAction(LlqError, ValueError):
    """The action is not among the legal actions of its state."""


class UnknownCard(IllegalState):
    """The game has no such card."""


class UnknownState(LlqError, LookupError):
    """The state obeys the rules but the table does not hold it."""


class UnknownGame(LlqError, LookupError):
    """No game, variant or table goes by this name."""


class UnknownStrategy(LlqError, LookupError):
    """No strategy goes by this name."""


class TableMissing(LlqError, FileNotFoundError):
    """No built table was found where tables are looked for.

    Attributes
    ----------
    table
        The name of the table; empty where a command does not build it unasked.
    """

    table: str = ""


class TableNotReadable(LlqError, PermissionError):
    """A table file is there, but the system refuses to read it."""


class TableNotWritable(LlqError, PermissionError):
    """A table cannot be written to its folder."""


class CorruptTable(LlqError, OSError):
    """A table file's bytes are not those that were written."""


class TruncatedTable(CorruptTable):
    """A table file ends too early: a copy was cut short, or writing was interrupted."""


class ForeignTable(LlqError, ValueError):
    """The file is not an llq table, or is a table of another game or variant."""


class FormatTooOld(LlqError, ValueError):
    """The file's format is older than this llq reads."""


class FormatTooNew(LlqError, ValueError):
    """The file's format is newer than this llq reads."""


class StaleTable(LlqError, ValueError):
    """The table is of an older or newer version of its kind, or of other rules or parameters."""


class TableLeftOut(UserWarning):
    """A table file that is damaged or out of date is left out.

    Its contents are not in the database or, where llq comes with that table too, are taken from the
    copy that comes with llq.
    """


class BlockFailed(LlqError, RuntimeError):
    """A block of a long job failed twice."""


class WorkersLost(LlqError, ConnectionError):
    """The processes or machines that computed a job are gone."""


class OtherCode(LlqError, RuntimeError):
    """A worker has another version of llq than the job that it was sent."""


class BadQuestion(LlqError, ValueError):
    """Parameters of a request that do not fit its question."""


class Busy(LlqError, RuntimeError):
    """Server at its limit of concurrent work; the question can be repeated."""


class TooLarge(LlqError, ValueError):
    """A request asks the server for more than one request may."""


class TakesTooLong(LlqError, TimeoutError):
    """What a request asks of the server takes longer than a request may."""


class QueryRefused(LlqError, ValueError):
    """DuckDB cannot answer the query, or it does more than read the tables."""


class CannotListen(LlqError, OSError):
    """The server cannot listen on this address or port."""


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Return the known name that was probably meant, for a message; empty if none is near.

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
    """Return what follows an unknown name in a message: the one probably meant, and all of them.

    Examples
    --------
    >>> one_of("hobit", ["classic", "hobbit"])
    ' (did you mean hobbit?); choose one of classic, hobbit'
    """
    names = list(known)
    return f"{did_you_mean(name, names)}; choose one of {', '.join(names)}"


def _plain(name: str) -> str:
    return name.lower().replace("-", "_").replace(" ", "_")


_MOST_OF_A_NAME = 60
_NEAR = 0.7
"""Share of the characters in common, as difflib counts them."""
