"""``llq dominion curves``: points, Provinces and coins of a player alone, turn by turn."""

from __future__ import annotations

import json
from functools import partial
from typing import Annotated

import typer

from llq.cli.completions import complete
from llq.cli.dominion.matches import with_table
from llq.cli.dominion.menus import MENU_HELP, from_file
from llq.cli.options import SeedOption
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar

_SHOWN = ("turn", "points", "low", "median", "high", "provinces", "coins", "playing")


def curves_command(
    players: Annotated[
        list[str],
        typer.Argument(
            help=f"optimal, fewest, fewest:CARD, or {MENU_HELP}.",
            autocompletion=complete("menu"),
        ),
    ],
    turns: Annotated[int, typer.Option(min=1, max=31, help="Turns of the game.")] = 31,
    games: Annotated[
        int | None,
        typer.Option("-n", "--games", min=2, help="Simulate so many games; else compute."),
    ] = None,
    seed: SeedOption = 1,
    real: Annotated[
        bool, typer.Option("--real", help="With draw pile and discard pile: only simulated.")
    ] = False,
    form: FormatOption = Format.table,
) -> None:
    """Show the points, Provinces and coins of a player alone, turn by turn.

    low, median and high are the points that one game in ten, in two and nine in ten do not exceed;
    coins are those of the turn's hand, in the games that still go on. A game ends with the eighth
    Province; optimal plays the thesis's, of so many turns and without piles.

    For example:

      llq dominion curves big_money_ultimate smithy

      llq dominion curves fewest:market --turns 20

      llq dominion curves "province; gold; silver" --real -n 10000 --format csv
    """
    from llq.query.dominion.curves.turn_by_turn import curve

    found = []
    for name in map(from_file, players):
        with progress_bar(f"Following {name}", transient=True) as progress:
            follow = partial(curve, name, turns, games=games, seed=seed, real=real)
            found.append(with_table(partial(follow, progress=progress)))
    if form is Format.json:
        print(json.dumps([one.to_dict() for one in found], indent=2))
    elif form is Format.csv:
        print_rows([{"player": one.player} | row for one in found for row in one.rows()], form)
    else:
        for one in found:
            shown = _SHOWN if one.games is None else (*_SHOWN[:2], "points_error", *_SHOWN[2:])
            rows = [{name: row[name] for name in shown} for row in one.rows()]
            print_rows(rows, form, title=f"{one.player} ({one.method})")
