"""``llq sueca deal-values``: the values of trumps, points, the lead and the dealer's card."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar
from llq.cli.output.progress import announce_time
from llq.cli.workers import on_workers
from llq.query.sueca.advice.quantities import OPEN, Quantity

__all__ = ["deal_values_command"]

_LEVELS = 11  # of trumps; other quantities have fewer, or a few more
_OPEN_SECONDS = 0.05  # of a core, a deal


@on_workers
def deal_values_command(
    quantity: Annotated[Quantity, typer.Argument(help="What to vary from deal to deal.")],
    player: Annotated[
        str, typer.Option(help="The player in all four seats; or open: open hands, perfect play.")
    ] = "random",
    games: Annotated[int, typer.Option("-n", "--games", min=2, help="Games per level.")] = 100_000,
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Measure what trumps, points, the lead or the dealer's card are worth to North and South.

    For example:

      llq sueca deal-values trumps

      llq sueca deal-values lead --player mc_extra -n 2000

      llq sueca deal-values dealer --player open -n 100
    """
    from llq.query.sueca.advice.deal_valuation import deal_values
    from llq.query.sueca.advice.run_times import game_seconds
    from llq.solver.sueca.players import find_strategy

    each = _OPEN_SECONDS if player == OPEN else game_seconds([find_strategy(player)] * 4)
    announce_time("Playing", _LEVELS * games * each / threads)
    with progress_bar(f"Values of {quantity}", remaining=True) as progress:
        values = deal_values(quantity, player, games, seed, threads=threads, progress=progress)
        rows = [value.to_dict() for value in values]
    print_rows(rows, form)
