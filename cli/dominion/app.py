"""``llq dominion``: the group of Dominion's commands."""

from __future__ import annotations

import typer

from llq.cli.dominion.custom_games import check_command
from llq.cli.dominion.fewest import fewest_command
from llq.cli.dominion.kingdom import kingdom_command
from llq.cli.dominion.lookup import lookup_command
from llq.cli.dominion.matches import (
    exact_command,
    match_command,
    players_command,
    scores_command,
    simulate_command,
)
from llq.cli.dominion.pictures import plot_command
from llq.cli.dominion.race import race_app
from llq.cli.dominion.verification import verify_command

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)
app.command("lookup")(lookup_command)
app.add_typer(race_app, name="race")
app.command("fewest")(fewest_command)
app.command("kingdom")(kingdom_command)
app.command("match")(match_command)
app.command("exact")(exact_command)
app.command("simulate")(simulate_command)
app.command("scores")(scores_command)
app.command("players")(players_command)
app.command("check")(check_command)
app.command("verify")(verify_command)
app.command("plot")(plot_command)
