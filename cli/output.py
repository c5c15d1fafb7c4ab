"""How every command prints: results on stdout in one of three formats, messages on stderr."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from math import isfinite
from threading import Timer
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

__all__ = [
    "Format",
    "FormatOption",
    "bar",
    "messages",
    "print_rows",
    "progress_bar",
    "stdout",
    "with_error",
]


class Format(StrEnum):
    """What results are printed as."""

    table = "table"
    json = "json"
    csv = "csv"


FormatOption = Annotated[Format, typer.Option("--format", help="How to print the result.")]

stdout = Console(highlight=False)
messages = Console(stderr=True, highlight=False)


def print_rows(
    rows: Sequence[dict[str, Any]],
    form: Format,
    *,
    title: str = "",
    columns: Sequence[str] = (),
) -> None:
    """Print rows of named values.

    Parameters
    ----------
    rows
        The rows, all with the same names.
    form
        The format.
    title
        Printed above a table only.
    columns
        The names, where there may be no rows.
    """
    names = list(columns or (rows[0] if rows else ()))
    if form is Format.json:
        print(json.dumps([_plain(row) for row in rows], indent=2, default=str, allow_nan=False))
    elif form is Format.csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([row[name] for name in names] for row in rows)
    else:
        table = Table(title=title or None, title_justify="left")
        for name in names:
            if any(isinstance(row[name], int | float) for row in rows):
                table.add_column(name, justify="right", no_wrap=True)
            else:
                table.add_column(name, overflow="fold")
        for row in rows:
            table.add_row(*(_text(row[name]) for name in names))
        if not stdout.is_terminal:  # in a file or a pipe nothing is gained by folding lines
            unbounded = stdout.options.update(max_width=10_000)
            stdout.width = Measurement.get(stdout, unbounded, table).maximum
        stdout.print(table)


@contextmanager
def progress_bar(
    label: str, *, remaining: bool = False, transient: bool = False
) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on stderr if this takes a moment; yield the function that moves it.

    With ``remaining`` it says how much longer it will take, for work that goes on evenly; with
    ``transient`` nothing is left of it, for an answer that is all there is to see.
    """
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns: list[ProgressColumn] = [
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
    ]
    if remaining:
        columns += [TextColumn("remaining:"), TimeRemainingColumn()]
    bar = Progress(*columns, console=messages, speed_estimate_period=600, transient=transient)
    task = bar.add_task(label, total=None)
    patience = Timer(0.3, bar.start)  # an error that comes at once needs no bar above it
    patience.start()
    try:
        yield lambda done, total: bar.update(task, completed=done, total=total)
    except BaseException:
        patience.cancel()
        bar.live.transient = True  # nor one that comes later
        bar.live.stop()
        raise
    finally:
        patience.cancel()
        if bar.live.is_started:
            stopped = bar.live if transient else bar  # a bar itself writes a line's end to files
            stopped.stop()


def with_error(number: str, error: float, form: str = ".2f") -> str:
    """Return a number with its standard error, unless this is 0: deals that are alike tell none."""
    return f"{number} ± {error:{form}}" if error > 1e-12 else number


def bar(share: float, width: int = 30) -> str:
    """Return a bar of a share of its full width, in what the terminal can show."""
    block = "█" if (sys.stdout.encoding or "").lower().startswith("utf") else "#"
    return block * round(width * share)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row as JSON can hold it: no NaN and no infinity."""
    return {
        name: None if isinstance(value, float) and not isfinite(value) else value
        for name, value in row.items()
    }


def _text(value: Any) -> str:
    """Return a value as a table shows it; JSON and CSV hold numbers in full."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
