"""``llq literature``: advice, matches between teams, the record of a game, players."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from llq.cli.bots import bot_command
from llq.cli.checks import AllOption, OnlyOption, print_checks
from llq.cli.completions import complete
from llq.cli.leagues import league_command
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import Format, FormatOption, announce, progress_bar
from llq.cli.tables.builds import with_tables
from llq.cli.workers import on_workers
from llq.errors import IllegalState


@on_workers
def verify_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each pair of networks.")
    ] = 1500,
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    only: OnlyOption = None,
    every: AllOption = False,
    form: FormatOption = Format.table,
) -> None:
    """Check the article on Literature: each figure beside ours, with z and a verdict.

    The article's network and five untrained ones play each other; if they are not stored, they are
    trained first.

    For example:

      llq literature verify

      llq literature verify -n 200 --format csv
    """
    from llq.query.literature.policies.table import open_policies
    from llq.query.literature.verification.run import check_games, count_matches, verify

    check_games(games)
    with_tables(open_policies, threads)
    matches = count_matches()
    announce(f"Playing {matches} matches of {games:,} games")
    with progress_bar("Verifying literature") as progress:
        checks = list(verify(games, seed, threads=threads, progress=progress))
    print_checks(checks, form, "literature-verify", only, every=every)


app = typer.Typer(no_args_is_help=True)


@app.command("advise")
def advise_command(
    file: Annotated[
        Path,
        typer.Argument(
            allow_dash=True,
            help="The game so far: one item or move per line, 'hand: AC 3C', '3 asks 0 5C no', or "
            "JSON; - reads standard input.",
        ),
    ],
    player: Annotated[
        str,
        typer.Option(
            help="The player that values the asks: a name listed by llq literature players, or "
            "your own module:Class.",
            autocompletion=complete("player"),
        ),
    ] = "greedy",
    move: Annotated[
        list[str] | None,
        typer.Option(
            "--move", help="A move after the file's, such as '2>1 5C -'; may be repeated."
        ),
    ] = None,
    me: Annotated[str | None, typer.Option(help="Your seat, instead of the file's.")] = None,
    hand: Annotated[
        str | None, typer.Option(help="Your hand as dealt, instead of the file's.")
    ] = None,
    knowledge: Annotated[
        bool,
        typer.Option(
            "--knowledge", help="Show counts by half suit, reasons, and what others know."
        ),
    ] = False,
    grid: Annotated[
        bool, typer.Option("--grid", help="Show each card's chance of being in each hand.")
    ] = False,
    claims: Annotated[
        bool, typer.Option("--claims", help="In CSV, print the claims instead of the asks.")
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Show every ask and claim, as JSON and CSV always do.")
    ] = False,
    form: FormatOption = Format.table,
) -> None:
    """Show what is certain and likely in a game of Literature, and what to claim or ask.

    CSV has the asks, or instead the claims with --claims, the chances with --grid, or what is
    certain about every player with --knowledge.

    For example:

      llq literature advise game.txt

      llq literature advise game.txt --knowledge --grid

      llq literature advise game.txt --move "2>1 6H +" --format json

      llq literature advise game.txt --claims --format csv
    """
    from llq.query.literature.advice.advice import advise
    from llq.query.literature.positions.notation import read_game

    if form is Format.csv and knowledge + grid + claims > 1:
        raise IllegalState("a CSV is one table: give one of --claims, --grid and --knowledge")
    typed = str(file) == "-" and sys.stdin.isatty()  # a bar would run through what is typed
    label = "Valuing asks (compiled the first time)"
    with nullcontext() if typed else progress_bar(label, transient=True):
        game = read_game(file, "; ".join(move or ()), me=me, hand=hand)
        advice = advise(game, player)
    tables = advice.detailed_tables(knowledge=knowledge, grid=grid, every=every)
    part = "chances" if grid else "players" if knowledge else "claims" if claims else "actions"
    print_answer(advice, form, tables=tables, part=part)


app.command("league")(league_command("literature", "quick possible", 20, "--setting rules=pagat "))
app.command("bot")(bot_command("literature", "strong"))
app.command("verify")(verify_command)
