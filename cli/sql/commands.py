"""``llq sql`` and ``llq export``: the database."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.completions import views
from llq.cli.options import ReplaceOption
from llq.cli.output.console import messages
from llq.cli.output.printing import Format, FormatOption, print_files
from llq.cli.output.progress import working
from llq.cli.output.terminal_text import message_text
from llq.cli.sql.answers import print_answers, print_schema
from llq.cli.sql.shell import run_shell
from llq.errors import TableLeftOut

if TYPE_CHECKING:
    from llq.query.sql.database import Connection


class ExportTarget(StrEnum):
    """Format of an export."""

    duckdb = "duckdb"
    parquet = "parquet"


def sql_command(
    query: Annotated[
        str | None,
        typer.Argument(
            help="A query, or several; without one, a shell opens.", autocompletion=views
        ),
    ] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Describe the views, or the columns of one.")
    ] = False,
    allow_files: Annotated[
        bool,
        typer.Option(
            "--allow-files", help="Let queries use files, the network, extensions and settings."
        ),
    ] = False,
    form: FormatOption = Format.table,
) -> None:
    """Query the database with SQL, once or in a shell.

    Several queries, separated by ;, are answered one by one. In the shell, .help lists its
    commands. Queries read the tables and nothing else.

    For example:

      llq sql "FROM love_letter_classic_opening ORDER BY win_prob DESC LIMIT 3"

      llq sql "SHOW TABLES" --format csv

      llq sql --schema love_letter_classic_opening

      llq sql
    """
    from llq.query.sql.database import ReadingConnection, open_connection

    connection: Connection
    has_comments = schema or query is None
    if allow_files:
        with _reporting_left_out():
            connection = open_connection(
                read_only_files=False, is_lazy=query is not None, has_comments=has_comments,
                is_building=True, working=working,
            )  # fmt: skip
    else:
        connection = ReadingConnection(has_comments=has_comments, is_building=True, working=working)
    if schema:
        print_schema(connection, query, form)
    elif query is not None:
        with _reporting_left_out():  # as soon as a name is looked for everywhere
            print_answers(connection, query, form)
    elif run_shell(connection, form):
        raise typer.Exit(1)


def export_command(
    target: Annotated[ExportTarget, typer.Argument(help="What to write.")],
    path: Annotated[Path, typer.Argument(help="The DuckDB file or a folder for Parquet (100 MB).")],
    replace: ReplaceOption = False,
    large: Annotated[
        bool, typer.Option("--large", help="Include large tables that no query has named yet.")
    ] = False,
    form: FormatOption = Format.table,
) -> None:
    """Write the whole database to one DuckDB file, or to a folder of Parquet files.

    For example:

      llq export duckdb llq.duckdb

      llq export parquet parquet/
    """
    from llq.query.sql.exports import export_database, export_parquet

    with _reporting_left_out():
        if target is ExportTarget.duckdb:
            files = [export_database(path, replace=replace, large=large, working=working)]
        else:
            files = [*export_parquet(path, replace=replace, large=large, working=working)]
    print_files(files, form)


@contextmanager
def _reporting_left_out() -> Iterator[None]:
    """Print warnings about refused tables in one line each, not in Python's form."""
    with warnings.catch_warnings(record=True) as refused:
        warnings.simplefilter("always", TableLeftOut)
        try:
            yield
        finally:
            for message in dict.fromkeys(str(warning.message) for warning in refused):
                messages.print(f"llq: {message_text(message)}")
