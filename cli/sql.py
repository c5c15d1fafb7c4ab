"""``llq sql`` and ``llq export``: the database."""

from __future__ import annotations

import warnings
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.love_letter.build import table_or_build
from llq.cli.output import Format, FormatOption, messages, print_files, progress_bar, shown
from llq.cli.sql_answers import print_answers
from llq.cli.sql_shell import run_shell
from llq.errors import TableLeftOut, TableMissing
from llq.solver.love_letter.variants import CLASSIC

if TYPE_CHECKING:
    import duckdb

__all__ = ["export_command", "sql_command"]

_CACHED_SECONDS = 1.5
"""Opening a database that is laid out already takes less, and needs no bar."""


class ExportTarget(StrEnum):
    """What to export to."""

    duckdb = "duckdb"
    parquet = "parquet"


def sql_command(
    query: Annotated[
        str | None, typer.Argument(help="A query, or several; without one a shell opens.")
    ] = None,
    form: FormatOption = Format.table,
) -> None:
    """Ask the database by SQL, once or in a shell.

    Several queries, with ; between them, have an answer each. The shell knows .help.

    For example:

      llq sql "FROM love_letter_classic_opening ORDER BY win_prob DESC LIMIT 3"

      llq sql "SHOW TABLES" --format csv

      llq sql
    """
    connection = _connect()
    if query is not None:
        print_answers(connection, query, form)
    elif run_shell(connection, form):
        raise typer.Exit(1)


def export_command(
    target: Annotated[ExportTarget, typer.Argument(help="What to write.")],
    path: Annotated[Path, typer.Argument(help="The DuckDB file, or the folder for Parquet.")],
    form: FormatOption = Format.table,
) -> None:
    """Write the whole database to one DuckDB file, or to a folder of Parquet files.

    For example:

      llq export duckdb llq.duckdb

      llq export parquet parquet/
    """
    from llq.query.database import export_database, export_parquet

    _connect().close()  # builds a first table if there is none, says what is left out
    warnings.simplefilter("ignore", TableLeftOut)
    with progress_bar(f"Writing {shown(path)}"):
        if target is ExportTarget.duckdb:
            written: tuple[Path, ...] = (export_database(path),)
        else:
            written = export_parquet(path)
    print_files(written, form)


def _connect() -> duckdb.DuckDBPyConnection:
    """Return a connection; if there is no table at all, a first one is built."""
    from llq.query.database import connect

    label = "Laying out the database, once after each build"
    with warnings.catch_warnings(record=True) as refused:
        warnings.simplefilter("always", TableLeftOut)
        try:
            with progress_bar(label, transient=True, after=_CACHED_SECONDS):
                connection = connect()
        except TableMissing:
            table_or_build(CLASSIC)
            with progress_bar(label, transient=True, after=_CACHED_SECONDS):
                connection = connect()
    for warning in refused:
        messages.print(f"llq: {warning.message}", soft_wrap=True)
    return connection
