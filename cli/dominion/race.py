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
    """List the players of the race, what they buy and where their rules are from.

    For example:

      llq dominion race players
    """
    from llq.query.dominion.race.roster import race_players

    print_rows([{"player": player.name, "buys": player.summary} for player in race_players()], form)
