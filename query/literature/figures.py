"""Pictures of Literature's stored tables, by matplotlib (``plot``)."""

from __future__ import annotations

import os
from pathlib import Path

from llq.query.figures import save_figure
from llq.query.literature import drawing
from llq.query.literature.match_table import MatchTable
from llq.query.literature.opening_table import OpeningTable
from llq.query.literature.policies import PolicyTable

__all__ = ["FIGURES", "plot_curves", "plot_matrix", "plot_openings"]

FIGURES = ("curves", "matrix", "openings")
"""All figures."""


def plot_curves(table: PolicyTable, path: str | os.PathLike[str]) -> Path:
    """Draw what training brought the stored policies and return the file.

    Parameters
    ----------
    path
        The picture's file; its ending says the format, such as ``.png`` or ``.svg``.

    Raises
    ------
    UnknownStrategy
        ``article`` or ``compact`` is not stored.
    UnknownState
        One of them was trained for so few games that it has no curve.
    LlqError
        Matplotlib is not installed, or the file cannot be written.
    """
    return save_figure(drawing.draw_curves(table), path)


def plot_matrix(table: MatchTable, path: str | os.PathLike[str]) -> Path:
    """Draw who beats whom in games of 4 players and return the file.

    Parameters
    ----------
    path
        As of `plot_curves`.

    Raises
    ------
    UnknownState
        The table has no two strategies that met in such games.
    LlqError
        Matplotlib is not installed, or the file cannot be written.
    """
    return save_figure(drawing.draw_matrix(table), path)


def plot_openings(table: OpeningTable, path: str | os.PathLike[str]) -> Path:
    """Draw what opening asks are worth and return the file.

    Parameters
    ----------
    path
        As of `plot_curves`.

    Raises
    ------
    LlqError
        Matplotlib is not installed, or the file cannot be written.
    """
    return save_figure(drawing.draw_openings(table), path)
