"""``llq dominion plot``: pictures of Dominion's tables."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from llq.cli.dominion.build import open_or_build_strategies
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output import progress_bar

__all__ = ["plot_command"]


class DominionFigure(StrEnum):
    """A figure of van der Heijden (2014)."""

    all = "all"
    hazard = "2"
    scores = "3"
    short_scores = "4"
    times = "5"
    optimal_shares = "6"
    monte_carlo_shares = "7"
    simple_shares = "8"


def plot_command(
    figure: Annotated[
        DominionFigure, typer.Argument(help="The thesis's number of the figure.")
    ] = DominionFigure.all,
    output_folder: Annotated[
        Path, typer.Argument(help="Where figure-N.png go; made if need be.")
    ] = Path("dominion-figures"),
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Monte Carlo games a length, figures 3, 4.")
    ] = 100,
    seed: SeedOption = 2014,
    threads: ThreadsOption = 2,
) -> None:
    """Redraw the figures of van der Heijden (2014) from exact numbers.

    \b
    2  score when the game ends by chance
    3  score by length of the game
    4  score by length, up to 15 turns
    5  run times, measured now
    6  actions by turn of the optimum
    7  actions by turn of Monte Carlo
    8  actions by turn of simple strategies

    For example:

      llq dominion plot

      llq dominion plot all docs/dominion

      llq dominion plot 5 /tmp/figures
    """  # noqa: D301 - typer's mark for lines to keep
    from llq.query.dominion.figures import FIGURES, plot_dominion

    figures = FIGURES if figure is DominionFigure.all else (int(figure),)
    table = open_or_build_strategies(threads)
    with progress_bar("Drawing") as progress:
        paths = plot_dominion(
            table,
            output_folder,
            figures,
            games=games,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    for path in paths:
        print(path)
