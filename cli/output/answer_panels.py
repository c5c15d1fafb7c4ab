"""Printed answers of all games: panel, complete JSON, or CSV."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from llq.cli.output.console import can_show, escaped
from llq.cli.output.printing import Format, bar, print_rows, stdout
from llq.cli.output.table_layout import cell_len, fold
from llq.query.answers import Answer, Table

_LEAST_BAR = 5
_LEAST_TEXT = 12
_GAP = 3
_WIDEST = 100
"""Maximum panel width in cells, however wide the terminal."""
_FRAME, _ASCII_FRAME = "╭─╮│╰╯", "+-+|++"


def print_answer(answer: Answer[Any, Any], form: Format) -> None:
    """Print an answer of any game."""
    if form is Format.json:
        print(json.dumps(answer.to_dict(), indent=2))
    elif form is Format.csv:
        names, rows = answer.records()
        print_rows(rows, form, columns=names)
    else:
        _panel(answer).print()


class Line(NamedTuple):
    """A panel line, and its terminal style."""

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
        """Yield each line in parts of uniform style, frame or text."""
        left, rule, right, side, below, end = [*(_FRAME if can_show("╭") else _ASCII_FRAME)]
        width = max(cell_len(self.title) - 2, *(cell_len(line.text) for line in self.lines))
        free = width + 2 - cell_len(self.title)
        before, after = rule * (free // 2), rule * (free - free // 2)
        yield [Line(f"{left}{before} {self.title} {after}{right}")]
        for line in (Line(""), *self.lines, Line("")):
            blank = " " * (width - cell_len(line.text))
            yield [Line(f"{side}  "), line, Line(f"{blank}  {side}")]
        yield [Line(f"{below}{rule * (width + 4)}{end}")]


def _panel(answer: Answer[Any, Any]) -> Panel:
    """Return an answer's panel, fitted to the terminal."""
    width = min(stdout.width, _WIDEST) - 6
    lines = [Line(part) for fact in answer.context for part in fold(escaped(fact), width)]
    for table in answer.tables:
        if table.headings and lines and lines[-1].text:
            lines.append(Line(""))
        lines += _table(table, width)
    lines += [Line(part, "dim") for note in answer.notes for part in fold(escaped(note), width)]
    return Panel(escaped(answer.title), lines)


def _table(table: Table, width: int) -> Iterator[Line]:
    """Yield a table's lines; bars shrink and texts fold to fit."""
    if table.headings:
        yield from _rows(table, width)
        yield Line("")
    for part in fold(escaped(table.note), width) if table.note else []:
        yield Line(part)


class _Layout(NamedTuple):
    """Columns of a panel's table, and the width of the bars behind them."""

    sizes: Sequence[int]
    gap: int
    is_number: Sequence[bool]
    bar_size: int | None
    """Width of a bar and its mark; None without bars."""

    def lines(self, texts: Sequence[str], bar_text: str) -> Iterator[str]:
        """Yield a row's lines: texts fold, numbers and the bar take the first line."""
        folded = [
            [text] if number else fold(text, size)
            for text, size, number in zip(texts, self.sizes, self.is_number, strict=True)
        ]
        for i in range(max(map(len, folded))):
            parts = [
                _aligned(lines[i] if i < len(lines) else "", size, is_right=number)
                for lines, size, number in zip(folded, self.sizes, self.is_number, strict=True)
            ]
            if self.bar_size is not None:
                parts.append(_aligned(bar_text if i == 0 else "", self.bar_size))
            yield f" {(' ' * self.gap).join(parts)} "


def _rows(table: Table, width: int) -> Iterator[Line]:
    """Yield a table's heading, rule and rows."""
    cells = [[escaped(cell, keep="\n") for cell in row.cells] for row in table.rows]
    marks = max((cell_len(row.mark) for row in table.rows), default=0)
    least_end = _LEAST_BAR + marks if table.bar_cells else 0
    sizes, gap = _widths(table, cells, width - 2 - least_end)
    text_width = sum(sizes) + gap * (len(sizes) - (not table.bar_cells))
    free = width - 2 - text_width - marks
    full = max(min(table.bar_cells, free), _LEAST_BAR)
    bars = [bar(row.share, full) + row.mark if table.bar_cells else "" for row in table.rows]
    bar_size = max(map(cell_len, bars), default=0)
    is_number = [heading in table.numbers for heading in table.headings]
    layout = _Layout(sizes, gap, is_number, bar_size if table.bar_cells else None)
    for line in layout.lines(table.headings, ""):
        yield Line(line)
    yield Line(f" {('─' if can_show('─') else '-') * (text_width + bar_size)} ")
    for row, texts, bar_text in zip(table.rows, cells, bars, strict=True):
        for line in layout.lines(texts, bar_text):
            yield Line(line, "bold green" if row.is_best else "")


def _widths(table: Table, cells: Sequence[Sequence[str]], width: int) -> tuple[list[int], int]:
    """Return column widths and the gap between columns, within a total width if possible.

    Numbers keep their width; the widest text gives way first.
    """
    sizes = [
        max(cell_len(line) for text in column for line in text.split("\n"))
        for column in zip(table.headings, *cells, strict=True)
    ]
    texts = [i for i, heading in enumerate(table.headings) if heading not in table.numbers]
    gaps = len(sizes) - (not table.bar_cells)
    least = sum(min(size, _LEAST_TEXT) if i in texts else size for i, size in enumerate(sizes))
    gap = max(min((width - least) // max(gaps, 1), _GAP), 1)
    while sum(sizes) + gap * gaps > width:
        widest = max(texts, key=sizes.__getitem__)
        if sizes[widest] <= _LEAST_TEXT:
            break
        sizes[widest] -= 1
    return sizes, gap


def _aligned(text: str, size: int, *, is_right: bool = False) -> str:
    blank = " " * (size - cell_len(text))
    return blank + text if is_right else text + blank
