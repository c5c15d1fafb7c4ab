"""The ``llq`` command."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from llq.cli.groups import BuildGroup, RootGroup
from llq.cli.love_letter.lookup import lookup_command
from llq.cli.sql import export_command, sql_command
from llq.cli.tables import tables_command, verify_files_command
from llq.errors import LlqError

__all__ = ["app", "main"]

app = typer.Typer(
    name="llq",
    cls=RootGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="A precomputed strategy database for card games: look up, query, simulate, verify.",
)
app.command("lookup")(lookup_command)
app.add_typer(typer.Typer(cls=BuildGroup, no_args_is_help=True, help="Build tables."), name="build")
app.command("tables")(tables_command)
app.command("verify-files")(verify_files_command)
app.command("sql")(sql_command)
app.command("export")(export_command)


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
