"""``llq build sueca-matches``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.builds import building, say_built, say_replaced
from llq.cli.options import FolderOption, ReplaceOption, ThreadsOption
from llq.cli.output import messages
from llq.errors import TableMissing

if TYPE_CHECKING:
    from llq.query.sueca.match_table import SuecaMatches

__all__ = ["build_app", "open_or_build_matches"]

build_app = typer.Typer()


@build_app.command("sueca-matches")
def build_sueca_matches_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each combination.")
    ] = 100_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deals and of every choice.")] = 1,
    players: Annotated[
        str | None,
        typer.Option(
            help="Strategies that sit down in every way, such as R,T,A,MC; by default the "
            "thesis's four and the Monte Carlo player that does not peek, 431 combinations."
        ),
    ] = None,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    replace: ReplaceOption = False,
) -> None:
    """Play every combination of Sueca strategies in the four seats and write their results.

    By default this takes an hour and a half; the bar says how long. What was killed goes on where
    it was when the same command is given again. Without Monte Carlo players it takes seconds.

    For example:

      llq build sueca-matches -n 2000 --players R,T,A

      llq build sueca-matches -n 1000000 --seed 2
    """
    from llq.query.sueca.match_build import build_sueca_matches, combinations_of
    from llq.query.sueca.match_table import PLAYERS, open_sueca_matches

    chosen = PLAYERS if players is None else players.split(",")
    total = games * len(combinations_of(chosen)[1])
    say_replaced(open_sueca_matches, folder, total, replace=replace)
    with building("Playing Sueca") as progress:
        path = build_sueca_matches(games, seed, chosen, folder, threads=threads, progress=progress)
    say_built(path)


def open_or_build_matches(threads: int) -> SuecaMatches:
    """Return the table of Sueca's matches; if it is missing, a small one is built, with word."""
    from llq.query.sueca.match_table import open_sueca_matches

    try:
        return open_sueca_matches()
    except TableMissing:
        messages.print(
            "No table of Sueca's matches yet: building a small one, without Monte Carlo players. "
            "For the full one, an hour and a half: llq build sueca-matches",
            soft_wrap=True,
        )
        build_sueca_matches_command(5000, players="R,T,A", threads=threads)
        return open_sueca_matches()
