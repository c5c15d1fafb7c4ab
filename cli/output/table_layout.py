"""Tables of text that fit a width: cells fold at words, and wider tables become lists.

A number is never folded. Where the table is too wide, a text is folded between words, but no
narrower than its longest word, unless that is very long. A table that is still too wide becomes a
list of records, one value a line.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

MOST_OF_A_TEXT = 160
"""Maximum text width in cells, about a line of an editor or build log."""

_LONGEST_WORD = 24
_MOST_LINES = 6
"""Target height in lines of folded cells, within the width limit below."""
_MOST_OF_LEAST = 40
_LEAST_OF_A_VALUE = 8


class _Frame(NamedTuple):
    """Characters around a table: rules from left to right, and edges of cells."""

    top: str
    head_edge: str
    below_head: str
    edge: str
    bottom: str
    line: str


_UNICODE = _Frame("┏━┳┓", "┃", "┡━╇┩", "│", "└─┴┘", "─")
_ASCII = _Frame("+-++", "|", "|-+|", "|", "+-++", "-")


class Column(NamedTuple):
    """A column: name, cell texts, and whether they are numbers."""

    name: str
    cells: Sequence[str]
    is_number: bool = False


def cell_len(text: str) -> int:
    """Return a text's terminal width in cells, as Rich counts."""
    if all(map(_is_narrow, text)):  # Rich and its tables take long to load
        return len(text)
    from rich import cells

    return cells.cell_len(text)


def table_lines(
    columns: Sequence[Column], width: int, *, ascii_only: bool = False
) -> tuple[list[str], int]:
    """Return a table's lines, at most ``width`` cells wide, and the head's line count.

    A list of records has no head.
    """
    frame = _ASCII if ascii_only else _UNICODE
    widths = _widths(columns, width - 3 * len(columns) - 1)
    if widths is None:
        return list(_records(columns, width, frame)), 0
    return _grid(columns, widths, frame)


def fold(text: str, width: int) -> list[str]:
    """Return a text as lines of at most ``width`` cells, broken between words where possible.

    >>> fold("the quick brown fox", 9)
    ['the quick', 'brown fox']
    >>> fold("/home/someone/tables/dominion-31.h5", 16)
    ['/home/someone/', 'tables/dominion-', '31.h5']
    """
    lines: list[str] = []
    for line in text.split("\n"):
        if cell_len(line) <= width:
            lines.append(line)
            continue
        current = ""
        for word in re.findall(r"\s*\S+", line):
            if cell_len(current + word) <= width:
                current += word
                continue
            if current:
                lines.append(current)
            *broken, current = _break(word.lstrip(), width)
            lines += broken
        lines.append(current)
    return lines


def pad_lines(
    cells: Sequence[Sequence[str]], widths: Sequence[int], is_number: Sequence[bool]
) -> Iterator[list[str]]:
    """Yield a folded row line by line, every cell padded to its column's width."""
    for texts in zip_longest(*cells, fillvalue=""):
        blanks = (" " * (width - cell_len(text)) for text, width in zip(texts, widths, strict=True))
        yield [
            blank + text if is_right else text + blank
            for text, blank, is_right in zip(texts, blanks, is_number, strict=True)
        ]


def _break(word: str, width: int) -> list[str]:
    """Return a word in pieces of at most ``width`` cells, broken after punctuation if possible."""
    pieces: list[str] = []
    current = ""
    for part in re.findall(r"[^/\\_,;:.-]*(?:[/\\_,;:.-]+|$)", word):
        if cell_len(current + part) > width:
            if current:
                pieces.append(current)
            from rich.cells import chop_cells

            *chunks, part = chop_cells(part, width) or [""]
            pieces += chunks
            current = part
        else:
            current += part
    return [*pieces, current]


def _is_narrow(character: str) -> bool:
    """Return whether a character surely takes one cell: Latin, dashes, boxes, bars."""
    return character.isprintable() and (
        character < "\u0300" or "\u2010" <= character <= "\u2027" or "─" <= character <= "▟"
    )


def _natural_width(column: Column) -> int:
    """Return a column's width with only very long texts folded."""
    cells = max((cell_len(line) for cell in column.cells for line in cell.split("\n")), default=0)
    return max(cell_len(column.name), cells if column.is_number else min(cells, MOST_OF_A_TEXT))


def _least_width(column: Column) -> int:
    head = max((cell_len(part) for part in _head_parts(column.name)), default=0)
    if column.is_number:
        return max(head, max((cell_len(cell) for cell in column.cells), default=0))
    words = (cell_len(word) for cell in column.cells for word in cell.split())
    word = min(max(words, default=0), _LONGEST_WORD)
    tall = max((cell_len(cell) for cell in column.cells), default=0) // _MOST_LINES
    return max(head, word, min(tall, _MOST_OF_LEAST))


def _head_parts(name: str) -> list[str]:
    """Split a column's name at possible line breaks."""
    return re.findall(r"[^\s_]*_?", name)


def _widths(columns: Sequence[Column], budget: int) -> list[int] | None:
    """Return column widths within ``budget`` cells in total; None if impossible."""
    natural = [_natural_width(column) for column in columns]
    if sum(natural) <= budget:
        return natural
    widths = [min(*pair) for pair in zip(map(_least_width, columns), natural, strict=True)]
    if sum(widths) > budget:
        return None
    for _ in range(budget - sum(widths)):  # there is less than all could use: it runs out
        folded = [index for index, width in enumerate(widths) if width < natural[index]]
        widths[min(folded, key=widths.__getitem__)] += 1
    return widths


def _grid(columns: Sequence[Column], widths: Sequence[int], frame: _Frame) -> tuple[list[str], int]:
    """Return a table's lines, and its head's line count."""
    lines = [_rule(frame.top, widths)]
    names = [_fold_name(column.name, width) for column, width in zip(columns, widths, strict=True)]
    lines += _row(names, columns, widths, frame.head_edge)
    lines.append(_rule(frame.below_head, widths))
    head = len(lines)
    for cells in zip(*(column.cells for column in columns), strict=True):
        folded = [fold(cell, width) for cell, width in zip(cells, widths, strict=True)]
        lines += _row(folded, columns, widths, frame.edge)
    lines.append(_rule(frame.bottom, widths))
    return lines, head


def _fold_name(name: str, width: int) -> list[str]:
    """Return a column's name as lines, broken after underscores and between words."""
    if cell_len(name) <= width:
        return [name]
    lines = [""]
    for part in _head_parts(name):
        if cell_len(lines[-1] + part) > width and lines[-1]:
            lines.append("")
        lines[-1] += part
    return [piece for line in lines for piece in fold(line, width)]


def _rule(marks: str, widths: Sequence[int]) -> str:
    left, line, between, right = [*marks]
    return left + between.join(line * (width + 2) for width in widths) + right


def _row(
    cells: Sequence[list[str]], columns: Sequence[Column], widths: Sequence[int], bar: str
) -> Iterator[str]:
    for parts in pad_lines(cells, widths, [column.is_number for column in columns]):
        yield bar + bar.join(f" {part} " for part in parts) + bar


def _records(columns: Sequence[Column], width: int, frame: _Frame) -> Iterator[str]:
    """Yield records as text lines, one value per line."""
    rows = len(columns[0].cells)
    names = [_fold_name(column.name, width // 3) for column in columns]
    side = max(cell_len(part) for name in names for part in name)
    for row in range(rows):
        if rows > 1:
            title = f"{frame.line}[ {row + 1} of {rows} ]"
            yield title + frame.line * (min(width, 40) - cell_len(title))
        for column, name in zip(columns, names, strict=True):
            if not column.cells[row]:
                continue
            value = fold(column.cells[row], max(width - side - 3, _LEAST_OF_A_VALUE))
            for parts in pad_lines([name, value], [side, 0], [False, False]):
                yield f" {frame.edge} ".join(parts).rstrip()
