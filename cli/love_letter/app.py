"""``llq love-letter``: leagues and bots; the rest are questions."""

import typer

from llq.cli.bots import bot_command
from llq.cli.leagues import league_command

app = typer.Typer(no_args_is_help=True)
app.command("league")(
    league_command("love-letter", "table random", 200, "--setting variant=batman ")
)
app.command("bot")(bot_command("love-letter", "table"))
