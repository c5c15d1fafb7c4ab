"""``llq sueca plot``: pictures of matches and of deal values."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from llq.cli.options import PicturePath, ReplaceOption, SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, print_files, progress_bar
from llq.cli.tables.builds import open_or_build
from llq.query.figures import picture_paths


class Figure(StrEnum):
    """A figure of Sueca."""

    all = "all"
    scores = "scores"
    matches = "matches"
    deal_values = "deal-values"


def plot_command(
    figure: Annotated[Figure, typer.Argument(help="What to draw; see above.")] = Figure.scores,
    output: PicturePath = Path("sueca-figures"),
    games: Annotated[
        int, typer.Option("-n", "--games", min=0, help="Random games per level of deal-values.")
    ] = 20_000,
    sampling_games: Annotated[
        int, typer.Option(min=0, help="Games per level of four Monte Carlo players; 0 for none.")
    ] = 400,
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    replace: ReplaceOption = False,
    form: FormatOption = Format.table,
) -> None:
    """Draw how Sueca's games end, team against team, and the values of trumps and points.

    \b
    scores       points of each strategy with and against random players
    matches      every team against every team
    deal-values  the values of trumps and points in the hand, played now

    scores and matches are drawn from the table of matches: see llq build sueca-matches. Games and
    seed are for deal-values only.

    For example:

      llq sueca plot

      llq sueca plot deal-values trumps.png -n 1000 --sampling-games 50

      llq sueca plot all docs/sueca
    """  # noqa: D301 - typer's mark for lines to keep
    from llq.query.sueca.matches.table import open_matches
    from llq.query.sueca.pictures.figures import FIGURES, plot

    names = FIGURES if figure is Figure.all else (figure.value,)
    picture_paths(names, output, replace=replace)  # before any work
    table = None
    if figure is not Figure.deal_values:
        table = open_or_build(
            "sueca-matches", open_matches, what="Sueca matches", small=True, threads=threads
        )
    with progress_bar("Playing Sueca", remaining=True) as progress:
        files = plot(
            figure,
            output,
            table=table,
            games=games,
            sampling_games=sampling_games,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    print_files(files, form)
