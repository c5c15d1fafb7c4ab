"""``llq sueca verify``: the thesis's figures and claims beside ours."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.checks import print_checks
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output import Format, FormatOption, progress_bar

__all__ = ["verify_command"]


def verify_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each experiment.")
    ] = 100_000,
    sampling_games: Annotated[
        int, typer.Option(min=2, help="Games of each experiment with a Monte Carlo player.")
    ] = 1_000,
    table: Annotated[
        list[str] | None,
        typer.Option(help="5.1, 7.21, text, claim, finding; repeat, or use commas."),
    ] = None,
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Check the thesis on Sueca: each figure and claim beside ours, with z and a verdict.

    For example:

      llq sueca verify -n 2000 --sampling-games 50

      llq sueca verify --table 5.1,5.2
    """
    from llq.query.sueca.verification.run import verify_sueca

    tables = [name for words in table or () for name in words.split(",")] or None
    with progress_bar("Verifying sueca") as progress:
        found = verify_sueca(
            games, sampling_games, seed, threads=threads, tables=tables, progress=progress
        )
        checks = list(found)
    print_checks(checks, form, "sueca-verify")
