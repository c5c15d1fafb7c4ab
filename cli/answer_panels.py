"""The panel that shows an answer on a terminal: every action, its numbers and a bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from llq.cli.output import bar

__all__ = ["Row", "answer_panel"]


@dataclass(frozen=True, slots=True)
class Row:
    """One action: its words, its numbers as they are shown, and the share of the full bar."""

    text: str
    numbers: tuple[str, ...]
    share: float
    is_best: bool
    mark: str = ""
    """Stands behind the bar, such as ``tie``."""


def answer_panel(
    title: str,
    facts: Sequence[str],
    columns: Sequence[str],
    rows: Sequence[Row],
    notes: Sequence[str],
    *,
    bar_width: int = 30,
) -> Panel:
    """Return an answer as a panel.

    Parameters
    ----------
    title
        What to do.
    facts
        What the answer is about, a line each.
    columns
        What the actions and their numbers are called.
    rows
        Every action, best first.
    notes
        Where the numbers come from, a line each.
    bar_width
        Of a full bar, in columns.
    """
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(columns[0])
    for name in columns[1:]:
        table.add_column(name, justify="right")
    table.add_column("")
    for row in rows:
        cells = (row.text, *row.numbers, bar(row.share, bar_width) + row.mark)
        table.add_row(*map(Text, cells), style="bold green" if row.is_best else "")
    return Panel.fit(
        Group(*map(Text, facts), table, *(Text(note, style="dim") for note in notes)),
        title=Text(title),
        padding=(1, 2),
    )
