"""``llq sueca verify``: the thesis's figures and claims beside ours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from llq.cli.checks import AgainOption, OnlyOption, kept_or_made, print_checks
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, progress_bar
from llq.cli.output.progress import announce_time
from llq.cli.workers import on_workers
from llq.query.checks import Check

__all__ = ["verify_command"]


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
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    again: AgainOption = False,
    form: FormatOption = Format.table,
) -> None:
    """Check the thesis on Sueca: each figure and claim beside ours, with z and a verdict.

    The results are kept and shown at once the next time, until the code or an option changes.

    For example:

      llq sueca verify -n 2000 --sampling-games 50 --only differs

      llq sueca verify --table 5.1,5.2
    """
    from llq.query.sueca.verification.run import run_seconds, verify
    from llq.query.text.text_input import split_words

    tables = [name for words in table or () for name in split_words(words)] or None

    def check() -> Iterable[Check]:
        announce_time("The check", run_seconds(games, sampling_games, tables) / threads)
        with progress_bar("Verifying Sueca", remaining=True) as progress:
            found = verify(
                games, sampling_games, seed, threads=threads, tables=tables, progress=progress
            )
            return list(found)

    settings: dict[str, int | str] = {
        "games": games,
        "sampling_games": sampling_games,
        "seed": seed,
        "tables": ",".join(tables or ()),
    }
    checks = kept_or_made(verify.__module__, settings, check, again=again)
    print_checks(checks, form, "sueca-verify", only)
