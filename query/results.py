"""Results: what a question returns beside an answer, as plain data and as rows of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from llq.query.answers import Answer
    from llq.store.tables import TableInfo

Rows = Sequence[Mapping[str, Any]]

SIMULATED = "simulated; standard errors beside"
"""How exact a match is that was played."""


class Result:
    """What a question returns: plain data for JSON, flat rows for CSV, and rows for readers.

    A result of one row is printed as a row in all formats; one of several, such as a review, has
    its own `to_dict`, which JSON shows, and sets ``is_row`` to False.
    """

    __slots__ = ()

    is_row: ClassVar[bool] = True
    settings: ClassVar[tuple[str, ...]] = ()
    """Columns that say how the result was made: a table has them below it."""
    is_laid_out: ClassVar[bool] = True
    """Whether the rows that readers see are shown as they are."""
    derived: ClassVar[tuple[str, ...]] = ()
    """Columns that a table leaves out, since they follow from the others."""

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
        """The result as text, in place of a table."""
        return ""

    @property
    def remarks(self) -> Sequence[str]:
        """The lines below a table."""
        return ()

    def plain_rows(self) -> Rows:
        """Return the rows of JSON."""
        return (self.to_dict(),)

    def records(self) -> Rows:
        """Return flat rows with every value in full, all with the same names."""
        return (self.to_dict(),)

    def shown(self) -> Rows | None:
        """Return the rows of a table as readers see them; None where they are the records."""
        return None


class Listed(Result):
    """A row of plain values."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.to_dict = lambda: {**row}  # type: ignore[method-assign]


class Sourced(NamedTuple):
    """A result, and what its numbers rest on."""

    result: Any
    info: TableInfo | None = None
    """The table that it comes from."""
    rules: str = ""
    """Rules and version of a result without a table."""


def flat(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return plain data as a flat row: lists as texts, and nothing that is None.

    >>> flat({"hand": ("Guard", "King"), "face_up": 0, "lead": None})
    {'hand': 'Guard, King', 'face_up': 0}
    """
    return {
        name: ", ".join(value) if isinstance(value, tuple) else value
        for name, value in plain.items()
        if value is not None
    }
