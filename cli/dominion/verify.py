"""``llq dominion verify``: the thesis's claims beside exact numbers."""

from __future__ import annotations

from llq.cli.checks import print_checks
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output import Format, FormatOption, progress_bar

__all__ = ["verify_command"]


def verify_command(
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Check the thesis on Dominion: each claim beside exact numbers, with a verdict.

    For example:

      llq dominion verify

      llq dominion verify --format csv
    """
    from llq.query.dominion.verification.run import verify_dominion

    with progress_bar("Verifying dominion") as progress:
        checks = list(verify_dominion(seed=seed, threads=threads, progress=progress))
    print_checks(checks, form, "dominion")
