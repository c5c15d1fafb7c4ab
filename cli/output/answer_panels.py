"""Printed answers of all games: panel, complete JSON, or CSV."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from llq.cli.output.printing import Format, bar, print_rows, stdout
from llq.cli.output.table_layout import cell_len, fold, pad_lines
from llq.cli.output.terminal_text import can_show, escape_text
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
        _print_panel(answer)


class Line(NamedTuple):
    """A panel line, and its terminal style."""

    text: str
    style: str = ""


def _print_panel(answer: Answer[Any, Any]) -> None:
    """Print an answer in a frame that fits the terminal.

    It is laid out here, not by Rich, which takes longer to load than an answer takes to look up.
    """
    width = min(stdout.width, _WIDEST) - 6
    lines = [Line(part) for fact in answer.context for part in fold(escape_text(fact), width)]
    for table in answer.tables:
        if table.headings and lines and lines[-1].text:
            lines.append(Line(""))
        lines += _table(table, width)
    lines += [Line(part, "dim") for note in answer.notes for part in fold(escape_text(note), width)]
    frame_lines = _frame_lines(escape_text(answer.title), lines)
    if not stdout.is_terminal:
        stdout.print("\n".join("".join(text for text, _ in parts) for parts in frame_lines))
        return
    from rich.text import Text

    stdout.draw(Text("\n").join(Text.assemble(*parts) for parts in frame_lines), soft_wrap=True)


def _frame_lines(title: str, lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield each line in parts of uniform style, frame or text."""
    left, rule, right, side, below, end = [*(_FRAME if can_show("╭") else _ASCII_FRAME)]
    width = max(cell_len(title) - 2, *(cell_len(line.text) for line in lines))
    free = width + 2 - cell_len(title)
    before, after = rule * (free // 2), rule * (free - free // 2)
    yield [Line(f"{left}{before} {title} {after}{right}")]
    for line in (Line(""), *lines, Line("")):
        blank = " " * (width - cell_len(line.text))
        yield [Line(f"{side}  "), line, Line(f"{blank}  {side}")]
    yield [Line(f"{below}{rule * (width + 4)}{end}")]


def _table(table: Table, width: int) -> Iterator[Line]:
    """Yield a table's lines; bars shrink and texts fold to fit."""
    if table.headings:
        yield from _rows(table, width)
        yield Line("")
    if table.note:
        yield from map(Line, fold(escape_text(table.note), width))


def _rows(table: Table, width: int) -> Iterator[Line]:
    """Yield a table's heading, rule and rows."""
    cells = [[escape_text(cell, keep="\n") for cell in row.cells] for row in table.rows]
    marks = max((cell_len(row.mark) for row in table.rows), default=0)
    least_end = _LEAST_BAR + marks if table.bar_cells else 0
    sizes, gap = _widths(table, cells, width - 2 - least_end)
    text_width = sum(sizes) + gap * (len(sizes) - (not table.bar_cells))
    free = width - 2 - text_width - marks
    full = max(min(table.bar_cells, free), _LEAST_BAR)
    bars = [bar(row.share, full) + row.mark if table.bar_cells else "" for row in table.rows]
    bar_size = max(map(cell_len, bars), default=0)
    is_number = [heading in table.numbers for heading in table.headings]
    if table.bar_cells:
        sizes, is_number = [*sizes, bar_size], [*is_number, False]

    def lines(texts: Sequence[str], bar_text: str) -> Iterator[str]:
        """Yield a row's lines: texts fold, numbers and the bar take the first line."""
        parts = zip([*texts, bar_text], sizes, is_number, strict=False)
        folded = [[text] if number else fold(text, size) for text, size, number in parts]
        for padded in pad_lines(folded, sizes, is_number):
            yield f" {(' ' * gap).join(padded)} "

    for line in lines(table.headings, ""):
        yield Line(line)
    yield Line(f" {('─' if can_show('─') else '-') * (text_width + bar_size)} ")
    for row, texts, bar_text in zip(table.rows, cells, bars, strict=True):
        for line in lines(texts, bar_text):
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
