"""Charts as SVG: lines over numbers.

Each chart is drawn for three widths, so that it fills its place and its words keep their size; the
sheet shows the one that fits. Colours are the sheet's. Series are named beside their lines or,
where that would take too much of the width, below them. Axes say what they measure and in what
unit, and each place has its numbers, which the page's script shows at the pointer. The marks inside
tables, and what each means, are in ``parts.html``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10

from markupsafe import Markup, escape

COLOURS = 8
"""Colours of series in the sheet; more series begin again."""

_SIZES = {"wide": (940, 380), "medium": (540, 340), "narrow": (356, 300)}
_MOST_NAMES = 0.32
"""Width share for names beside lines."""
_CHARACTER = 7.4  # width of one at 12 pixels, in a wide face
_BOLD = 8.4  # the same in bold
_LINE = 15.0  # least distance between the names of series
_STRIP = 16.0
"""Minimum strip width for values at the pointer."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Series:
    """A line of a chart."""

    name: str
    """Written at its end."""
    points: Sequence[Point]
    """(x, y), by increasing x; all finite."""
    colour: int = 0
    """Palette index, so that a series keeps its colour."""


@dataclass(frozen=True)
class _Frame:
    """A plot rectangle and its axis spans."""

    left: float
    right: float
    top: float
    bottom: float
    x_span: Point
    y_span: Point

    def x(self, value: float) -> float:
        low, high = self.x_span
        return self.left + (self.right - self.left) * (value - low) / (high - low)

    def y(self, value: float) -> float:
        low, high = self.y_span
        return self.bottom - (self.bottom - self.top) * (value - low) / (high - low)


def line_chart(
    title: str, series: Sequence[Series], *, x_label: str, y_label: str, mark: float | None = None
) -> Markup:
    """Return a chart of lines, each of a point or more; ``mark`` is the x of an upright line."""
    ends = ", ".join(f"{curve.name} {number_text(curve.points[-1][1])}" for curve in series)
    summary = f"{y_label} by {x_label}; at the right end: {ends}."
    sizes = _SIZES.values()
    return _chart(title, summary, [_lines(series, size, x_label, y_label, mark) for size in sizes])


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return round tick values spanning an interval, about ``most`` at most."""
    if low == high:
        low, high = min(low, 0.0), max(high, 0.0) if low or high else 1.0
    step = 10.0 ** floor(log10((high - low) / max(most - 1, 1)))
    for factor in (1, 2, 5, 10, 20, 50):
        first, last = floor(low / (step * factor) + 1e-9), ceil(high / (step * factor) - 1e-9)
        if last - first < most or factor == 50:
            return [round(n * step * factor, 12) for n in range(first, last + 1)]
    raise AssertionError


def number_text(value: float) -> str:
    """Return a number in readable form, with few digits."""
    value += 0.0  # or minus zero has its sign
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1000 else f"{value:.4g}"


def _chart(title: str, summary: str, pictures: Sequence[tuple[float, float, str]]) -> Markup:
    drawings = [
        f'<svg class="{kind}" viewBox="0 0 {width:g} {height:g}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(summary)}</desc>{content}</svg>"
        for kind, (width, height, content) in zip(_SIZES, pictures, strict=True)
    ]
    return Markup(f'<div class="chart">{"".join(drawings)}</div>')


def _lines(
    series: Sequence[Series], size: tuple[int, int], x_label: str, y_label: str, mark: float | None
) -> tuple[float, float, str]:
    width, height = size
    x_all = [x for curve in series for x, _ in curve.points] + ([] if mark is None else [mark])
    y_all = [y for curve in series for _, y in curve.points]
    low, high = min(x_all), max(x_all)
    y_ticks = ticks(min([0.0, *y_all]), max(y_all), 6)
    names = max(len(curve.name) for curve in series) * _BOLD + 14
    is_beside = names <= _MOST_NAMES * width
    left = 14 + max(len(number_text(tick)) for tick in y_ticks) * _CHARACTER
    right = width - (names if is_beside else 14)
    x_span = low, high if high > low else low + 1
    frame = _Frame(left, right, 26, height - 42, x_span, (y_ticks[0], y_ticks[-1]))
    parts = [_text(4, 13, y_label, "axis-title"), *_axes(frame, y_ticks, 6 if width > 600 else 5)]
    parts.append(_text(frame.right, height - 6, x_label, "axis-title end"))
    if mark is not None:
        x = frame.x(mark)
        parts.append(_rule(x, frame.top, x, frame.bottom, "here"))
    for curve in series:
        points = [(frame.x(x), round(frame.y(y), 1)) for x, y in curve.points]
        path = "L".join(f"{x:.1f} {y:g}" for x, y in _corners(points))
        parts.append(f'<path class="line c{curve.colour % COLOURS}" d="M{path}"/>')
    parts += _columns(series, frame, x_label)
    if is_beside:
        ends = [frame.y(curve.points[-1][1]) for curve in series]
        labels = [(frame.right + 8, y) for y in _spread(ends, frame.top + 4, frame.bottom)]
    else:
        labels = [(frame.left, height + _LINE * (number + 0.6)) for number in range(len(series))]
        height += ceil(_LINE * (len(series) + 0.6))
    for curve, (x, y) in zip(series, labels, strict=True):
        name = _shorten(curve.name, width - x, _BOLD)
        parts.append(_text(x, y + 4, name, f"name c{curve.colour % COLOURS}"))
    return width, height, "".join(parts)


def _axes(frame: _Frame, y_ticks: Sequence[float], most: int) -> Iterator[str]:
    """Yield both axes' rules and numbers, the lower axis's limited to about ``most``."""
    for tick in y_ticks:
        yield _rule(frame.left, frame.y(tick), frame.right, frame.y(tick))
        yield _text(frame.left - 6, frame.y(tick) + 4, number_text(tick), "end")
    for tick in ticks(*frame.x_span, most):
        if frame.x_span[0] <= tick <= frame.x_span[1]:
            yield _text(frame.x(tick), frame.bottom + 18, number_text(tick), "middle")


def _columns(series: Sequence[Series], frame: _Frame, x_label: str) -> Iterator[str]:
    """Yield pointer strips with the values at each x, highest first."""
    values: dict[float, list[tuple[float, str]]] = {}
    for curve in series:
        for x, y in curve.points:
            values.setdefault(x, []).append((y, curve.name))
    strips: list[float] = []
    for x in sorted(values):
        if not strips or frame.x(x) - frame.x(strips[-1]) >= _STRIP:
            strips.append(x)
    middles = [(frame.x(a) + frame.x(b)) / 2 for a, b in pairwise(strips)]
    for x, (left, right) in zip(strips, pairwise([frame.left, *middles, frame.right]), strict=True):
        lines = [f"{name}: {number_text(y)}" for y, name in sorted(values[x], reverse=True)]
        tip = "\n".join([f"{x_label}: {number_text(x)}", *lines])
        yield _pointer_area(left, frame.top, right - left, frame.bottom - frame.top, tip)


def _corners(points: Sequence[Point]) -> Iterator[Point]:
    """Yield a line's points, without inner points of level stretches."""
    last = len(points) - 1
    for index, (x, y) in enumerate(points):
        if index in (0, last) or points[index - 1][1] != y or points[index + 1][1] != y:
            yield x, y


def _spread(ideal: Sequence[float], top: float, bottom: float) -> Iterator[float]:
    """Yield non-overlapping name positions, as near as possible to ``ideal``."""
    order = sorted(range(len(ideal)), key=ideal.__getitem__)
    positions = list(ideal)
    lowest = top - _LINE
    for index in order:
        positions[index] = lowest = max(ideal[index], lowest + _LINE)
    highest = max(bottom, top + _LINE * (len(ideal) - 1)) + _LINE
    for index in reversed(order):
        positions[index] = highest = min(positions[index], highest - _LINE)
    yield from positions


def _shorten(name: str, room: float, character: float) -> str:
    most = max(int(room / character), 2)
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _pointer_area(x: float, y: float, width: float, height: float, tip: str) -> str:
    place = f'x="{x:.1f}" y="{y:g}" width="{width:.1f}" height="{height:g}"'
    return f'<rect class="hit" {place}><title>{escape(tip)}</title></rect>'


def _rule(x: float, y: float, to_x: float, to_y: float, kind: str = "rule") -> str:
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'
