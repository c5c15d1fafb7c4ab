"""Answers as they are printed: a panel on a terminal, JSON or CSV elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from llq.cli.output.console import can_show, escaped
from llq.cli.output.printing import Format, bar, print_rows, stdout
from llq.cli.output.table_layout import cell_len, fold
from llq.query.answers import Answer

__all__ = ["Panel", "Row", "action_rows", "answer_panel", "print_answer"]

_LEAST_BAR = 5
_LEAST_TEXT = 12
_FRAME, _ASCII_FRAME = "╭─╮│╰╯", "+-+|++"


@dataclass(frozen=True, slots=True)
class Row:
    """One action: its text, its numbers as shown, and its share of the full bar."""

    text: str
    numbers: tuple[str, ...]
    share: float
    is_best: bool
    mark: str = ""
    """Goes behind the bar, such as ``equally good``."""


class Line(NamedTuple):
    """A line of a panel, and its style on a terminal."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """An answer in a frame.

    It is laid out here, not by Rich, which takes longer to load than an answer takes to look up.
    """

    title: str
    lines: list[Line]

    def print(self) -> None:
        """Print the panel on stdout."""
        framed = [*self._framed()]
        if not stdout.is_terminal:
            stdout.print("\n".join("".join(text for text, _ in parts) for parts in framed))
            return
        from rich.text import Text

        text = Text("\n").join(Text.assemble(*parts) for parts in framed)
        stdout.draw(text, soft_wrap=True)

    def _framed(self) -> Iterator[list[Line]]:
        """Yield each line as parts of a single style, the frame's or the line's own."""
        left, rule, right, side, below, end = [*(_FRAME if can_show("╭") else _ASCII_FRAME)]
        width = max(cell_len(self.title) - 2, *(cell_len(line.text) for line in self.lines))
        free = width + 2 - cell_len(self.title)
        before, after = rule * (free // 2), rule * (free - free // 2)
        yield [Line(f"{left}{before} {self.title} {after}{right}")]
        for line in (Line(""), *self.lines, Line("")):
            blank = " " * (width - cell_len(line.text))
            yield [Line(f"{side}  "), line, Line(f"{blank}  {side}")]
        yield [Line(f"{below}{rule * (width + 4)}{end}")]


def answer_panel(
    title: str,
    facts: Sequence[str],
    columns: Sequence[str],
    rows: Sequence[Row],
    notes: Sequence[str],
    *,
    bar_width: int = 30,
) -> Panel:
    """Return an answer as a panel, no wider than the terminal.

    Parameters
    ----------
    title
        What to do.
    facts
        The facts that the answer is based on, a line each.
    columns
        The headings of the actions and their numbers.
    rows
        Every action, best first.
    notes
        Where the numbers come from, a line each.
    bar_width
        The width of a full bar, in columns.
    """
    width = stdout.width - 6
    lines = [Line(part) for fact in facts for part in fold(escaped(fact), width)]
    lines += _table(columns, rows, bar_width, width)
    lines += [Line(part, "dim") for note in notes for part in fold(escaped(note), width)]
    return Panel(escaped(title), lines)


def _table(
    columns: Sequence[str], rows: Sequence[Row], bar_width: int, width: int
) -> Iterator[Line]:
    """Yield the lines of the actions; where they are too wide, bars are shorter and texts fold."""
    numbers = [
        max(map(cell_len, (name, *(row.numbers[i] for row in rows))))
        for i, name in enumerate(columns[1:])
    ]
    text = max(map(cell_len, (columns[0], *(row.text for row in rows))))
    free = width - 2 - sum(numbers) - 3 * len(columns)
    marks = max((cell_len(row.mark) for row in rows), default=0)
    bar_width = max(min(bar_width, free - text - marks), _LEAST_BAR)
    bars = [bar(row.share, bar_width) + row.mark for row in rows]
    last = max(map(cell_len, bars), default=0)
    text = min(text, max(free - last, _LEAST_TEXT))

    def line(name: str, cells: Sequence[str], end: str) -> str:
        shown = [" " * (size - cell_len(c)) + c for c, size in zip(cells, numbers, strict=True)]
        first = name + " " * (text - cell_len(name))
        return " " + "   ".join([first, *shown, end + " " * (last - cell_len(end))]) + " "

    yield Line("")
    yield Line(line(columns[0], columns[1:], ""))
    rule = "─" if can_show("─") else "-"
    yield Line(f" {rule * (text + sum(numbers) + last + 3 * len(columns))} ")
    for row, end in zip(rows, bars, strict=True):
        name, *more = fold(escaped(row.text), text)
        style = "bold green" if row.is_best else ""
        yield Line(line(name, row.numbers, end), style)
        for part in more:
            yield Line(line(part, [""] * len(numbers), ""), style)
    yield Line("")


def print_answer(answer: Answer[Any, Any], form: Format, panel: Callable[[], Panel]) -> None:
    """Print an answer: its panel, JSON with everything in it, or CSV with a row an action."""
    if form is Format.table:
        panel().print()
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
