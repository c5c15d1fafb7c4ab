"""The ``llq`` command."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from llq.cli.dominion import dominion_app
from llq.cli.literature import literature_app
from llq.cli.literature_build import (
    build_literature_matches_command,
    build_literature_openings_command,
    build_literature_policies_command,
)
from llq.cli.lookup import lookup_command
from llq.cli.matches import compare_command, exact_command, simulate_command, verify_command
from llq.cli.plot import plot_app
from llq.cli.sql import export_command, sql_command
from llq.cli.sueca import sueca_app
from llq.cli.tables import build_app, tables_command, verify_files_command
from llq.errors import LlqError

__all__ = ["app", "main"]

_HELP = "A precomputed strategy database for card games: look up, query, simulate, verify."

app = typer.Typer(
    name="llq",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help=_HELP,
)
app.command("lookup")(lookup_command)
app.add_typer(dominion_app, name="dominion")
app.add_typer(sueca_app, name="sueca")
app.add_typer(literature_app, name="literature")
build_app.command("literature-policies")(build_literature_policies_command)
build_app.command("literature-matches")(build_literature_matches_command)
build_app.command("literature-openings")(build_literature_openings_command)
app.add_typer(build_app, name="build")
app.command("sql")(sql_command)
app.command("export")(export_command)
app.command("simulate")(simulate_command)
app.command("exact")(exact_command)
app.command("compare")(compare_command)
app.command("verify")(verify_command)
app.add_typer(plot_app, name="plot")
app.command("tables")(tables_command)
app.command("verify-files")(verify_files_command)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"llq {version('llq')}")
        raise typer.Exit


@app.callback()
def _root(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Hold the options that stand before a command."""


def main() -> None:
    """Run the command line; an expected failure prints one line and exits with 1."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may lack a letter, not the answer
    try:
        app()
    except LlqError as error:
        print(f"llq: {error}", file=sys.stderr)
        sys.exit(1)
