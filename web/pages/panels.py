"""Panels of pages: a library result's title, tables and notes."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from llq.query.answers import Answer, Row, Table
from llq.query.results import Result, Rows

_NUMBER = re.compile(r"[+−-]?[\d.,]+( %)?")


class Panel(NamedTuple):
    """A result in words."""

    title: str
    tables: Sequence[Table] = ()
    context: Sequence[str] = ()
    """Lines above the tables."""
    notes: Sequence[str] = ()
    """Lines below, such as the numbers' sources."""


def panel_of(result: Any) -> Panel:
    """Return the panel of an answer, or of results of one kind."""
    if isinstance(result, Answer):
        return Panel(result.title, result.tables, result.context, result.notes)
    results: Sequence[Result] = result if isinstance(result, Sequence) else (result,)
    rows = [row for part in results for row in part.shown() or part.records()]
    title, *context = (results[0].title or results[0].text).split(". ", 1)
    return Panel(title, [_table(rows)] if rows else (), context, results[0].remarks)


def _table(rows: Rows) -> Table:
    headings = tuple(rows[0])
    cells = [tuple(map(str, row.values())) for row in rows]
    are_numbers = (all(map(_NUMBER.fullmatch, column)) for column in zip(*cells, strict=True))
    numbers = (name for name, is_number in zip(headings, are_numbers, strict=True) if is_number)
    return Table(headings, tuple(map(Row, cells)), tuple(numbers))
