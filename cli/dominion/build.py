"""``llq build dominion`` and its neighbours: the strategies, the fewest turns, the race."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.help_texts import with_texts
from llq.cli.leagues import league_build_command
from llq.cli.options import FolderOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, announce, progress_bar
from llq.cli.tables.builds import announce_build, say_built
from llq.cli.workers import on_workers
from llq.query.tables.build_times import build_takes

build_app = typer.Typer()

_DEFAULT = 100, 250, 31
"""Longest distribution, longest mean, chances of ending: as in the library, which is not loaded."""


@build_app.command("dominion")
@with_texts(long=build_takes("dominion-250"))
def build_table_command(
    turns: Annotated[int, typer.Option(min=1, max=500, help="Turns of the longest game.")] = 31,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Solve Dominion games of up to a number of turns and write the table.

    Up to 31 turns the table holds every payout and action, up to 100 every action. 31 turns take
    a few seconds, 250 turns {long}.

    For example:

      llq build dominion

      llq build dominion --turns 100
    """
    from llq.query.dominion.table.build import build_table

    with progress_bar(f"Solving Dominion to {turns} turns") as progress:
        path = build_table(turns, folder, threads=threads, progress=progress)
    say_built(path, form)


@build_app.command("dominion-strategies")
@with_texts(
    takes=build_takes("dominion-strategies, 250 turns"), less=build_takes("dominion-strategies")
)
@on_workers
def build_strategies_command(
    turns: Annotated[
        int, typer.Option(min=1, max=100, help="Longest game with all scores.")
    ] = _DEFAULT[0],
    mean_turns: Annotated[
        int, typer.Option(min=1, max=250, help="Longest game with a mean.")
    ] = _DEFAULT[1],
    hazards: Annotated[
        int, typer.Option(min=1, max=100, help="Games that end each turn with chance 1/1 to 1/N.")
    ] = _DEFAULT[2],
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Compute every Dominion strategy's exact scores: means, distributions, actions by turn.

    On two cores this takes {takes} by default, {less} with
    --mean-turns 100 --hazards 20, and seconds with 31 turns.

    For example:

      llq build dominion-strategies --turns 31 --mean-turns 31 --hazards 10

      llq build dominion-strategies
    """
    from llq.query.dominion.strategies.build import build_strategies

    if (turns, mean_turns, hazards) == _DEFAULT:
        announce_build("dominion-strategies", "Evaluating every Dominion strategy")
    with progress_bar("Evaluating Dominion strategies") as progress:
        path = build_strategies(
            turns, mean_turns, hazards, folder, threads=threads, progress=progress
        )
    say_built(path, form)


@build_app.command("dominion-fewest")
@with_texts(takes=build_takes("dominion-fewest"))
@on_workers
def build_fewest_command(
    provinces: Annotated[
        int, typer.Option(min=1, max=8, help="Games to 1, 2, … this many Provinces.")
    ] = 8,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Solve the fewest turns to 1 to 8 Provinces, and what known rules lose.

    With fresh hands and by the real rule, with the chances to be done by each turn. Eight
    Provinces take {takes}; two take seconds.

    For example:

      llq build dominion-fewest --provinces 2

      llq build dominion-fewest
    """
    from llq.query.dominion.fewest.build import build_fewest

    if provinces > 4:
        announce_build("dominion-fewest", "Solving the fewest turns to Provinces")
    with progress_bar("Solving the fewest turns") as progress:
        path = build_fewest(provinces, folder, threads=threads, progress=progress)
    say_built(path, form)


@build_app.command("dominion-kingdom")
@with_texts(takes=build_takes("dominion-kingdom"))
@on_workers
def build_kingdom_command(
    provinces: Annotated[
        int, typer.Option(min=1, max=8, help="Games to 1, 2, … this many Provinces.")
    ] = 8,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Solve the turns that every kingdom card saves on the way to 1 to 8 Provinces, by fresh hands.

    Eight Provinces take {takes}; two take seconds. An interrupted build resumes when you run the
    same command again.

    For example:

      llq build dominion-kingdom --provinces 2

      llq build dominion-kingdom
    """
    from llq.query.dominion.kingdom.table import build_kingdom

    if provinces > 4:
        announce_build("dominion-kingdom", "Solving kingdom cards")
    with progress_bar("Solving kingdom cards") as progress:
        path = build_kingdom(provinces, folder, threads=threads, progress=progress)
    say_built(path, form)


@build_app.command("dominion-race")
@with_texts(takes=build_takes("dominion-race"), with_estates=build_takes("dominion-race-estates"))
def build_race_command(
    silver: Annotated[
        int | None,
        typer.Option(min=1, max=24, help="Silvers a player may buy; by default 12, or 8."),
    ] = None,
    gold: Annotated[
        int | None, typer.Option(min=1, max=24, help="Golds a player may buy; by default 10, or 7.")
    ] = None,
    estates: Annotated[bool, typer.Option("--estates", help="With Estates for sale.")] = False,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Solve the two-player race for the Provinces and write its table.

    It holds the best buy of every state, how often best play meets each situation,
    what every buy costs there, and exact matches of the rules that people play by.
    It takes {takes}; with --estates {with_estates}.

    For example:

      llq build dominion-race --silver 6 --gold 5

      llq build dominion-race --estates
    """
    from llq.query.dominion.race.build import build_race

    if estates and silver is None and gold is None:
        announce("Solving the race with Estates", build_takes("dominion-race-estates"))
    with progress_bar("Solving the race") as progress:
        path = build_race(silver, gold, folder, estates=estates, threads=threads, progress=progress)
    say_built(path, form)


build_app.command("dominion-league")(league_build_command("dominion", "picky,random"))
