"""``llq dominion menus list``."""

from __future__ import annotations

import typer

from llq.cli.groups import RoomGroup
from llq.cli.output.printing import Format, FormatOption, print_rows

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
