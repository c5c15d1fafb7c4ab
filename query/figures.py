"""Pictures drawn from database queries, specified in ``figures.toml``.

A query names its columns by what they are in the picture: ``x`` and ``y``, and where there are
such ``series``, ``panel``, ``error`` (a standard error), ``value`` and ``label`` (the colour and
the text of a cell). Categories keep the order of the rows. All other columns are for the caption.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from llq.errors import BadQuestion, LlqError, one_of
from llq.query.optional_imports import needed
from llq.store.atomic import replacing

if TYPE_CHECKING:
    from llq.query.sql.database import Connection

Row = dict[str, Any]

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#000000", "#56B4E9", "#7F7F7F")
"""Colours that colour-blind readers tell apart, from jfly.uni-koeln.de/color, and a grey."""

_DASHES = ("-", "--", "-.", ":", (0, (6, 2, 1, 2)), (0, (3, 1.5)), (0, (1, 1.2)), (0, (8, 3)))
_MARKERS, _HATCHES = "os^Dv<P*", ("", "////", "..", "xx")
_SIGN = "drawn by llq"
_SIGNED_AS = {".png": "Software", ".svg": "Creator", ".pdf": "Creator"}


@dataclass(frozen=True)
class FigureSpec:
    """Content and layout of a picture."""

    title: str
    query: str
    """The rows, from the database."""
    mark: str
    """``line``, ``points``, ``bar`` (stacked series) or ``heat`` (coloured cells)."""
    axes: Sequence[str]
    """Labels of the x and y axes."""
    caption: str = ""
    """Caption text, with columns of the first row in braces."""
    colours: str = ""
    """Label of the colour scale."""
    middle: float = 0
    """The value of a cell without colour."""
    size: Sequence[float] = (8, 5)
    """Width and height in inches."""
    columns: int = 0
    """Panels beside each other, by default all."""


@cache
def all_figures() -> dict[str, FigureSpec]:
    """Return every figure by its name."""
    text = files("llq.query").joinpath("figures.toml").read_text("utf-8")
    return {name: FigureSpec(**entry) for name, entry in tomllib.loads(text).items()}


def plot(
    name: str,
    path: str | os.PathLike[str],
    *,
    replace: bool = False,
    connection: Connection | None = None,
) -> Path:
    """Draw a named figure and return the picture's path.

    Parameters
    ----------
    name
        The figure; ``llq plot`` lists them.
    path
        The picture, whose ending is its format, such as ``.png``, ``.svg`` or ``.pdf``.
    replace
        Whether a file that llq did not draw may be replaced.
    connection
        The database to ask, by default that of `llq.connect`.

    Raises
    ------
    BadQuestion
        There is no such figure, or no such format.
    ExtraMissing
        Matplotlib is not installed.
    TableMissing
        What it shows is not built; the message has the command.
    LlqError
        The file cannot be written, or is not to be replaced.

    Examples
    --------
    >>> import llq
    >>> llq.plot("sueca-score", "scores.png")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    llq.errors.BadQuestion: there is no figure 'sueca-score' (did you mean sueca-scores?); ...
    """
    if name not in all_figures():
        raise BadQuestion(f"there is no figure {name!r}{one_of(name, all_figures())}")
    picture, figure = Path(path), needed("plot", "matplotlib.figure").Figure(layout="constrained")
    try:
        _require_writable(picture, figure.canvas.get_supported_filetypes(), replace=replace)
        draw(figure, all_figures()[name], *read_rows(name, connection))
        sign = _SIGNED_AS.get(picture.suffix.lower())
        with replacing(picture) as temporary:
            figure.savefig(temporary, dpi=90, metadata=sign and {sign: _SIGN})
    except (OSError, ValueError) as error:
        if isinstance(error, LlqError):
            raise
        raise LlqError(f"{path}: the picture cannot be written ({error})") from error
    return picture


def read_rows(name: str, connection: Connection | None = None) -> tuple[list[Row], str]:
    """Return a figure's rows and source text."""
    from llq.query.sql.database import open_connection
    from llq.query.sql.sources import origins

    database, query = connection or open_connection(is_lazy=True), all_figures()[name].query
    answer = database.cursor().execute(query)
    columns = [column[0] for column in answer.description]
    rows = [dict(zip(columns, row, strict=True)) for row in answer.fetchall()]
    words, sources = set(re.findall(r"\w+", query)), {}
    for view in origins(database.plain, database.tables.attached):
        if view["name"] in words:
            sample = [f"{key} {view[key]:,}" for key in ("seed", "games") if view[key] is not None]
            facts = (view["table_file"], f"rules {view['rules']}", *sample, view["accuracy"])
            sources[view["table_file"]] = "; ".join(facts)
    return rows, f"Source: {'. '.join(sources.values())}. Made by: llq plot {name}"


def draw(figure: Any, spec: FigureSpec, rows: Sequence[Row], source: str) -> None:
    """Draw rows into an empty Matplotlib figure."""
    figure.set_size_inches(*spec.size)
    panels = _groups(rows, "panel")
    columns = spec.columns or len(panels)
    grid = figure.subplots(-(-len(panels) // columns), columns, sharey=True, squeeze=False)
    for axes, (panel, members) in zip(grid.flat, panels.items(), strict=True):
        axes.set_title(panel, fontsize=10)
        _MARKS[spec.mark](axes, spec, members)
        if isinstance(members[0]["x"], int):
            axes.xaxis.get_major_locator().set_params(integer=True)
    for axes in grid[-1]:
        axes.set_xlabel(spec.axes[0])
    for axes in grid[:, 0]:
        axes.set_ylabel(spec.axes[1])
    if spec.mark != "heat" and isinstance(rows[0]["y"], str):
        grid[0, 0].invert_yaxis()  # the first row is on top
    handles, labels = grid[0, 0].get_legend_handles_labels()
    if len(labels) > 1:
        figure.legend(handles, labels, loc="outside right center", fontsize=9, handlelength=3.2)
    figure.suptitle(spec.title)
    caption = fill(f"{spec.caption.format(**rows[0])} {source}".strip(), int(15 * spec.size[0]))
    figure.supxlabel(caption, x=0.01, ha="left", fontsize=8, color="0.3")


def _require_writable(picture: Path, formats: Iterable[str], *, replace: bool) -> None:
    """Refuse a picture that cannot be written, before any work."""
    if picture.suffix[1:].lower() not in formats:
        raise BadQuestion(f"{picture}: choose a format: {', '.join(sorted(formats))}")
    if picture.is_dir() or not os.access(picture.parent, os.W_OK):
        raise OSError("not a file in a folder that can be written to")
    if replace or not (picture.exists() or picture.is_symlink()):
        return
    if picture.is_symlink() or _SIGN.encode() not in picture.read_bytes():
        raise LlqError(
            f"{picture}: llq did not draw this file, and does not replace it; choose another "
            "name, or replace it with --replace"
        )


def _draw_lines(axes: Any, spec: FigureSpec, rows: Sequence[Row]) -> None:
    """Draw lines or points per series, with bars of one standard error."""
    is_line = spec.mark == "line"
    for index, (name, members) in enumerate(_groups(rows, "series").items()):
        axes.errorbar(
            [row["x"] for row in members],
            [row["y"] for row in members],
            [row["error"] for row in members] if "error" in members[0] else None,
            label=name,
            color=COLOURS[index % len(COLOURS)],
            linestyle=_DASHES[index % len(_DASHES)] if is_line else "none",
            marker=_MARKERS[index % len(_MARKERS)],
            markersize=5,
            markevery=max(1, len(members) // 12) if is_line else None,
            markerfacecolor="white" if index and not is_line else None,
            linewidth=1.4,
            elinewidth=0.8,
            capsize=2,
        )
    axes.grid(alpha=0.3)


def _draw_bars(axes: Any, _: FigureSpec, rows: Sequence[Row]) -> None:
    """Draw bars, series upon each other."""
    base: dict[Any, float] = {}
    for index, (name, members) in enumerate(_groups(rows, "series").items()):
        axes.bar(
            [row["x"] for row in members],
            [row["y"] for row in members],
            1.0,
            [base.get(row["x"], 0.0) for row in members],
            color=COLOURS[index % len(COLOURS)],
            hatch=_HATCHES[index % len(_HATCHES)],
            edgecolor="white",
            linewidth=0,
            label=name,
        )
        base |= {row["x"]: base.get(row["x"], 0.0) + row["y"] for row in members}


def _draw_cells(axes: Any, spec: FigureSpec, rows: Sequence[Row]) -> None:
    """Draw labelled cells, coloured by distance from the middle value."""
    columns, lines = (list(dict.fromkeys([row[key] for row in rows])) for key in "xy")
    if set(columns) == set(lines):
        columns = lines  # one order for both, so that the diagonal is each with itself
    cells = [[float("nan")] * len(columns) for _ in lines]
    middle, values = spec.middle, [row["value"] for row in rows]
    span = max(abs(value - middle) for value in values)
    for row in rows:
        x, y = columns.index(row["x"]), lines.index(row["y"])
        cells[y][x] = row["value"]
        colour = "white" if abs(row["value"] - middle) > 0.6 * span else "black"
        axes.text(x, y, row["label"], ha="center", va="center", fontsize=8, color=colour)
    axes.set_facecolor("0.93")
    image = axes.imshow(cells, cmap="RdBu", vmin=middle - span, vmax=middle + span, aspect="auto")
    axes.set_xticks(range(len(columns)), columns, rotation=30, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(lines)), lines)
    axes.spines[:].set_visible(False)
    axes.figure.colorbar(image, ax=axes, label=spec.colours)


_MARKS = {"line": _draw_lines, "points": _draw_lines, "bar": _draw_bars, "heat": _draw_cells}


def _groups(rows: Sequence[Row], key: str) -> dict[str, list[Row]]:
    """Return rows grouped by column value; a missing column gives one group."""
    names = dict.fromkeys(row.get(key, "") for row in rows)
    return {str(name): [row for row in rows if row.get(key, "") == name] for name in names}
