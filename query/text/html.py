"""Answers and rows as HTML that a notebook shows, and the bar that pages draw too.

Colours follow the notebook's own, light or dark: lines and shades are mixed from its text colour.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from html import escape
from typing import Any, Protocol

from llq.query.answers import Bar, Row, Table

_MOST_ROWS = 200  # of a notebook's table
_DIGITS = 6  # significant, of a float cell


class _Match(Protocol):
    """Two players, with the first player's result probabilities or shares."""

    @property
    def first(self) -> str: ...
    @property
    def second(self) -> str: ...
    @property
    def win_prob(self) -> float: ...
    @property
    def draw_prob(self) -> float: ...
    @property
    def loss_prob(self) -> float: ...


STYLE = """
.llq { font: 14px/1.45 system-ui, sans-serif; max-width: 60rem; overflow-x: auto; }
.llq h4 { margin: .3rem 0; font-size: 1.05rem; }
.llq p { margin: .2rem 0; }
.llq p.quiet { opacity: .75; font-size: .9em; }
.llq table { border-collapse: collapse; margin: .5rem 0; }
.llq th, .llq td { padding: .25rem .6rem; text-align: left; background: none;
  border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
.llq td.number, .llq th.number { text-align: right; font-variant-numeric: tabular-nums; }
.llq tr.best td { background: color-mix(in srgb, #2e9e63 18%, transparent); font-weight: 600; }
.llq td.bars { min-width: 8rem; }
.llq .track { fill: color-mix(in srgb, currentColor 12%, transparent); }
.llq .fill { fill: #4a85b8; }
.llq .best .fill { fill: #2e9e63; }
"""


def panel(title: str, context: Iterable[str], tables: Iterable[Table], notes: Iterable[str]) -> str:
    """Return an answer's title, context, tables and notes as HTML.

    >>> panel("Play <Guard>", (), (), ("exact",)).partition("</style>")[2]
    '<h4>Play &lt;Guard&gt;</h4><p class="quiet">exact</p></div>'
    """
    return _wrap_panel(title, context, "".join(map(_table, tables)), notes)


def chances_panel(
    title: str,
    context: str,
    headings: Sequence[str],
    chances: Iterable[tuple[Sequence[str], float]],
    note: str = "",
) -> str:
    """Return possibilities as an HTML table with a bar per chance.

    Each row has its cells and its chance; all headings but the first are of numbers.
    """
    rows = tuple(Row(tuple(cells), share=chance) for cells, chance in chances)
    table = Table(tuple(headings), rows, tuple(headings[1:]), bar_cells=Bar().cells)
    return panel(title, [context] if context else [], [table], [note] if note else [])


def match_panel(match: _Match, games: Sequence[int] = (), note: str = "") -> str:
    """Return a match's three result chances or shares as HTML.

    ``games`` counts those of each result, where the match was played.
    """
    names = (f"{match.first} wins", "draws", f"{match.second} wins")
    shares = (match.win_prob, match.draw_prob, match.loss_prob)
    headings, columns = ["", "share"], [names, [f"{share:.4%}" for share in shares]]
    if games:
        headings = ["", "games", "share"]
        columns = [names, [f"{count:,}" for count in games], [f"{share:.2%}" for share in shares]]
    rows = zip(zip(*columns, strict=True), shares, strict=True)
    return chances_panel(f"{match.first} v {match.second}", str(match), headings, rows, note)


def bar(share: float, kind: str = "") -> str:
    """Return an SVG bar filled to a share; ``kind`` is a further CSS class."""
    width = 100 * min(max(share, 0.0), 1.0)
    return (
        f'<svg class="bar {escape(kind)}" width="100%" height="12" aria-hidden="true" '
        'focusable="false"><rect class="track" width="100%" height="12" rx="3"/>'
        f'<rect class="fill" width="{width:.2f}%" height="12" rx="3"/></svg>'
    )


def rows_table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Return rows of values as HTML, shortened beyond a limit."""
    numbers = [name for place, name in enumerate(names) if _are_numbers(row[place] for row in rows)]
    shown = tuple(Row(tuple(map(_cell, row))) for row in rows[:_MOST_ROWS])
    grid = _grid(Table(tuple(names), shown, tuple(numbers)))
    hidden = len(rows) - len(shown)
    return _wrap_panel("", (), grid, [f"and {hidden:,} more rows"] if hidden else ())


def _wrap_panel(title: str, context: Iterable[str], inner: str, notes: Iterable[str]) -> str:
    parts = [f'<div class="llq"><style>{STYLE}</style>']
    parts += [f"<h4>{escape(title)}</h4>"] if title else []
    parts += [f"<p>{escape(line)}</p>" for line in context]
    parts.append(inner)
    parts += [f'<p class="quiet">{escape(line)}</p>' for line in notes]
    return "".join([*parts, "</div>"])


def _table(table: Table) -> str:
    grid = _grid(table) if table.headings else ""
    return grid + (f"<p>{escape(table.note)}</p>" if table.note else "")


def _grid(table: Table) -> str:
    classes = [' class="number"' if name in table.numbers else "" for name in table.headings]
    parts = ["<table><thead><tr>"]
    for css, name in zip(classes, table.headings, strict=True):
        parts.append(f"<th{css}>{escape(name)}</th>")
    parts += ["<th></th>"] if table.bar_cells and table.rows else []
    parts.append("</tr></thead><tbody>")
    for row in table.rows:
        parts.append('<tr class="best">' if row.is_best else "<tr>")
        for css, text in zip(classes, row.cells, strict=True):
            lines = escape(text).replace("\n", "<br>")
            parts.append(f"<td{css}>{lines}</td>")
        if table.bar_cells:
            parts.append(f'<td class="bars">{bar(row.share)}{escape(row.mark)}</td>')
        parts.append("</tr>")
    return "".join([*parts, "</tbody></table>"])


def _are_numbers(values: Iterable[Any]) -> bool:
    """Return whether a column holds numbers, and nothing else but None."""
    kinds = {type(value) for value in values if value is not None}
    are_numeric = all(issubclass(kind, int | float | Decimal) for kind in kinds)
    return bool(kinds) and are_numeric and bool not in kinds


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.{_DIGITS}g}"
    return "" if value is None else str(value)
