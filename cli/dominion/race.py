"""``llq dominion race``: what to buy in the two-player race, by its chance to win."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.answer_panels import Panel, Row, answer_panel
from llq.cli.options import ThreadsOption
from llq.cli.output import Format, FormatOption, print_rows, progress_bar

if TYPE_CHECKING:
    from llq.query.dominion.race_lookup import RaceAnswer

__all__ = ["race_command"]


class Turn(StrEnum):
    """Who began the game."""

    first = "first"
    second = "second"


def race_command(
    mine: Annotated[str, typer.Option(help="All cards you own: '7 copper, 3 estate, 2 silver'.")],
    theirs: Annotated[str, typer.Option(help="All cards your opponent owns.")],
    coins: Annotated[int, typer.Option(min=0, help="Coins in your hand.")],
    left: Annotated[
        str | None,
        typer.Option(
            help="Victory cards for sale: '2 province, 6 duchy'; estates only where named."
        ),
    ] = None,
    turn: Annotated[
        Turn, typer.Option(help="Whether you took the first turn of the game or the second.")
    ] = Turn.first,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Show what to buy in a two-player race for the Provinces, by your chance to win.

    Solved from this situation on, for fresh hands and best play of both. Estates for
    sale early in a game take up to half a minute.

    For example:

      llq dominion race --mine "7c 5s 4g 3p 3e" --theirs "7c 5s 4g 3p 3e 2d" --coins 8

      llq dominion race --mine "7c 3e" --theirs "7c 3e" --coins 4 --format json
    """
    from llq.query.dominion.race_lookup import race_lookup

    with progress_bar("Solving it (the first time compiles)", transient=True):
        answer = race_lookup(mine, theirs, left, coins=coins, turn=turn.value, threads=threads)
    if form is Format.table:
        _panel(answer).print()
    elif form is Format.json:
        print(json.dumps(answer.to_dict(), indent=2))
    else:
        print_rows([row | row.pop("action") for row in answer.to_dict()["actions"]], form)


def _panel(answer: RaceAnswer) -> Panel:
    """Return the answer as a panel with a bar for each buy."""
    rows = [
        Row(
            buy.action.card or "pass",
            (f"{buy.value:.4f}", "" if buy.is_best else f"{buy.cost:.4f}"),
            buy.value,
            buy.is_best,
        )
        for buy in answer.actions
    ]
    columns = ("buy", "win chance", "costs")
    return answer_panel(answer.text, answer.facts, columns, rows, answer.source.split("; "))
