"""The file of a variant's table, for what needs some of its columns and none of its answers."""

from __future__ import annotations

import os

from llq.query.love_letter.table.format import remedy, table_spec
from llq.solver.love_letter.rules import Rules
from llq.store.locate import find_table
from llq.store.tables import TableFile, open_table

__all__ = ["open_solved_file"]


def open_solved_file(rules: Rules, path: str | os.PathLike[str] | None = None) -> TableFile:
    """Return the open file of a variant's table, equal final cards counted as half.

    Parameters
    ----------
    path
        As in `llq.love_letter.table.open`.

    Raises
    ------
    TableMissing, CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        As `llq.love_letter.table.open` does.
    """
    spec, how = table_spec(rules), remedy(rules)
    file = find_table(spec.name, path, expected=spec, remedy=how)
    return open_table(file, spec, remedy=how)
