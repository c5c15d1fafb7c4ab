"""``llq dominion verify``: the thesis's claims beside exact numbers."""

from __future__ import annotations

from collections.abc import Iterable

from llq.cli.checks import AgainOption, OnlyOption, kept_or_made, print_checks
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, announce, progress_bar
from llq.cli.tables.builds import open_or_build
from llq.cli.workers import on_workers
from llq.query.checks import Check

__all__ = ["verify_command"]


@on_workers
def verify_command(
    only: OnlyOption = None,
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    again: AgainOption = False,
    form: FormatOption = Format.table,
) -> None:
    """Check the thesis on Dominion: each claim beside exact numbers, with a verdict.

    The results are kept and shown at once the next time, until the code or the seed changes.

    For example:

      llq dominion verify

      llq dominion verify --only fails --format csv
    """
    from llq.query.dominion.table.table import open_table
    from llq.query.dominion.verification.run import verify

    def check() -> Iterable[Check]:
        open_or_build(
            "dominion",
            open_table,
            what="table of Dominion games of up to 31 turns",
            takes="some seconds",
            threads=threads,
            turns=31,
        )
        announce("Checking the thesis's claims and our exact means", "about a minute and a half")
        with progress_bar("Checking Dominion") as progress:
            return list(verify(seed=seed, threads=threads, progress=progress))

    checks = kept_or_made(verify.__module__, {"seed": seed}, check, again=again)
    print_checks(checks, form, "dominion", only)
