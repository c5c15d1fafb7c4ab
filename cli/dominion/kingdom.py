"""``llq dominion kingdom``: what one kingdom card does for money."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from llq.cli.completions import complete
from llq.cli.groups import RoomGroup
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar
from llq.solver.dominion.kingdom.cards import MONEY

if TYPE_CHECKING:
    from llq.query.dominion.kingdom.answers import KingdomTurns
    from llq.solver.dominion.kingdom.cards import KingdomCard


SOLVING = "Solving (the first time compiles)"

CardArgument = Annotated[
    str,
    typer.Argument(
        help="A card by name, such as smithy; by default money alone.",
        autocompletion=complete("card"),
    ),
]
ProvincesOption = Annotated[
    int, typer.Option(min=1, max=8, help="Provinces that end the game, 1 to 8.")
]
FileOption = Annotated[
    Path | None, typer.Option("--card", help="A TOML file with cards of your own.")
]
CopiesOption = Annotated[int, typer.Option(min=1, max=10, help="Copies of the card for sale.")]

kingdom_app = typer.Typer(
    cls=RoomGroup, no_args_is_help=True, help="Money and one kingdom card: what helps, what to buy."
)


@kingdom_app.command("ranking")
def ranking_command(
    file: FileOption = None,
    provinces: ProvincesOption = 4,
    copies: CopiesOption = 10,
    form: FormatOption = Format.table,
) -> None:
    """Rank all kingdom cards by the turns that they save, by fresh hands.

    You play alone with treasures, Provinces and one kingdom card. A row has the fewest expected
    turns, how many are saved against money alone, the copies that the optimum buys, what it buys
    with the first hand, and what Big Money with the best limit on copies takes.

    A file has a table for each card: its cost, and the cards, actions, buys and coins that it gives
    when played; draw_to, a number of cards in hand; discards, and discard_coins for each of them;
    redraws, second_draw or new_hand, if some cards may be discarded for others; up_to or trades, if
    some are trashed or gained.

    For example:

      llq dominion kingdom ranking

      llq dominion kingdom ranking --provinces 8 --format csv
    """
    from llq.query.dominion.kingdom.lookups import kingdom_ranking, read_kingdom_cards

    cards = read_kingdom_cards(file) if file else None
    with progress_bar(SOLVING, transient=True) as progress:
        ranked = kingdom_ranking(provinces, copies=copies, cards=cards, progress=progress)
    _print_turns(ranked, form)


@kingdom_app.command("turns")
def turns_command(
    card: CardArgument = MONEY,
    file: FileOption = None,
    provinces: ProvincesOption = 4,
    copies: CopiesOption = 10,
    form: FormatOption = Format.table,
) -> None:
    """Compute how many turns one kingdom card saves, and what to buy with the first hand.

    For example:

      llq dominion kingdom turns smithy --provinces 8

      llq dominion kingdom turns
    """
    from llq.query.dominion.kingdom.lookups import kingdom

    with progress_bar(SOLVING, transient=True) as progress:
        row = kingdom(_card(card, file), provinces, copies=copies, progress=progress)
    _print_turns([row], form)


@kingdom_app.command("lookup")
def lookup_command(
    deck: Annotated[str, typer.Option(help="All cards you own: '7 copper, 3 estate, smithy'.")],
    coins: Annotated[int, typer.Option(min=0, help="Coins in hand, once its actions are played.")],
    card: CardArgument = MONEY,
    buys: Annotated[int, typer.Option(min=1, help="Buys that the hand has.")] = 1,
    file: FileOption = None,
    provinces: ProvincesOption = 4,
    form: FormatOption = Format.table,
) -> None:
    """Show what to buy to have the Provinces in the fewest expected turns, by fresh hands.

    For example:

      llq dominion kingdom lookup smithy --deck "7c 3e 2 silver" --coins 5

      llq dominion kingdom lookup --deck "7c 3e 2 silver" --coins 6
    """
    from llq.query.dominion.kingdom.lookups import kingdom_lookup

    with progress_bar(SOLVING, transient=True):
        answer = kingdom_lookup(_card(card, file), deck, coins, buys, provinces)
    print_answer(answer, form)


def _card(card: str, file: Path | None) -> KingdomCard | str:
    """Return the card of a name in a file, or the name of one that ships with llq or of money."""
    from llq.query.dominion.kingdom.lookups import read_kingdom_cards
    from llq.solver.dominion.kingdom.cards import find_card

    return find_card(card, read_kingdom_cards(file)) if file and card != MONEY else card


def _print_turns(ranked: Sequence[KingdomTurns], form: Format) -> None:
    print_rows([r.to_dict() if form is Format.json else _row(r, form) for r in ranked], form)


def _row(result: KingdomTurns, form: Format) -> dict[str, Any]:
    row = result.to_dict()
    row["first_buys"] = _first_buys(row["first_buys"])
    if form is Format.csv:
        return row
    shown = {
        "card": row["card"],
        "turns": f"{row['turns']:.3f}",
        "saved": f"{round(row['saved'], 3) + 0.0:.3f}",
        "copies": f"{row['copies']:.2f}",
        "first buys": row["first_buys"],
    }
    shown["Big Money"] = f"{row['big_money']:.3f}"
    shown["with up to"] = row["big_money_copies"]
    return shown | {"provinces": row["provinces"]}


def _first_buys(buys: dict[int, tuple[str, ...]]) -> str:
    """Return purchases by coins in words, runs of equal ones together; passing left out.

    Examples
    --------
    >>> _first_buys({2: (), 3: ("silver",), 4: ("smithy",), 5: ("smithy",)})
    '3 silver, 4-5 smithy'
    """
    parts = []
    for cards, run in groupby(sorted(buys), key=buys.__getitem__):
        coins = list(run)
        if cards:
            span = f"{coins[0]}-{coins[-1]}" if len(coins) > 1 else f"{coins[0]}"
            parts.append(f"{span} {' and '.join(cards)}")
    return ", ".join(parts)
