"""``llq build dominion`` and ``llq build dominion-strategies``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.options import FolderOption, ThreadsOption
from llq.cli.output import messages, progress_bar
from llq.errors import TableMissing

if TYPE_CHECKING:
    from llq.query.dominion.strategy_table import DominionStrategies

__all__ = ["build_app", "build_dominion_command", "open_or_build_strategies"]

build_app = typer.Typer()


@build_app.command("dominion")
def build_dominion_command(
    turns: Annotated[int, typer.Option(min=1, max=500, help="Longest game.")] = 31,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
) -> None:
    """Solve Dominion games of up to a number of turns and write the table.

    Up to 31 turns the table holds every payout and action, up to 100 every action. 250 turns take
    about a minute and a half and 1.5 GB.

    For example:

      llq build dominion

      llq build dominion --turns 100
    """
    from llq.query.dominion.build import build_dominion

    with progress_bar(f"Solving Dominion to {turns} turns") as progress:
        path = build_dominion(turns, folder, threads=threads, progress=progress)
    messages.print(f"Built {path}", soft_wrap=True)


@build_app.command("dominion-strategies")
def build_dominion_strategies_command(
    turns: Annotated[int, typer.Option(min=1, max=100, help="Longest distribution.")] = 100,
    mean_turns: Annotated[int, typer.Option(min=1, max=250, help="Longest mean.")] = 250,
    hazards: Annotated[int, typer.Option(min=1, max=100, help="Chances of ending 1/1 … 1/N.")] = 31,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
) -> None:
    """Compute every Dominion strategy's exact scores: means, distributions, actions by turn.

    All of it takes an hour or so and 3.5 GB; with --mean-turns 100 --hazards 20 it took seven
    minutes, and 31 turns take seconds.

    For example:

      llq build dominion-strategies --turns 31 --mean-turns 31 --hazards 10

      llq build dominion-strategies
    """
    from llq.query.dominion.strategy_table import build_dominion_strategies

    with progress_bar("Evaluating Dominion strategies") as progress:
        path = build_dominion_strategies(
            turns, mean_turns, hazards, folder, threads=threads, progress=progress
        )
    messages.print(f"Built {path}", soft_wrap=True)


def open_or_build_strategies(threads: int) -> DominionStrategies:
    """Return the strategies' table; if it is missing, a small one is built, with word of it."""
    from llq.query.dominion.strategy_table import open_dominion_strategies

    try:
        return open_dominion_strategies()
    except TableMissing:
        messages.print(
            "No table of Dominion's strategies yet: building a small one, of games up to 31 turns. "
            "For the full one: llq build dominion-strategies",
            soft_wrap=True,
        )
        build_dominion_strategies_command(31, 31, 10, threads=threads)
        return open_dominion_strategies()
