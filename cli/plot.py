"""``llq plot``: pictures of the tables."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.literature_build import (
    build_literature_matches_command,
    build_literature_openings_command,
    open_or_build_policies,
)
from llq.cli.matches import SeedOption
from llq.cli.output import messages, progress_bar
from llq.cli.tables import (
    DeckOption,
    ScoringOption,
    ThreadsOption,
    VariantOption,
    build_dominion_strategies_command,
    build_sueca_matches_command,
    chosen_variant,
    open_or_build,
    open_or_build_study,
)
from llq.errors import LlqError, TableMissing
from llq.solver.love_letter.rules import Scoring

if TYPE_CHECKING:
    from llq.query.dominion.strategy_table import DominionStrategies
    from llq.query.literature.match_table import LiteratureMatches
    from llq.query.literature.opening_table import LiteratureOpenings
    from llq.query.sueca.match_table import SuecaMatches

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


class LoveLetterFigure(StrEnum):
    """A figure of Love Letter."""

    all = "all"
    opening = "opening"
    matrix = "matrix"
    seat = "seat"
    holding = "holding"
    disagreement = "disagreement"
    openings_explained = "openings-explained"
    variants = "variants"


class SuecaFigure(StrEnum):
    """A figure of Sueca."""

    all = "all"
    scores = "scores"
    matches = "matches"
    worth = "worth"


class LiteratureFigure(StrEnum):
    """A figure of Literature."""

    all = "all"
    curves = "curves"
    matrix = "matrix"
    openings = "openings"


@plot_app.command("love-letter")
def plot_love_letter_command(
    figure: Annotated[
        LoveLetterFigure, typer.Argument(help="What to draw; see below.")
    ] = LoveLetterFigure.opening,
    output: Annotated[
        Path,
        typer.Argument(
            help="Where FIGURE.png goes, a folder, made if need be; or, of one figure, the "
            "picture itself: .png, .svg or .pdf."
        ),
    ] = Path("love-letter-figures"),
    variant: VariantOption = None,
    deck: DeckOption = None,
    scoring: ScoringOption = Scoring.HALF,
    threads: ThreadsOption = 2,
) -> None:
    """Draw Love Letter's opening table, and what happens when players meet, from exact numbers.

    \b
    opening             chance of winning and best play of every opening hand
    matrix              every pair of players
    seat                what the first turn is worth
    holding             which cards are good to hold when
    disagreement        what Table plays where Strategic would not, and its worth
    openings-explained  why the table's numbers are not what it scores
    variants            the lower of two cards, and cards held: a variant (hobbit
                        by default) beside classic

    All but the opening are of the study: see llq build love-letter-study. The scoring is the
    opening's.

    For example:

      llq plot love-letter

      llq plot love-letter opening discards.png --scoring discards

      llq plot love-letter all docs/love-letter
    """  # noqa: D301 - typer's mark for lines to keep
    from llq.query.love_letter.figures import STUDY_FIGURES, plot_opening, plot_study

    name = chosen_variant(variant, deck)
    every = figure is LoveLetterFigure.all
    for drawn in ("opening", *STUDY_FIGURES) if every else (figure.value,):
        path = output
        if every or not output.suffix:
            make_folder(output)
            path = output / f"{drawn}.png"
        if drawn == "opening":
            print(plot_opening(open_or_build(name, scoring), path))
        elif drawn == "variants":
            other = name if name != "classic" else "hobbit"
            studies = [open_or_build_study(which, threads) for which in ("classic", other)]
            print(plot_study(drawn, studies[0], path, studies[1]))
        else:
            print(plot_study(drawn, open_or_build_study(name, threads), path))


def make_folder(folder: Path) -> None:
    """Make a folder for pictures.

    Raises
    ------
    LlqError
        It cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LlqError(f"{folder}: no pictures can be written here ({error})") from error


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


def open_or_build_strategies(threads: int) -> DominionStrategies:
    """Return the strategies' table; if it is missing, a small one is built, with word of it."""
    from llq.query.dominion.strategy_table import open_dominion_strategies

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


@plot_app.command("sueca")
def plot_sueca_command(
    figure: Annotated[
        SuecaFigure, typer.Argument(help="What to draw; see below.")
    ] = SuecaFigure.scores,
    output: Annotated[
        Path,
        typer.Argument(
            help="Where FIGURE.png goes, a folder, made if need be; or, of one figure, the "
            "picture itself: .png, .svg or .pdf."
        ),
    ] = Path("sueca-figures"),
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

      llq plot sueca

      llq plot sueca worth trumps.png -n 1000 --sampling-games 50

      llq plot sueca all docs/sueca
    """  # noqa: D301 - typer's mark for lines to keep
    from llq.query.sueca.figures import FIGURES, plot_matches, plot_worth

    every = figure is SuecaFigure.all
    for drawn in FIGURES if every else (figure.value,):
        path = output
        if every or not output.suffix:
            make_folder(output)
            path = output / f"{drawn}.png"
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


def open_or_build_matches(threads: int) -> SuecaMatches:
    """Return the table of Sueca's matches; if it is missing, a small one is built, with word."""
    from llq.query.sueca.match_table import open_sueca_matches

    try:
        return open_sueca_matches()
    except TableMissing:
        messages.print(
            "No table of Sueca's matches yet: building a small one, without Monte Carlo players. "
            "For the full one, an hour and a half: llq build sueca-matches",
            soft_wrap=True,
        )
        build_sueca_matches_command(5000, players="R,T,A", threads=threads)
        return open_sueca_matches()


@plot_app.command("literature")
def plot_literature_command(
    figure: Annotated[
        LiteratureFigure, typer.Argument(help="What to draw; see below.")
    ] = LiteratureFigure.matrix,
    output: Annotated[
        Path,
        typer.Argument(
            help="Where FIGURE.png goes, a folder, made if need be; or, of one figure, the "
            "picture itself: .png, .svg or .pdf."
        ),
    ] = Path("literature-figures"),
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

      llq plot literature

      llq plot literature curves training.svg

      llq plot literature all docs/literature
    """  # noqa: D301 - typer's mark for lines to keep
    from llq.query.literature.figures import FIGURES, plot_curves, plot_matrix, plot_openings

    every = figure is LiteratureFigure.all
    for drawn in FIGURES if every else (figure.value,):
        path = output
        if every or not output.suffix:
            make_folder(output)
            path = output / f"{drawn}.png"
        if drawn == "curves":
            print(plot_curves(open_or_build_policies(threads), path))
        elif drawn == "matrix":
            print(plot_matrix(open_or_build_literature_matches(threads), path))
        else:
            print(plot_openings(open_or_build_openings(threads), path))


def open_or_build_literature_matches(threads: int) -> LiteratureMatches:
    """Return the table of Literature's matches; if missing, a small one is built, with word."""
    from llq.query.literature.match_table import open_literature_matches

    try:
        return open_literature_matches()
    except TableMissing:
        messages.print(
            "No table of Literature's matches yet: building a small one, without learnt players. "
            "For the full one: llq build literature-matches",
            soft_wrap=True,
        )
        build_literature_matches_command(
            500, 1, "random,possible,greedy", "none", "none", threads=threads
        )
        return open_literature_matches()


def open_or_build_openings(threads: int) -> LiteratureOpenings:
    """Return the table of Literature's openings; if missing, a small one is built, with word."""
    from llq.query.literature.opening_table import open_literature_openings

    try:
        return open_literature_openings()
    except TableMissing:
        messages.print(
            "No table of Literature's openings yet: building a small one, played on by greedy. "
            "For the full one, a quarter of an hour on two cores: llq build literature-openings",
            soft_wrap=True,
        )
        build_literature_openings_command(100, 1, "4=greedy", threads=threads)
        return open_literature_openings()
