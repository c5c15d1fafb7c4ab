"""``llq sueca``: leagues, bots and the thesis; the rest are questions."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.bots import bot_command
from llq.cli.checks import AllOption, OnlyOption, print_checks
from llq.cli.leagues import league_command
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, progress_bar
from llq.cli.workers import on_workers


@on_workers
def verify_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each experiment.")
    ] = 100_000,
    sampling_games: Annotated[
        int, typer.Option(min=2, help="Games of each experiment with a Monte Carlo player.")
    ] = 1_000,
    table: Annotated[
        list[str] | None,
        typer.Option(
            help="What to check: tables 4.1 to 7.21 of the thesis; text, the figures in its text; "
            "claim, its claims; finding, our own; may be repeated. By default all: 1,359 rows."
        ),
    ] = None,
    only: OnlyOption = None,
    every: AllOption = False,
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Check the thesis on Sueca: each figure and claim beside ours, with z and a verdict.

    For example:

      llq sueca verify -n 2000 --sampling-games 50 --only differs

      llq sueca verify --table 5.1,5.2
    """
    from llq.query.sueca.verification.run import verify
    from llq.query.text.text_input import split_words

    tables = [name for words in table or () for name in split_words(words)] or None

    with progress_bar("Verifying Sueca", remaining=True) as progress:
        found = verify(
            games, sampling_games, seed, threads=threads, tables=tables, progress=progress
        )
        checks = list(found)
    print_checks(checks, form, "sueca-verify", only, every=every)


app = typer.Typer(no_args_is_help=True)
app.command("league")(league_command("sueca", "rules random", 100, "--setting trump_from=last "))
app.command("bot")(bot_command("sueca", "strong"))


app.command("verify")(verify_command)
