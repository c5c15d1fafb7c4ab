"""``llq plot``: pictures of the tables."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.matches import SeedOption
from llq.cli.output import messages, progress_bar
from llq.cli.tables import (
    DeckOption,
    ScoringOption,
    ThreadsOption,
    VariantOption,
    build_dominion_strategies_command,
    chosen_variant,
    open_or_build,
)
from llq.errors import TableMissing
from llq.solver.love_letter.rules import Scoring

if TYPE_CHECKING:
    from llq.query.dominion.strategies import DominionStrategies

__all__ = ["plot_app"]

plot_app = typer.Typer(no_args_is_help=True, help="Draw a game's tables.")


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


@plot_app.command("love-letter")
def plot_love_letter_command(
    output: Annotated[Path, typer.Argument(help="The picture: .png, .svg or .pdf.")] = Path(
        "love-letter-opening.png"
    ),
    variant: VariantOption = None,
    deck: DeckOption = None,
    scoring: ScoringOption = Scoring.HALF,
) -> None:
    """Draw Love Letter's opening table as a heat map.

    For example:

      llq plot love-letter

      llq plot love-letter docs/love-letter-opening.png

      llq plot love-letter discards.png --scoring discards
    """
    from llq.query.love_letter.plots import plot_opening

    print(plot_opening(open_or_build(chosen_variant(variant, deck), scoring), output))


@plot_app.command("dominion")
def plot_dominion_command(
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

      llq plot dominion

      llq plot dominion all docs/dominion

      llq plot dominion 5 /tmp/figures
    """  # noqa: D301 - typer's mark for lines to keep
    from llq.query.dominion.plots import FIGURES, plot_dominion

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


def open_or_build_strategies(threads: int) -> DominionStrategies:
    """Return the strategies' table; if it is missing, a small one is built, with word of it."""
    from llq.query.dominion.strategies import open_dominion_strategies

    try:
        return open_dominion_strategies()
    except TableMissing:
        messages.print(
            "No table of Dominion's strategies yet: building a small one, of games up to 31 turns. "
            "For the full one: llq build dominion-strategies",
            soft_wrap=True,
        )
        build_dominion_strategies_command(31, 31, 10, threads=threads)
        return open_dominion_strategies()
