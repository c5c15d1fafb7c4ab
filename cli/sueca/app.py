"""``llq sueca``: advice, matches between teams, values of deals, the thesis."""

from __future__ import annotations

import typer

from llq.cli.output.printing import Format, FormatOption, print_rows
from llq.cli.sueca.advice import advise_command
from llq.cli.sueca.deal_values import deal_values_command
from llq.cli.sueca.matches import match_command
from llq.cli.sueca.pictures import plot_command
from llq.cli.sueca.verification import verify_command

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)
app.command("advise")(advise_command)
app.command("match")(match_command)
app.command("deal-values")(deal_values_command)


@app.command("players")
def players_command(form: FormatOption = Format.table) -> None:
    """List the built-in players of Sueca.

    For example:

      llq sueca players

      llq sueca players --format csv
    """
    from llq.query.sueca.built_in_players import players

    rows = [player.to_dict() for player in players()]
    for row in rows:
        del row["needs"]  # no player of Sueca needs a table
    print_rows(rows, form)


app.command("verify")(verify_command)
app.command("plot")(plot_command)
