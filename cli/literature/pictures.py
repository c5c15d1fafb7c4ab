"""``llq literature plot``: pictures of Literature's tables."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from llq.cli.options import PicturePath, ReplaceOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, print_files, progress_bar
from llq.cli.tables.builds import open_or_build


class LiteratureFigure(StrEnum):
    """A figure of Literature."""

    all = "all"
    curves = "curves"
    matrix = "matrix"
    openings = "openings"


def plot_command(
    figure: Annotated[
        LiteratureFigure, typer.Argument(help="What to draw; see above.")
    ] = LiteratureFigure.matrix,
    output: PicturePath = Path("literature-figures"),
    threads: ThreadsOption = 2,
    replace: ReplaceOption = False,
    form: FormatOption = Format.table,
) -> None:
    """Draw the training curves, the matrix of matches, and the values of opening asks.

    \b
    curves    games of training: length, hits, and how the learner came to win
    matrix    every player of 4-player games against every player
    openings  the value of each kind of opening ask

    They are drawn from the tables of policies, matches and openings: see llq build
    literature-policies, llq build literature-matches and llq build literature-openings.

    For example:

      llq literature plot

      llq literature plot curves training.svg

      llq literature plot all docs/literature
    """  # noqa: D301 - typer's mark for lines to keep
    from llq.query.figures import picture_paths
    from llq.query.literature.pictures.figures import FIGURES, figures_of, plot

    names = figures_of(figure.value)
    files: list[Path] = []
    for name, path in zip(names, picture_paths(names, output, replace=replace), strict=True):
        source = FIGURES[name]
        is_small = source.kind != "literature-policies"
        table = open_or_build(source.kind, source.open, small=is_small, threads=threads)
        with progress_bar(f"Drawing {name}", transient=True):
            files += plot(name, path, table=table)
    print_files(files, form)
