"""Output of commands: results on stdout in three formats, messages on stderr."""

import json
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

import typer

from llq.cli.output.columns import SETTINGS, arrange_columns, column_of
from llq.cli.output.console import messages, stdout
from llq.cli.output.progress import announce, progress_bar
from llq.cli.output.table_layout import MOST_OF_A_TEXT, Column, fold, table_lines
from llq.cli.output.terminal_text import can_show, escape_text, to_ascii

__all__ = [
    "Format", "FormatOption", "announce", "bar", "messages", "print_files", "print_rows",
    "print_text", "progress_bar", "stdout",
]  # fmt: skip


class Format(StrEnum):
    """An output format of results."""

    table = "table"
    json = "json"
    csv = "csv"


FormatOption = Annotated[Format, typer.Option("--format", help="How to print the result.")]


def print_rows(
    rows: Sequence[Mapping[str, Any]],
    form: Format,
    *,
    title: str = "",
    columns: Sequence[str] = (),
    settings: Collection[str] = SETTINGS,
    as_given: bool = False,
) -> None:
    """Print rows of named values, in full as JSON and CSV.

    A table joins a value with its error (``0.6203 ± 0.0011``), prints below it what does not vary
    and the columns of ``settings``, and fits the terminal, or 120 cells in a pipe. With
    ``as_given`` it shows every column unchanged, as for a user's own query. ``columns`` are named
    where there may be no rows.
    """
    names = list(columns or (rows[0] if rows else ()))
    if form is Format.json:
        print(json.dumps([_plain(row) for row in rows], indent=2, default=str, allow_nan=False))
    elif form is Format.csv:
        import csv

        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([row[name] for name in names] for row in rows)
    elif names:
        if as_given:
            table, caption = [column_of(rows, name) for name in names], ""
        else:
            table, caption = arrange_columns(rows, names, settings)
        _print_table(table, caption, title)


def print_files(files: Iterable[Path], form: Format) -> None:
    """Print paths of written files: one per line, or as rows."""
    if form is Format.table:
        for file in files:
            print(file)
    else:
        print_rows([{"file": str(file)} for file in files], form)


def print_text(text: str = "") -> None:
    """Print a text on stdout, folded between words to the width of lines there."""
    text = text if can_show("±") else to_ascii(text)
    stdout.print(escape_text("\n".join(fold(text, stdout.longest_line)), keep="\n"))


def bar(share: float, width: int = 30) -> str:
    """Return a bar of length ``share`` times ``width``, in ASCII if needed."""
    return ("█" if can_show("█") else "#") * round(width * share)


def _print_table(columns: Sequence[Column], caption: str, title: str) -> None:
    width = stdout.longest_line
    ascii_only = not can_show("┏±")
    if ascii_only:
        title, caption = to_ascii(title), to_ascii(caption)
        columns = [column._replace(cells=[*map(to_ascii, column.cells)]) for column in columns]
    lines, head = table_lines(columns, width, ascii_only=ascii_only)
    _print_lines(fold(escape_text(title), width) if title else [], "italic")
    _print_lines(lines[:head], "bold")
    _print_lines(lines[head:])
    _print_lines(fold(caption, min(width, MOST_OF_A_TEXT)) if caption else [], "dim")


def _print_lines(lines: Sequence[str], style: str = "") -> None:
    if lines:
        stdout.print("\n".join(lines), style)


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a JSON-safe row, with NaN and infinities replaced by None."""
    return {
        name: None if isinstance(value, float) and not isfinite(value) else value
        for name, value in row.items()
    }
