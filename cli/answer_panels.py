"""Answers as they are printed: a panel on a terminal, JSON or CSV elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from llq.cli.output import Format, bar, print_rows, stdout
from llq.query.answers import Answer

__all__ = ["Row", "action_rows", "answer_panel", "print_answer"]


@dataclass(frozen=True, slots=True)
class Row:
    """One action: its words, its numbers as they are shown, and the share of the full bar."""

    text: str
    numbers: tuple[str, ...]
    share: float
    is_best: bool
    mark: str = ""
    """Goes behind the bar, such as ``equally good``."""


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


def print_answer(answer: Answer[Any, Any], form: Format, panel: Callable[[], Panel]) -> None:
    """Print an answer: its panel, JSON with all that was asked, or CSV with a row an action."""
    if form is Format.table:
        stdout.print(panel())
    elif form is Format.json:
        print(json.dumps(answer.to_dict(), indent=2))
    else:
        print_rows(action_rows(answer), form)


def action_rows(answer: Answer[Any, Any]) -> list[dict[str, Any]]:
    """Return every action of an answer as a row, the fields of the action itself last."""
    rows = []
    for action in answer.actions:
        row = action.to_dict()
        parts = row.pop("action")
        rows.append(row | (parts if isinstance(parts, dict) else {"action": parts}))
    return rows
