"""``llq dominion race``: what to buy in the two-player race, its matches and its players."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from llq.cli.completions import complete
from llq.cli.dominion.menus import MENU_HELP, SilverOption, from_file
from llq.cli.groups import RoomGroup
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar

_PLAYER = f"A name listed by llq dominion race players, {MENU_HELP}."
_SETTINGS = ("games", "seed", "real", "silver", "gold", "card", "second_card", "copies")
PlayerArgument = Annotated[
    str,
    typer.Argument(help=_PLAYER, autocompletion=complete("race player"), callback=from_file),
]
CardOption = Annotated[
    str | None, typer.Option(help="A kingdom card for sale.", autocompletion=complete("card"))
]

race_app = typer.Typer(
    cls=RoomGroup, no_args_is_help=True, help="The two-player race: what to buy, matches, players."
)


class Turn(StrEnum):
    """Who began the game."""

    first = "first"
    second = "second"


@race_app.command("lookup")
def lookup_command(
    mine: Annotated[str, typer.Option(help="All cards you own: '7 copper, 3 estate, 2 silver'.")],
    theirs: Annotated[str, typer.Option(help="All cards your opponent owns.")],
    coins: Annotated[int, typer.Option(min=0, help="Coins in your hand.")],
    left: Annotated[
        str | None,
        typer.Option(help="Victory cards for sale: '2 province, 6 duchy'; by default the rest."),
    ] = None,
    turn: Annotated[
        Turn,
        typer.Option("--seat", help="Whether you took the first turn of the game or the second."),
    ] = Turn.first,
    card: CardOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Show what to buy in a two-player race for the Provinces, by your chance to win.

    Solved from this situation on, for fresh hands and best play of both.

    For example:

      llq dominion race lookup --mine "7c 5s 4g 3p 3e" --theirs "7c 5s 4g 3p 3e 2d" --coins 8

      llq dominion race lookup --mine "7c 3e" --theirs "7c 3e" --coins 4 --format json

      llq dominion race lookup --mine "7c 3e 2si" --theirs "7c 3e 2si" --coins 4 --card smithy
    """
    from llq.query.dominion.race.answers import race_lookup

    with progress_bar("Solving it (the first time compiles)", transient=True):
        answer = race_lookup(
            mine, theirs, left, coins=coins, turn=turn.value, card=card, threads=threads
        )
    print_answer(answer, form)


@race_app.command("match")
def match_command(
    first: PlayerArgument,
    second: PlayerArgument,
    games: Annotated[
        int, typer.Option("-n", "--games", min=0, help="Games to play as well; none by default.")
    ] = 0,
    seed: SeedOption = 1,
    real: Annotated[
        bool, typer.Option("--real", help="Play them with a pile that is reshuffled when empty.")
    ] = False,
    silver: SilverOption = 10,
    card: CardOption = None,
    second_card: Annotated[
        str | None,
        typer.Option(
            help="The second player's, if another; none for none.", autocompletion=complete("card")
        ),
    ] = None,
    copies: Annotated[
        int, typer.Option(min=1, max=4, help="Copies of it that a player may buy.")
    ] = 2,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Compute a match of the two-player race exactly, and the best response to each player.

    For example:

      llq dominion race match optimal big_money

      llq dominion race match optimal big_money_ultimate -n 20000 --real

      llq dominion race match big_money "province; gold; duchy if provinces_left <= 6; silver"

      llq dominion race match smithy big_money_ultimate --card smithy --silver 8 -n 20000 --real
    """
    from llq.query.dominion.race.matches import race_match

    with progress_bar(f"{first} v {second}") as progress:
        match = race_match(
            first,
            second,
            games,
            seed,
            real=real,
            silver=silver,
            card=card,
            second_card=second_card,
            copies=copies,
            threads=threads,
            progress=progress,
        )
    row = {name: value for name, value in match.to_dict().items() if value is not None}
    print_rows([row], form, settings=_SETTINGS)


@race_app.command("players")
def players_command(form: FormatOption = Format.table) -> None:
    """List the players of the race, what they buy and where their rules are from.

    For example:

      llq dominion race players
    """
    from llq.query.dominion.race.roster import race_players

    print_rows([{"player": player.name, "buys": player.summary} for player in race_players()], form)
