"""``llq dominion plot``: pictures of Dominion's tables."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.options import ReplaceOption, SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, print_files, progress_bar
from llq.cli.tables.builds import open_or_build

if TYPE_CHECKING:
    from llq.query.dominion.race.table import DominionRace
    from llq.query.dominion.strategies.table import DominionStrategies


class DominionFigure(StrEnum):
    """A figure of van der Heijden (2014), or a picture of our own."""

    all = "all"
    hazard = "2"
    scores = "3"
    short_scores = "4"
    times = "5"
    optimal_shares = "6"
    monte_carlo_shares = "7"
    simple_shares = "8"
    fewest = "fewest"
    done = "done"
    kingdom = "kingdom"
    pairs = "pairs"
    race = "race"
    race_wins = "race-wins"
    race_duchies = "race-duchies"
    race_penultimate = "race-penultimate"


def plot_command(
    figure: Annotated[
        DominionFigure, typer.Argument(help="Number in the thesis, or a name; see above.")
    ] = DominionFigure.all,
    output: Annotated[
        Path,
        typer.Argument(
            help="A folder for figure-N.png, created if missing; or, for a single figure, the "
            "image file: .png, .svg or .pdf."
        ),
    ] = Path("dominion-figures"),
    games: Annotated[
        int,
        typer.Option("-n", "--games", min=2, help="Monte Carlo games per length (figures 3, 4)."),
    ] = 100,
    seed: SeedOption = 2014,
    threads: ThreadsOption = 2,
    replace: ReplaceOption = False,
    form: FormatOption = Format.table,
) -> None:
    """Draw the thesis's figures, the race, the fewest turns and kingdom cards.

    \b
    2  score when the game ends by chance
    3  score by length of the game
    4  score by length, up to 15 turns
    5  run times, measured now
    6  actions by turn of the optimal player
    7  actions by turn of Monte Carlo
    8  actions by turn of simple strategies
    race-wins         win chance in the race, by lead and Provinces left
    race-duchies      how often best play buys a Duchy
    race-penultimate  what buying the second-last Province costs
    race              all three
    fewest            fewest turns by number of Provinces, and known rules
    done              chance to have four Provinces by each turn
    kingdom           turns to four Provinces by kingdom card
    pairs             what two kingdom cards save, to four Provinces

    For example:

      llq dominion plot

      llq dominion plot 2 hazard.svg

      llq dominion plot race-wins wins.png

      llq dominion plot all docs/dominion
    """  # noqa: D301 - typer's mark for lines to keep
    from llq.query.dominion.fewest.table import open_fewest
    from llq.query.dominion.pictures.figures import FIGURES, plot
    from llq.query.dominion.race.figures import RACE_FIGURES
    from llq.query.dominion.race.table import open_race
    from llq.query.dominion.strategies.table import open_strategies
    from llq.query.figures import picture_paths

    table: DominionStrategies | DominionRace | None = None
    is_own = figure in (DominionFigure.kingdom, DominionFigure.pairs)
    is_fewest = figure in (DominionFigure.fewest, DominionFigure.done)
    if figure.value.startswith("race"):
        names = RACE_FIGURES if figure is DominionFigure.race else (figure.value,)
        picture_paths(names, output, replace=replace)
        table = open_or_build("dominion-race", open_race, small=True, threads=threads)
    else:
        numbers = tuple(FIGURES) if figure is DominionFigure.all else (figure.value,)
        stem = "" if is_own else "figure-"
        picture_paths(numbers, output, stem, replace=replace)
    if is_fewest:
        open_or_build("dominion-fewest", open_fewest, small=True, threads=threads)
    elif table is None and figure is not DominionFigure.times and not is_own:
        table = open_or_build(
            "dominion-strategies",
            open_strategies,
            what="table of Dominion's strategies",
            takes="a few seconds, for games of up to 31 turns; "
            "for longer ones: llq build dominion-strategies",
            small=True,
            threads=threads,
        )
    with progress_bar("Drawing") as progress:
        drawn = plot(
            figure.value,
            output,
            table=table,
            games=games,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    print_files(drawn, form)
