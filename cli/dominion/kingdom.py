"""``llq dominion kingdom``: what one kingdom card does for money."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from llq.cli.completions import complete
from llq.cli.dominion.fewest import SOLVING, HandRule, ProvincesOption
from llq.cli.groups import RoomGroup
from llq.cli.options import ThreadsOption
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar

if TYPE_CHECKING:
    from llq.query.dominion.kingdom.answers import KingdomTurns
    from llq.solver.dominion.kingdom.cards import KingdomCard


CardArgument = Annotated[
    str,
    typer.Argument(help="A card by name, such as smithy.", autocompletion=complete("card")),
]
FileOption = Annotated[
    Path | None, typer.Option("--card", help="A TOML file with cards of your own.")
]
CopiesOption = Annotated[int, typer.Option(min=1, max=10, help="Copies of the card for sale.")]
RuleOption = Annotated[
    HandRule, typer.Option(help="real: draw pile and discard pile, for cards that only draw.")
]

kingdom_app = typer.Typer(
    cls=RoomGroup, no_args_is_help=True, help="Money and one kingdom card: what helps, what to buy."
)


@kingdom_app.command("ranking")
def ranking_command(
    file: FileOption = None,
    provinces: ProvincesOption = 4,
    copies: CopiesOption = 10,
    rule: RuleOption = HandRule.fresh,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Rank all kingdom cards by the turns that they save, by fresh hands or the real rule.

    You play alone with treasures, Provinces and one kingdom card. A row has the fewest expected
    turns, how many are saved against money alone, the copies that the optimum buys, what it buys
    with the first hand, and what Big Money with the best limit on copies takes.

    A file has a table for each card: its cost, and the cards, actions, buys and coins that it gives
    when played; draw_to, a number of cards in hand; discards, and discard_coins for each of them;
    redraws, second_draw or new_hand, if some cards may be discarded for others.

    For example:

      llq dominion kingdom ranking

      llq dominion kingdom ranking --provinces 8 --format csv
    """
    _print_turns("", file, provinces, copies, rule, threads, form)


@kingdom_app.command("turns")
def turns_command(
    card: CardArgument,
    file: FileOption = None,
    provinces: ProvincesOption = 4,
    copies: CopiesOption = 10,
    rule: RuleOption = HandRule.fresh,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Compute how many turns one kingdom card saves, and what to buy with the first hand.

    For example:

      llq dominion kingdom turns smithy --provinces 8

      llq dominion kingdom turns smithy --rule real
    """
    _print_turns(card, file, provinces, copies, rule, threads, form)


@kingdom_app.command("points")
def points_command(
    card: Annotated[
        str,
        typer.Argument(
            help="A card; without one, all are ranked.", autocompletion=complete("card")
        ),
    ] = "",
    file: FileOption = None,
    turns: Annotated[int, typer.Option(min=1, max=31, help="Turns of the game.")] = 31,
    form: FormatOption = Format.table,
) -> None:
    """Compute the most points in a number of turns with one kingdom card, or rank all cards.

    For example:

      llq dominion kingdom points smithy --turns 15

      llq dominion kingdom points --turns 8
    """
    from llq.query.dominion.kingdom.lookups import kingdom_points_ranking

    cards = _cards(card, file) if card or file else None
    with progress_bar(SOLVING, transient=True) as progress:
        rows = kingdom_points_ranking(turns, cards=cards, progress=progress)
    print_rows([row.to_dict() for row in rows], form)


@kingdom_app.command("pair")
def pair_command(
    first: Annotated[
        str,
        typer.Argument(
            help="A card by name; without one, pairs are ranked.", autocompletion=complete("card")
        ),
    ] = "",
    second: Annotated[
        str, typer.Argument(help="The other card.", autocompletion=complete("card"))
    ] = "",
    file: FileOption = None,
    provinces: ProvincesOption = 4,
    form: FormatOption = Format.table,
) -> None:
    """Compute what two kingdom cards save against the better one alone, by fresh hands.

    Without a card it ranks the pairs that come with llq, to 4, 6 or 8 Provinces; with one card
    those that it is in. One card of a pair may trash or gain, as Chapel does, beside a terminal
    card that draws or pays.

    For example:

      llq dominion kingdom pair laboratory smithy

      llq dominion kingdom pair chapel smithy

      llq dominion kingdom pair village --provinces 8
    """
    from llq.query.dominion.kingdom.pair_table import pair_ranking
    from llq.query.dominion.kingdom.pairs import kingdom_pair

    with progress_bar(SOLVING, transient=True):
        if second:
            pair = [_cards(name, file)[0] if file else name for name in (first, second)]
            rows = [kingdom_pair(pair[0], pair[1], provinces)]
        else:
            rows = pair_ranking(provinces, first)
    print_rows([row.to_dict() for row in rows], form)


@kingdom_app.command("trades")
def trades_command(provinces: ProvincesOption = 4, form: FormatOption = Format.table) -> None:
    """Rank cards that trash or gain, such as Chapel and Mine, by the turns that they save.

    For example:

      llq dominion kingdom trades --provinces 8
    """
    from llq.query.dominion.kingdom.pairs import kingdom_trades

    with progress_bar(SOLVING, transient=True):
        rows = kingdom_trades(provinces)
    print_rows([row.to_dict() for row in rows], form)


@kingdom_app.command("lookup")
def lookup_command(
    card: CardArgument,
    deck: Annotated[str, typer.Option(help="All cards you own: '7 copper, 3 estate, smithy'.")],
    coins: Annotated[int, typer.Option(min=0, help="Coins in hand, once its actions are played.")],
    buys: Annotated[int, typer.Option(min=1, help="Buys that the hand has.")] = 1,
    file: FileOption = None,
    provinces: ProvincesOption = 4,
    form: FormatOption = Format.table,
) -> None:
    """Show what to buy to have the Provinces in the fewest expected turns, by fresh hands.

    For example:

      llq dominion kingdom lookup smithy --deck "7c 3e 2 silver" --coins 5
    """
    from llq.query.dominion.kingdom.lookups import kingdom_lookup

    with progress_bar(SOLVING, transient=True):
        answer = kingdom_lookup(_cards(card, file)[0], deck, coins, buys, provinces)
    print_answer(answer, form)


def _cards(card: str, file: Path | None) -> tuple[KingdomCard, ...]:
    """Return the card of a name, or all cards, of a file or of those that ship with llq."""
    from llq.query.dominion.kingdom.lookups import read_kingdom_cards
    from llq.solver.dominion.kingdom.cards import find_card, kingdom_cards

    cards = read_kingdom_cards(file) if file else None
    return (find_card(card, cards),) if card else cards or kingdom_cards()


def _print_turns(
    card: str,
    file: Path | None,
    provinces: int,
    copies: int,
    rule: HandRule,
    threads: int,
    form: Format,
) -> None:
    from llq.query.dominion.kingdom.lookups import kingdom_ranking

    with progress_bar(SOLVING, transient=True) as progress:
        ranked = kingdom_ranking(
            provinces,
            copies=copies,
            cards=_cards(card, file) if card or file else None,
            rule=rule.value,
            threads=threads,
            progress=progress,
        )
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
