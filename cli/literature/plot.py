"""``llq literature plot``: pictures of Literature's tables."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from llq.cli.literature.build import (
    open_or_build_literature_matches,
    open_or_build_openings,
    open_or_build_policies,
)
from llq.cli.options import PicturePath, ThreadsOption
from llq.query.figures import picture_paths

__all__ = ["plot_command"]


class LiteratureFigure(StrEnum):
    """A figure of Literature."""

    all = "all"
    curves = "curves"
    matrix = "matrix"
    openings = "openings"


def plot_command(
    figure: Annotated[
        LiteratureFigure, typer.Argument(help="What to draw; see below.")
    ] = LiteratureFigure.matrix,
    output: PicturePath = Path("literature-figures"),
    threads: ThreadsOption = 2,
) -> None:
    """Draw what training brought Literature's players, who beats whom, and the opening asks.

    \b
    curves    games of training: their length and hits, and how the learner came to win
    matrix    every player of 4-player games against every player
    openings  what each kind of opening ask is worth

    They are of the tables of policies, matches and openings: see llq build literature-policies,
    llq build literature-matches and llq build literature-openings.

    For example:

      llq literature plot

      llq literature plot curves training.svg

      llq literature plot all docs/literature
    """  # noqa: D301 - typer's mark for lines to keep
    from llq.query.literature.figures import FIGURES, plot_curves, plot_matrix, plot_openings

    drawn_figures = FIGURES if figure is LiteratureFigure.all else (figure.value,)
    for drawn, path in zip(drawn_figures, picture_paths(drawn_figures, output), strict=True):
        if drawn == "curves":
            print(plot_curves(open_or_build_policies(threads), path))
        elif drawn == "matrix":
            print(plot_matrix(open_or_build_literature_matches(threads), path))
        else:
            print(plot_openings(open_or_build_openings(threads), path))
