"""``llq dominion race players``."""

from __future__ import annotations

import typer

from llq.cli.groups import RoomGroup
from llq.cli.output.printing import Format, FormatOption, print_rows

race_app = typer.Typer(
    cls=RoomGroup, no_args_is_help=True, help="The two-player race: what to buy, matches, players."
)


@race_app.command("players")
def players_command(form: FormatOption = Format.table) -> None:
    """List the players of the race, what they buy and where that is from.

    All but the best play, the thesis's policy and random are menus, the last four of them with a
    kingdom card (--card).

    For example:

      llq dominion race players

      llq dominion race players --format json
    """
    from llq.query.dominion.menus.reading import known_menus
    from llq.query.dominion.race.roster import race_players

    menus = {menu.name: menu for menu in known_menus()}
    players = {player.name: player.summary for player in race_players()}
    titles = {name: f"{menu.title[0].upper()}{menu.title[1:]}." for name, menu in menus.items()}
    print_rows(
        [
            {
                "player": name,
                "buys": buys,
                "menu": str(menus.get(name, "")),
                "source": menus[name].source if name in menus else "",
            }
            for name, buys in (players | titles).items()
        ],
        form,
    )
