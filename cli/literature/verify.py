"""``llq literature verify``: the article's numbers beside ours."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.checks import print_checks
from llq.cli.literature.build import open_or_build_policies
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output import Format, FormatOption, progress_bar

__all__ = ["verify_command"]


def verify_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each pair of networks.")
    ] = 1500,
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Check the article on Literature: each figure beside ours, with z and a verdict.

    For example:

      llq literature verify

      llq literature verify -n 200 --format csv
    """
    from llq.query.literature.verification.run import check_games, verify_literature

    check_games(games)
    open_or_build_policies(threads)
    with progress_bar("Verifying literature") as progress:
        checks = list(verify_literature(games, seed, threads=threads, progress=progress))
    print_checks(checks, form, "literature-verify")
