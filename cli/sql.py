"""``llq sql`` and ``llq export``: the database."""

from __future__ import annotations

import contextlib
import csv
import re
import sys
import warnings
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.love_letter.build import open_or_build
from llq.cli.output import Format, FormatOption, messages, print_rows
from llq.errors import LlqError, TableLeftOut, TableMissing

if TYPE_CHECKING:
    import duckdb

__all__ = ["export_command", "sql_command"]

_MOST_ROWS = 1000
"""Rows of a table on a screen; more take minutes to lay out and are read by no one."""

_BATCH = 10_000


class ExportTarget(StrEnum):
    """What to export to."""

    duckdb = "duckdb"
    parquet = "parquet"


def sql_command(
    query: Annotated[str | None, typer.Argument(help="A query; none opens a shell.")] = None,
    form: FormatOption = Format.table,
) -> None:
    """Ask the database by SQL, once or in a shell.

    For example:

      llq sql "FROM love_letter_classic_opening ORDER BY win_prob DESC LIMIT 3"

      llq sql "SHOW TABLES" --format csv

      llq sql
    """
    connection = _connect()
    if query is None:
        _shell(connection)
    else:
        _answer(connection, query, form)


def export_command(
    target: Annotated[ExportTarget, typer.Argument(help="What to write.")],
    path: Annotated[Path, typer.Argument(help="The DuckDB file, or the folder for Parquet.")],
) -> None:
    """Write the whole database to one DuckDB file, or to a folder of Parquet files.

    For example:

      llq export duckdb llq.duckdb

      llq export parquet parquet/
    """
    from llq.query.database import export_database, export_parquet

    _connect().close()  # builds a first table if there is none, says what is left out
    warnings.simplefilter("ignore", TableLeftOut)
    written = (export_database(path),) if target is ExportTarget.duckdb else export_parquet(path)
    for file in written:
        print(file)


def _connect() -> duckdb.DuckDBPyConnection:
    """Return a connection, with the first table built if there is none."""
    from llq.query.database import connect

    with warnings.catch_warnings(record=True) as refused:
        warnings.simplefilter("always", TableLeftOut)
        try:
            connection = connect()
        except TableMissing:
            open_or_build("classic")
            connection = connect()
    for warning in refused:
        messages.print(f"llq: {warning.message}", markup=False, soft_wrap=True)
    return connection


def _answer(connection: duckdb.DuckDBPyConnection, query: str, form: Format) -> None:
    """Run one query and print its rows; only a table is kept short."""
    import duckdb

    try:
        result = connection.execute(query)
        if result is None or result.description is None:
            raise LlqError("the query is empty")
        columns = _distinct([column[0] for column in result.description])
        if form is Format.csv:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(columns)
            while rows := result.fetchmany(_BATCH):
                writer.writerows(rows)
            return
        rows = result.fetchmany(_MOST_ROWS + 1) if form is Format.table else result.fetchall()
    except duckdb.Error as error:
        reason = " ".join(str(error).split())
        raise LlqError(reason + _who_builds(reason)) from None
    shown = rows[:_MOST_ROWS] if form is Format.table else rows
    print_rows(
        [dict(zip(columns, row, strict=True)) for row in shown],
        form,
        columns=columns,
        as_given=True,
    )
    if len(shown) < len(rows):
        messages.print(f"The first {_MOST_ROWS} rows; --format csv prints them all.")


def _who_builds(reason: str) -> str:
    """Return what builds the views of a game, where one was asked for that is not there."""
    from llq.query.games import all_games

    asked = re.search(r"Table with name (\w+) does not exist", reason)
    name = asked[1].lower() if asked else ""
    game = next((game for game in all_games() if name.startswith(game.module)), None)
    if game is None:
        return ""
    commands = " and ".join(f"llq build {kind.name}" for kind in game.tables)
    return f"; views of {game.name} are there once built, by {commands}"


def _distinct(names: list[str]) -> list[str]:
    """Return column names with those that repeat numbered: a, a_2."""
    seen: dict[str, int] = {}
    out = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        out.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return out


def _shell(connection: duckdb.DuckDBPyConnection) -> None:
    """Read queries until the end of input; a query ends with a semicolon, or with the input."""
    asked = sys.stdin.isatty()
    if asked:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # line editing and history for input()
        messages.print("Queries end with ; — SHOW TABLES; lists the views. Ctrl-D leaves.")
    lines: list[str] = []
    ended = False
    while not ended:
        try:
            lines.append(input(("...> " if lines else "llq> ") if asked else ""))
        except EOFError:
            ended = True
        except KeyboardInterrupt:
            lines.clear()
            messages.print()
        query = "\n".join(lines).strip()
        if query and (query.endswith(";") or ended):
            lines.clear()
            try:
                _answer(connection, query, Format.table)
            except LlqError as error:
                messages.print(f"llq: {error}", style="red", markup=False)
