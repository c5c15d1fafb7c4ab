"""``llq love-letter``: the group of Love Letter's commands."""

from __future__ import annotations

import typer

from llq.cli.love_letter.equilibrium import equilibrium_command
from llq.cli.love_letter.lookup import lookup_command
from llq.cli.love_letter.matches import (
    compare_command,
    exact_command,
    match_command,
    players_command,
)
from llq.cli.love_letter.pictures import plot_command
from llq.cli.love_letter.responses import exploit_command
from llq.cli.love_letter.rounds import track_command
from llq.cli.love_letter.verification import verify_command

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)
app.command("lookup")(lookup_command)
app.command("track")(track_command)
app.command("match")(match_command)
app.command("exact")(exact_command)
app.command("exploit")(exploit_command)
app.command("equilibrium")(equilibrium_command)
app.command("compare")(compare_command)
app.command("players")(players_command)
app.command("verify")(verify_command)
app.command("plot")(plot_command)
