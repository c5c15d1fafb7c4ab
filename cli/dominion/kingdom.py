"""``llq dominion kingdom``: what one kingdom card does for money."""

from __future__ import annotations

from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from llq.cli.options import ThreadsOption
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar
from llq.errors import IllegalState

if TYPE_CHECKING:
    from llq.query.dominion.kingdom.answers import KingdomTurns


class HandRule(StrEnum):
    """Where hands come from."""

    fresh = "fresh"
    real = "real"


def kingdom_command(
    card: Annotated[
        str, typer.Argument(help="A card, such as smithy; without one, all are ranked.")
    ] = "",
    file: Annotated[Path | None, typer.Option("--card", help="Cards of your own, in TOML.")] = None,
    provinces: Annotated[
        int | None, typer.Option(min=1, max=8, help="Provinces that end the game; by default 4.")
    ] = None,
    copies: Annotated[int, typer.Option(min=1, max=10, help="Copies of the card for sale.")] = 10,
    turns: Annotated[
        int | None,
        typer.Option(min=1, max=31, help="Instead: the most points in this many turns."),
    ] = None,
    deck: Annotated[
        str | None,
        typer.Option(help="A deck to say what to buy with: '7 copper, 3 estate, smithy'."),
    ] = None,
    coins: Annotated[
        int | None, typer.Option(min=0, help="With --deck: the coins of the hand.")
    ] = None,
    buys: Annotated[int, typer.Option(min=1, help="With --deck: the buys of the hand.")] = 1,
    rule: Annotated[
        HandRule,
        typer.Option(help="real: draw pile and discard pile, for cards that only draw."),
    ] = HandRule.fresh,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Say which kingdom card helps money most, by fresh hands or the real rule.

    You play alone with treasures, Provinces and one kingdom card. A row has the fewest expected
    turns, how many are saved against money alone, the copies that the optimum buys, what it buys
    of the first hand, and what Big Money with the best limit on copies takes.

    A file has a table for each card: cost, and what playing it gives of cards, actions, buys and
    coins; or draw_to, a number of cards in hand.

    For example:

      llq dominion kingdom

      llq dominion kingdom smithy --provinces 8

      llq dominion kingdom smithy --rule real

      llq dominion kingdom smithy --turns 15

      llq dominion kingdom smithy --deck "7c 3e 2 silver" --coins 5
    """
    from llq.query.dominion.kingdom.lookups import (
        kingdom_lookup,
        kingdom_points_ranking,
        kingdom_ranking,
        read_kingdom_cards,
    )
    from llq.solver.dominion.kingdom.cards import draws_only, find_card, kingdom_cards

    if copies != 10 and (turns is not None or deck is not None):
        raise IllegalState("--copies goes without --turns and --deck: leave it out")
    if turns is not None and (provinces is not None or deck is not None):
        raise IllegalState("--turns goes without --provinces and --deck: choose one")
    if (deck is None) != (coins is None) or (deck is None and buys != 1):
        raise IllegalState("a lookup needs --deck and --coins, and no --buys without them")
    if rule is HandRule.real and (turns is not None or deck is not None):
        raise IllegalState("--rule real goes without --turns and --deck: leave it out")
    cards = read_kingdom_cards(file) if file else kingdom_cards()
    if rule is HandRule.real and not (card or file):
        cards = tuple(filter(draws_only, cards))
    if card:
        cards = (find_card(card, cards),)
    goal = 4 if provinces is None else provinces
    if deck is not None:
        if len(cards) > 1:
            raise IllegalState("a lookup needs one card: name it before --deck")
        with progress_bar("Solving (the first time compiles)", transient=True):
            answer = kingdom_lookup(cards[0], deck, coins or 0, buys, goal)
        print_answer(answer, form)
        return
    with progress_bar("Solving (the first time compiles)", transient=True) as progress:
        if turns is not None:
            points = kingdom_points_ranking(turns, cards=cards, progress=progress)
            rows = [row.to_dict() for row in points]
        else:
            ranked = kingdom_ranking(
                goal,
                copies=copies,
                cards=cards,
                rule=rule.value,
                threads=threads,
                progress=progress,
            )
            rows = [row.to_dict() if form is Format.json else _row(row, form) for row in ranked]
    print_rows(rows, form)


def _row(result: KingdomTurns, form: Format) -> dict[str, Any]:
    """Return a result as a row of a table or of CSV."""
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
    if row["rule"] == "real":
        return shown | {name: row[name] for name in ("states", "provinces", "rule")}
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
