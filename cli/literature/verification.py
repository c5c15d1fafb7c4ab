"""``llq literature verify``: the article's figures beside ours."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.checks import OnlyOption, print_checks
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, announce, progress_bar
from llq.cli.tables.builds import open_or_build
from llq.cli.workers import on_workers

__all__ = ["verify_command"]


@on_workers
def verify_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each pair of networks.")
    ] = 1500,
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    only: OnlyOption = None,
    form: FormatOption = Format.table,
) -> None:
    """Check the article on Literature: each figure beside ours, with z and a verdict.

    The article's network and five untrained ones play each other; if they are not stored, they are
    trained first.

    For example:

      llq literature verify

      llq literature verify -n 200 --format csv
    """
    from llq.query.literature.policies.policies import open_policies
    from llq.query.literature.verification.run import check_games, count_matches, verify

    check_games(games)
    open_or_build(
        "literature-policies", open_policies, what="table of Literature's networks", threads=threads
    )
    matches = count_matches()
    announce(f"Playing {matches} matches of {games:,} games", _takes(matches * games))
    with progress_bar("Verifying literature") as progress:
        checks = list(verify(games, seed, threads=threads, progress=progress))
    print_checks(checks, form, "literature-verify", only)


def _takes(games: int) -> str:
    """Return roughly how long games of networks take."""
    minutes = round(games / _GAMES_A_MINUTE)
    return f"about {minutes} min" if minutes > 1 else "a minute or less"


_GAMES_A_MINUTE = 10_000
