"""``llq love-letter``: leagues, bots and comparisons; the rest are questions."""

from __future__ import annotations

import typer

from llq.cli.bots import bot_command
from llq.cli.leagues import league_command
from llq.cli.love_letter.compare import compare_command

app = typer.Typer(no_args_is_help=True)
app.command("league")(
    league_command("love-letter", "table random", 200, "--setting variant=batman ")
)
app.command("compare")(compare_command)
app.command("bot")(bot_command("love-letter", "table"))
