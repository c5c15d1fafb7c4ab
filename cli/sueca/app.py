"""``llq sueca``: leagues and bots; the rest are questions."""

import typer

from llq.cli.bots import bot_command
from llq.cli.leagues import league_command

app = typer.Typer(no_args_is_help=True)
app.command("league")(league_command("sueca", "rules random", 100, "--setting trump_from=last "))
app.command("bot")(bot_command("sueca", "strong"))
