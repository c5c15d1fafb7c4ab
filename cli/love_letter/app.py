"""``llq love-letter``: the group of Love Letter's commands."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from llq.cli.bots import bot_command
from llq.cli.checks import AllOption, OnlyOption, print_checks
from llq.cli.completions import complete
from llq.cli.help_texts import with_texts
from llq.cli.leagues import league_command
from llq.cli.love_letter.compare import compare_command
from llq.cli.options import ThreadsOption
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar
from llq.cli.tables.builds import with_tables
from llq.query.tables.build_times import build_takes
from llq.solver.love_letter.editions import EDITIONS, Edition, edition


@with_texts(takes=build_takes("love_letter-classic-study"))
def verify_command(
    only: OnlyOption = None,
    every: AllOption = False,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Check the thesis on Love Letter: each figure beside ours, with z and a verdict.

    Our figures are from the study, which is built first if missing: {takes}.

    For example:

      llq love-letter verify

      llq love-letter verify --only differs

      llq love-letter verify --format csv
    """
    from llq.query.love_letter.exact.study_table import open_study
    from llq.query.love_letter.verification.run import verify

    study = with_tables(open_study, threads)
    with progress_bar("Comparing with the thesis", transient=True):
        checks = list(verify(study))
    print_checks(checks, form, "love-letter", only, every=every)


def editions_command(
    name: Annotated[
        str | None,
        typer.Argument(help="An edition, to list its rulings.", autocompletion=complete("variant")),
    ] = None,
    form: FormatOption = Format.table,
) -> None:
    """List the editions of Love Letter: cards, players, and what --edition calls them.

    With a name, list how its rules are read, by which source, and who reads them otherwise.

    For example:

      llq love-letter editions

      llq love-letter editions 2019
    """
    if name is None:
        print_rows([_edition_row(one) for one in EDITIONS.values()], form)
        return
    print_rows([ruling._asdict() for ruling in edition(name).rulings], form)


def _edition_row(box: Edition) -> dict[str, Any]:
    fewest, most = box.players
    return {
        "edition": ", ".join(box.variants),
        "box": box.title,
        "year": box.year,
        "cards": box.rules.deck_size,
        "players": f"{fewest} to {most}",
        "tokens to win": ", ".join(f"{n}: {won}" for n, won in box.tokens_to_win.items()),
        "source": box.rules.source,
    }


app = typer.Typer(no_args_is_help=True)
app.command("league")(
    league_command("love-letter", "table random", 200, "--setting variant=batman ")
)
app.command("compare")(compare_command)
app.command("bot")(bot_command("love-letter", "table"))
app.command("editions")(editions_command)
app.command("verify")(verify_command)
