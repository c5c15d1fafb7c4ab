"""Figures of Literature's stored tables, by matplotlib (the ``plot`` extra)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from llq.errors import IllegalState, one_of
from llq.query.figures import picture_paths, save_figure
from llq.query.literature.matches.table import open_matches
from llq.query.literature.openings.table import open_openings
from llq.query.literature.pictures.drawing import draw_curves, draw_matrix, draw_openings
from llq.query.literature.policies.table import open_policies


class Source(NamedTuple):
    """The source of a figure."""

    kind: str
    """The table it is drawn from, as ``llq build`` names it."""
    open: Callable[[], Any]
    draw: Callable[[Any], Any]


FIGURES = {
    "curves": Source("literature-policies", open_policies, draw_curves),
    "matrix": Source("literature-matches", open_matches, draw_matrix),
    "openings": Source("literature-openings", open_openings, draw_openings),
}
"""All figures, by name."""


def plot(what: str, path: str | os.PathLike[str], *, table: Any = None) -> tuple[Path, ...]:
    """Draw a figure, or all of them, and return the files.

    Parameters
    ----------
    what
        ``curves``: games of training, their length and hits, and how the learner came to win;
        ``matrix``: every player of 4-player games against every player; ``openings``: the value of
        each kind of opening ask; or ``all``.
    path
        A folder for ``NAME.png``; or, for one figure, the picture itself, whose suffix gives the
        format, such as ``.png`` or ``.svg``.
    table
        The table of one figure; by default the stored one.

    Raises
    ------
    IllegalState
        There is no such figure, matplotlib is not installed, or the file cannot be written.
    TableMissing
        A table is missing; the message has the command that builds it.
    UnknownState, UnknownStrategy
        The table has too little for the figure.

    Examples
    --------
    >>> import llq
    >>> llq.literature.plot("any", "figures")
    Traceback (most recent call last):
    llq.errors.IllegalState: unknown figure 'any'; choose one of all, curves, matrix, openings
    """
    names = figures_of(what)
    return tuple(
        save_figure(FIGURES[name].draw(table or FIGURES[name].open()), file)
        for name, file in zip(names, picture_paths(names, path), strict=True)
    )


def figures_of(what: str) -> tuple[str, ...]:
    """Return the names of a figure, or of ``all``."""
    if what == "all":
        return tuple(FIGURES)
    if what not in FIGURES:
        raise IllegalState(f"unknown figure {what!r}{one_of(what, ('all', *FIGURES))}")
    return (what,)
