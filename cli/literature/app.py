"""``llq literature``: leagues, bots and the article; the rest are questions."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.bots import bot_command
from llq.cli.checks import AllOption, OnlyOption, print_checks
from llq.cli.leagues import league_command
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, announce, progress_bar
from llq.cli.tables.builds import with_tables
from llq.cli.workers import on_workers


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
app.command("league")(league_command("literature", "quick possible", 20, "--setting rules=pagat "))
app.command("bot")(bot_command("literature", "strong"))
app.command("verify")(verify_command)
