"""Table columns: values joined with errors, shared settings moved to the caption."""

import re
from collections.abc import Collection, Mapping, Sequence
from math import floor, isfinite, log10
from typing import Any

from llq.cli.output.table_layout import Column, cell_len
from llq.cli.output.terminal_text import can_show, escape_text, shorten

SETTINGS = ("face_up", "playouts", "error_bound", "seed", "rules", "limit", "command")
"""Columns of settings, shown below the table even for a single row."""

_ERROR_ENDINGS = ("_standard_error", "_error", "_se")
_SHORT = 50
"""Longest entry, in cells, that shares a caption line."""

_LONGEST_WORD = 160
"""Longest unbroken text, in characters, before its middle is cut."""
_LONG_WORD = re.compile(rf"\S{{{_LONGEST_WORD},}}")

_SMALLEST_RELATIVE_ERROR = 1e-6
"""Relative error too small to show in six digits."""


def join_error(value: Any, error: float | None) -> str:
    """Return a value with its error, both rounded to the error's second digit.

    The value stands alone where it is no number, or has no error that six digits show.
    """
    if error is None or not _is_number(value) or not isfinite(value) or not isfinite(error):
        return text_of(value)
    if abs(error) <= _SMALLEST_RELATIVE_ERROR * abs(value) or error == 0:
        return text_of(value)
    digits = max(0, 1 - floor(log10(abs(float(f"{error:.1e}")))))
    sign = "±" if can_show("±") else "+-"
    return f"{value:.{digits}f} {sign} {error:.{digits}f}"


def text_of(value: Any) -> str:
    """Return a value as a table shows it; JSON and CSV hold numbers in full."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    return escape_text(str(value).expandtabs(4), keep="\n")


def arrange_columns(
    rows: Sequence[Mapping[str, Any]], names: Sequence[str], settings: Collection[str]
) -> tuple[list[Column], str]:
    """Return columns with values joined to errors, and their caption.

    Settings that do not vary go into the caption and, where there are several rows, so does every
    other column that does not vary. A table that would be left empty stays whole. ``settings`` are
    the columns that say how the rows were made.
    """
    errors = _error_columns(rows, names)
    values = [name for name in names if name not in errors.values()]
    columns = [_shorten_words(column_of(rows, name, errors.get(name))) for name in values]
    shared = [column for column in columns if _is_shared(column, rows, settings)]
    if len(shared) == len(columns):
        return columns, ""
    return [column for column in columns if column not in shared], _caption(shared)


def column_of(rows: Sequence[Mapping[str, Any]], name: str, error: str | None = None) -> Column:
    """Return a column of texts, joined with those of an ``error`` column."""
    cells = [join_error(row[name], row[error] if error else None) for row in rows]
    return Column(escape_text(name), cells, any(isinstance(row[name], int | float) for row in rows))


def _caption(shared: Sequence[Column]) -> str:
    """Return the entries of unvarying columns: the short ones on one line, then the others."""
    entries = [f"{column.name} {column.cells[0]}" for column in shared if column.cells[0]]
    short = [entry for entry in entries if cell_len(entry) <= _SHORT]
    separator = "; " if any("," in entry for entry in short) else ", "
    lines = [separator.join(short), *(entry for entry in entries if entry not in short)]
    return "\n".join(line for line in lines if line)


def _shorten_words(column: Column) -> Column:
    """Shorten a column's longest words; JSON and CSV keep them whole."""
    cells = [
        _LONG_WORD.sub(lambda word: shorten(word[0], _LONGEST_WORD), cell) for cell in column.cells
    ]
    return column._replace(cells=cells)


def _is_shared(
    column: Column, rows: Sequence[Mapping[str, Any]], settings: Collection[str]
) -> bool:
    """Return whether a column stands in the caption, its values alike even in hidden digits."""
    if len({*column.cells}) != 1 or (len(rows) == 1 and column.name not in settings):
        return False
    values = [row.get(column.name) for row in rows]
    return all(value == values[0] or value != value for value in values)  # NaN is unlike itself


def _error_columns(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> dict[str, str]:
    """Return each value column's error column, as inferred from names.

    ``x_error``, ``x_standard_error`` and ``x_se`` are the error of ``x``; ``standard_error`` is
    that of ``win_prob``, or else of the column before it.
    """
    errors: dict[str, str] = {}
    for before, name in zip(["", *names], names, strict=False):
        owner = next((name.removesuffix(end) for end in _ERROR_ENDINGS if name.endswith(end)), "")
        if name == "standard_error":
            owner = "win_prob" if "win_prob" in names else before
        if owner in names and owner not in errors:
            cells = [row[column] for row in rows for column in (owner, name)]
            if all(cell is None or _is_number(cell) for cell in cells):
                errors[owner] = name
    return errors


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
