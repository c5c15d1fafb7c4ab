"""``llq dominion menus``: what people buy by, and where it goes wrong."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from llq.cli.completions import complete
from llq.cli.groups import RoomGroup
from llq.cli.options import ThreadsOption
from llq.cli.output.printing import (
    Format,
    FormatOption,
    print_rows,
    progress_bar,
)

MENU_HELP = "a menu such as 'province; gold; silver', or a file of one (.menu, .txt)"


def from_file(player: str) -> str:
    """Return a player or a menu as given, or the menu in the file that is named."""
    from llq.query.dominion.menus.reading import is_file, read_menu

    return str(read_menu(player)) if is_file(player) else player


MenuArgument = Annotated[
    str,
    typer.Argument(
        help=f"A name listed by llq dominion menus list, {MENU_HELP}.",
        autocompletion=complete("menu"),
        callback=from_file,
    ),
]
SilverOption = Annotated[
    int, typer.Option(min=2, max=24, help="Silvers a player may buy; two fewer Golds.")
]

menus_app = typer.Typer(
    cls=RoomGroup,
    no_args_is_help=True,
    help="Menus, ranked lists of what to buy: what they win, where they go wrong.",
)


@menus_app.command("list")
def list_command(form: FormatOption = Format.table) -> None:
    """List the menus that come with llq, with their wishes and where they are from.

    For example:

      llq dominion menus list

      llq dominion menus list --format json
    """
    from llq.query.dominion.menus.reading import known_menus

    rows = [{"name": one.name, "menu": str(one), "source": one.source} for one in known_menus()]
    print_rows(rows, form)


@menus_app.command("mistakes")
def mistakes_command(
    menu: MenuArgument,
    rows: Annotated[
        int, typer.Option("--rows", min=1, help="Mistakes that a table shows, worst first.")
    ] = 12,
    silver: SilverOption = 10,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Show where a menu goes wrong in the two-player race, by what it costs against best play.

    A row is a kind of situation. It costs what the best buys would win more there, as often as a
    game of the menu against best play meets it. JSON and CSV hold all of them.

    For example:

      llq dominion menus mistakes big_money_ultimate

      llq dominion menus mistakes "province; gold; duchy if provinces_left <= 5; silver"
    """
    from llq.query.dominion.menus.review import menu_mistakes

    with progress_bar("Solving the race (the first time compiles)") as progress:
        review = menu_mistakes(menu, silver=silver, threads=threads, progress=progress)
    if form is Format.json:
        print(json.dumps(review.to_dict(), indent=2))
        return
    found: list[dict[str, Any]] = review.to_dict()["mistakes"]
    if form is Format.csv:
        print_rows(found, form)
        return
    worst = [
        {"costs": f"{100 * one.costs:.2f} %", "where it goes wrong": str(one)}
        for one in review.mistakes[:rows]
    ]
    print_rows(worst, form, title=review.title, as_given=True)
