"""``llq dominion lookup``: what to buy, and what every other purchase costs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from llq.cli.dominion.matches import with_table
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import Format, FormatOption, progress_bar


def lookup_command(
    deck: Annotated[str, typer.Option(help="All cards you own: '7 copper, 3 estate' or '7c 3e'.")],
    coins: Annotated[int, typer.Option(min=0, help="Coins in hand.")],
    turn: Annotated[int, typer.Option(min=1, help="The turn being played; the first is 1.")],
    turns: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Turns of the game; by default 31, or a custom game's own length.",
        ),
    ] = None,
    game: Annotated[
        Path | None, typer.Option(help="A custom game in TOML, solved on the spot.")
    ] = None,
    form: FormatOption = Format.table,
) -> None:
    """Show what to buy in a Dominion game, and how much worse every other purchase is.

    For example:

      llq dominion lookup --deck "7 copper, 3 estate, 2 silver" --coins 5 --turn 4 --turns 31

      llq dominion lookup --deck "7c 3e" --coins 4 --turn 1 --format json
    """
    from llq.query.dominion.table.lookups import (  # once it is named
        TABLE_TURNS,
        covering_turns,
        lookup,
    )

    if game is not None:
        from llq.query.dominion.custom_games import read_game

        with progress_bar("Solving it (the first time compiles)", transient=True):
            answer = lookup(deck, coins, turn, turns, game=read_game(game))
    elif turns is not None and turns > TABLE_TURNS:  # minutes and gigabytes: built on request only
        answer = lookup(deck, coins, turn, turns)
    else:
        answer = with_table(lambda: lookup(deck, coins, turn, turns), covering_turns(turns or 1))
    print_answer(answer, form)
