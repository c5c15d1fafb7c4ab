"""Results of questions other than answers: plain data and table rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from llq.query.answers import Answer
    from llq.store.tables import TableInfo

Rows = Sequence[Mapping[str, Any]]

SIMULATED = "simulated; standard errors beside"
"""Accuracy of a simulated match."""


class Result:
    """Result of a question: plain data for JSON, flat rows for CSV, and rows for readers.

    A result of one row is printed as a row in all formats; one of several, such as a review, has
    its own `to_dict`, which JSON shows, and sets ``is_row`` to False.
    """

    __slots__ = ()

    is_row: ClassVar[bool] = True
    settings: ClassVar[tuple[str, ...]] = ()
    """Columns of settings behind the result, printed below its table."""
    is_laid_out: ClassVar[bool] = True
    """Whether the rows for readers are shown unchanged."""
    derived: ClassVar[tuple[str, ...]] = ()
    """Columns derived from others, which tables omit."""

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON."""
        return asdict(self)  # type: ignore[call-overload, no-any-return]

    @property
    def before(self) -> Answer[Any, Any] | Result | None:
        """The answer or table that readers see first."""
        return None

    @property
    def title(self) -> str:
        """The line above a table."""
        return ""

    @property
    def text(self) -> str:
        """Text shown in place of a table."""
        return ""

    @property
    def remarks(self) -> Sequence[str]:
        """The lines below a table."""
        return ()

    @property
    def failure(self) -> str:
        """Message of a result by which a command fails."""
        return ""

    def plain_rows(self) -> Rows:
        """Return the rows of JSON."""
        return (self.to_dict(),)

    def records(self) -> Rows:
        """Return flat rows of complete values, all with identical names."""
        return (self.to_dict(),)

    def shown(self) -> Rows | None:
        """Return display rows for a table; None means the records."""
        return None


class RowResult(Result):
    """A row of plain values."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self._row = row

    def to_dict(self) -> dict[str, Any]:
        """Return the row."""
        return {**self._row}


class Sourced(NamedTuple):
    """Result with the source of its numbers."""

    result: Any
    info: TableInfo | None = None
    """The table that it comes from."""
    rules: str = ""
    """Rules and version of results without tables."""


def flat_row(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return plain data as a flat row: tuples joined, None entries dropped.

    >>> flat_row({"hand": ("Guard", "King"), "face_up": 0, "lead": None})
    {'hand': 'Guard, King', 'face_up': 0}
    """
    return {
        name: ", ".join(value) if isinstance(value, tuple) else value
        for name, value in plain.items()
        if value is not None
    }
