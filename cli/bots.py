"""``llq GAME bot`` for all games, and reports on bot programs."""

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from llq.cli.completions import complete
from llq.cli.options import SeedOption
from llq.cli.output.printing import Format, print_rows
from llq.query.games import find_game

_PlayerArgument = Annotated[
    str | None, typer.Argument(help="Who plays.", autocompletion=complete("player"))
]
BOT_SUMMARY = (
    "Answer requests of a table, a JSON object a line, as a bot of the protocol llq-json-v1."
)
_HELP = """By default {usual} plays. A folder with bot.json and a program that keeps this protocol,
in any language, is a player of llq {game} match: bot:FOLDER.

For example:

  llq {game} bot < requests.jsonl
"""


def bot_command(game: str) -> Callable[..., None]:
    """Return a game's bot command."""

    def command(player: _PlayerArgument = None, seed: SeedOption = 1) -> None:
        from llq.query.bots.server import serve

        serve(game, player, seed)

    help_text = _HELP.format(game=game, usual=find_game(game).bot)
    command.__doc__ = f"{BOT_SUMMARY}\n\n{help_text}"
    return command


def print_request_counts(form: Format) -> None:
    """Print the request counts of bot programs, below a match or league table."""
    program = sys.modules.get("llq.query.bots.program")
    if program is None or form is not Format.table:
        return
    for name, counters in program.COUNTERS.items():
        if counters:
            rows = program.rows_of(counters)
            print_rows(rows, form, title=f"what {name} was asked", as_given=True)
