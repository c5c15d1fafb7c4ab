"""``llq sueca plot``: pictures of Sueca's tables."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from llq.cli.options import PicturePath, SeedOption, ThreadsOption
from llq.cli.output import progress_bar
from llq.cli.sueca.build import open_or_build_matches
from llq.query.figures import picture_paths

__all__ = ["plot_command"]


class SuecaFigure(StrEnum):
    """A figure of Sueca."""

    all = "all"
    scores = "scores"
    matches = "matches"
    worth = "worth"


def plot_command(
    figure: Annotated[
        SuecaFigure, typer.Argument(help="What to draw; see below.")
    ] = SuecaFigure.scores,
    output: PicturePath = Path("sueca-figures"),
    games: Annotated[
        int, typer.Option("-n", "--games", min=0, help="Random games a level, of worth.")
    ] = 20_000,
    sampling_games: Annotated[
        int, typer.Option(min=0, help="Games a level of four Monte Carlo players; 0 for none.")
    ] = 400,
    open_games: Annotated[
        int,
        typer.Option(min=0, help="Deals a level with open hands, half a second each: 40, say."),
    ] = 0,
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
) -> None:
    """Draw how Sueca's games end, team against team, and what trumps and points are worth.

    \b
    scores   points of each strategy with and against random players
    matches  every team against every team
    worth    what trumps and points in the hand are worth, played now

    Scores and matches are of the table of matches: see llq build sueca-matches. The games and the
    seed are of worth.

    For example:

      llq sueca plot

      llq sueca plot worth trumps.png -n 1000 --sampling-games 50

      llq sueca plot all docs/sueca
    """  # noqa: D301 - typer's mark for lines to keep
    from llq.query.sueca.figures import FIGURES, plot_matches, plot_worth

    drawn_figures = FIGURES if figure is SuecaFigure.all else (figure.value,)
    for drawn, path in zip(drawn_figures, picture_paths(drawn_figures, output), strict=True):
        if drawn == "worth":
            with progress_bar("Playing Sueca") as progress:
                plotted = plot_worth(
                    path,
                    games,
                    sampling_games,
                    open_games,
                    seed,
                    threads=threads,
                    progress=progress,
                )
            print(plotted)
        else:
            print(plot_matches(drawn, open_or_build_matches(threads), path))
