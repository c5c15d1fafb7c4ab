"""``llq literature``: leagues and bots; the rest are questions."""

import typer

from llq.cli.bots import bot_command
from llq.cli.leagues import league_command

app = typer.Typer(no_args_is_help=True)
app.command("league")(league_command("literature", "quick possible", 20, "--setting rules=pagat "))
app.command("bot")(bot_command("literature", "strong"))
