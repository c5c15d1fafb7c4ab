"""A simple chart of an answer in SQL: lines over a column of numbers, or bars by name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from markupsafe import Markup

from llq.query.sql.processes import QueryAnswer
from llq.web.pages.charts import COLOURS, Series, bar_chart, line_chart

_MOST_BARS = 40
_FRACTIONS = ("DOUBLE", "FLOAT", "DECIMAL")
_NUMBER = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL\(\d+,\s*\d+\)")


class ChartKind(StrEnum):
    """What is drawn; automatic is a line over a first column of numbers that grows, else bars."""

    automatic = "automatic"
    line = "line"
    bars = "bars"
    none = "none"


def is_number(kind: str) -> bool:
    """Whether a type of DuckDB is one of numbers."""
    return _NUMBER.fullmatch(kind) is not None


def number_columns(answer: QueryAnswer) -> list[str]:
    """Return the columns of numbers."""
    return [
        name for name, kind in zip(answer.columns, answer.types, strict=True) if is_number(kind)
    ]


def chart_of(answer: QueryAnswer, kind: ChartKind, x: str, y: str) -> Markup | None:
    """Return a chart of an answer, or None where there is nothing that it could show.

    Parameters
    ----------
    kind
        What is drawn.
    x
        The column of names or of numbers across; by default the first of numbers, for a line, and
        those of names that tell the rows apart, for bars.
    y
        The column of numbers; by default those with fractions, or the first one.
    """
    numbers = number_columns(answer)
    if kind is ChartKind.none or len(answer.rows) < 2 or (x and x not in answer.columns):
        return None
    across = x or (numbers[0] if numbers else "")
    if kind is not ChartKind.bars and across in numbers:
        up = [y] if y in numbers else _measures(answer, [n for n in numbers if n != across])
        lines = _series(answer, across, up)
        if lines and (kind is ChartKind.line or x or _begins_with(answer, across)):
            label = up[0] if len(up) == 1 else "value"
            return line_chart(f"{', '.join(up)} by {across}", lines, x_label=across, y_label=label)
    if kind is ChartKind.line:
        return None
    up = [y] if y in numbers else _measures(answer, [name for name in numbers if name != x])
    names = [x] if x else _names(answer, up)
    if not up or up[0] in names:
        return None
    labels = [", ".join(map(str, row)) for row in _cells(answer, names)]
    values = [value for (value,) in _cells(answer, up[:1])]
    bars = [
        (label, float(value))
        for label, value in zip(labels, values, strict=True)
        if value is not None
    ]
    if not 2 <= len(bars) <= _MOST_BARS:
        return None
    return bar_chart(f"{up[0]} by {', '.join(names)}", bars, x_label=up[0])


def _names(answer: QueryAnswer, up: list[str]) -> list[str]:
    """Return as many columns as tell the rows apart: without numbers, then of whole numbers."""
    numbers = number_columns(answer)
    words = [name for name in answer.columns if name not in numbers]
    measures = {*up, *_measures(answer, numbers)}
    whole = [name for name in numbers if name not in measures]
    for count in range(1, len(words) + len(whole) + 1):
        found = [*words, *whole][:count]
        if len(set(map(str, _cells(answer, found)))) == len(answer.rows):
            return found
    return words or list(answer.columns[:1])


def _begins_with(answer: QueryAnswer, name: str) -> bool:
    """Whether a column is the first, and its numbers never fall."""
    values = [value for (value,) in _cells(answer, [name])]
    return answer.columns[0] == name and None not in values and values == sorted(values)


def _measures(answer: QueryAnswer, numbers: list[str]) -> list[str]:
    """Return the columns that measure something: those with fractions, or the first one."""
    kinds = dict(zip(answer.columns, answer.types, strict=True))
    return [name for name in numbers if kinds[name].startswith(_FRACTIONS)] or numbers[:1]


def _series(answer: QueryAnswer, across: str, up: list[str]) -> list[Series]:
    """Return a line for each column, and for each name in the other columns; none if too many."""
    others = [name for name in answer.columns if name not in number_columns(answer)]
    points: dict[str, dict[float, float]] = {}
    for (x,), names, values in zip(
        _cells(answer, [across]), _cells(answer, others), _cells(answer, up), strict=True
    ):
        for column, value in zip(up, values, strict=True):
            parts = [*map(str, names), *([column] if len(up) > 1 or not names else [])]
            line = points.setdefault(", ".join(parts), {})
            if x is None or value is None:
                continue
            if x in line:
                return []
            line[float(x)] = float(value)
    found = [(name, sorted(line.items())) for name, line in points.items() if len(line) > 1]
    if not 1 <= len(found) <= COLOURS:
        return []
    return [Series(name, line, number) for number, (name, line) in enumerate(found)]


def _cells(answer: QueryAnswer, names: Iterable[str]) -> list[tuple[Any, ...]]:
    places = [answer.columns.index(name) for name in names]
    return [tuple(row[place] for place in places) for row in answer.rows]
