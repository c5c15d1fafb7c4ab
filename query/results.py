"""Results: what a question returns beside an answer, as plain data and as rows of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, ClassVar

Rows = Sequence[Mapping[str, Any]]


class Result:
    """What a question returns: plain data for JSON, flat rows for CSV, and rows for readers.

    A result of one row is printed as a row in all formats; one of several, such as a review, has
    its own `to_dict`, which JSON shows, and sets ``is_row`` to False.
    """

    __slots__ = ()

    is_row: ClassVar[bool] = True
    settings: ClassVar[tuple[str, ...]] = ()
    """Columns that say how the result was made: a table has them below it."""
    derived: ClassVar[tuple[str, ...]] = ()
    """Columns that a table leaves out, since they follow from the others."""

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON."""
        return asdict(self)  # type: ignore[call-overload, no-any-return]

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

    def records(self) -> Rows:
        """Return flat rows with every value in full, all with the same names."""
        return (self.to_dict(),)

    def shown(self) -> Rows | None:
        """Return the rows of a table as readers see them; None where they are the records."""
        return None
