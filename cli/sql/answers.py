"""Printed SQL: the rows of each statement, the database's views and columns, one-line failures."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import wait
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from llq.cli.output.console import messages
from llq.cli.output.printing import Format, print_rows
from llq.cli.output.terminal_text import message_text, shorten
from llq.errors import LlqError, QueryRefused, UnknownGame
from llq.solver.jobs.threads import DaemonThreads

if TYPE_CHECKING:
    import duckdb

    from llq.query.sql.database import Connection

_MOST_ROWS = 1000
"""Maximum rows of a table on screen."""

_BATCH_ROWS = 10_000
_PATIENCE_SECONDS = 1.0
"""Grace period of an interrupted call."""

_ZONED = "TIMESTAMP WITH TIME ZONE"

_NOT_INTERNAL = "WHERE database_name = 'memory' AND NOT internal"
_TABLES = f"""
SELECT table_name AS name, comment FROM duckdb_tables() {_NOT_INTERNAL}
UNION ALL SELECT view_name, comment FROM duckdb_views() {_NOT_INTERNAL} ORDER BY name"""
_COLUMNS = f"""
SELECT column_name AS "column", data_type AS type, comment FROM duckdb_columns() {_NOT_INTERNAL}
AND table_name = lower(?) ORDER BY column_index"""

_Result = TypeVar("_Result")


def print_answers(connection: Connection, query: str, form: Format) -> None:
    """Run statements and print their rows, abridged only in table format."""
    try:
        query.encode()
    except UnicodeEncodeError as error:
        raise QueryRefused(
            f"the query is not valid Unicode: character {error.start + 1} is half a surrogate pair"
        ) from None
    statements = _call(connection, lambda: connection.extract_statements(query))
    if not statements:
        raise QueryRefused("the query is empty")
    for number, statement in enumerate(statements):
        if number and form is not Format.json:
            print()
        _print_answer(connection, statement, form)


def print_schema(connection: Connection, name: str | None, form: Format) -> None:
    """Print the commented list of views, or a single view's columns."""
    import duckdb

    title = ""
    if name is None:
        cursor, columns = connection.execute(_TABLES), ["name", "comment"]
    else:
        name = name.strip().rstrip(";").lower()
        if not name.isidentifier():
            raise UnknownGame(f"no view is named {shorten(name)!r}; llq sql --schema lists them")
        try:
            connection.execute(f"FROM {name} LIMIT 0")  # attaches what holds it
        except duckdb.Error as error:
            raise UnknownGame(message_text(error).removeprefix("Catalog Error: ")) from None
        comments = dict(connection.plain.execute(_TABLES).fetchall())
        title = f"{name}: {comments[name] or ''}"
        cursor, columns = connection.plain.execute(_COLUMNS, [name]), ["column", "type", "comment"]
    rows = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    print_rows(rows, form, title=title, columns=columns, as_given=True)


def _print_answer(connection: Connection, statement: duckdb.Statement, form: Format) -> None:
    from llq.query.records import distinct

    def run() -> list[tuple[Any, ...]]:
        answer = connection.execute(statement)
        if any(_ZONED in str(column[1]) for column in answer.description or ()):
            answer = connection.execute(_as_text(statement.query, answer.description or ()))
        if form is Format.json:
            return answer.fetchall()
        return answer.fetchmany(_BATCH_ROWS if form is Format.csv else _MOST_ROWS + 1)

    rows = _call(connection, run)
    columns = distinct([column[0] for column in connection.description or ()])
    if form is Format.csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(columns)
        while rows:
            writer.writerows(rows)
            rows = _call(connection, lambda: connection.fetchmany(_BATCH_ROWS))
        return
    printed = rows[:_MOST_ROWS] if form is Format.table else rows
    records = [dict(zip(columns, row, strict=True)) for row in printed]
    print_rows(records, form, columns=columns, as_given=True)
    if len(printed) < len(rows):
        messages.print(f"The first {_MOST_ROWS} rows; --format csv prints them all.")


def _as_text(query: str, description: Iterable[Sequence[Any]]) -> str:
    """Return a query with zoned times as text; fetching them in Python requires pytz."""
    from llq.store.database import quoted

    columns = ", ".join(
        f"#{index}{'::VARCHAR' if _ZONED in str(kind) else ''} AS {quoted(name)}"
        for index, (name, kind, *_) in enumerate(description, start=1)
    )
    return f"SELECT {columns} FROM ({query.rstrip().rstrip(';')}\n)"


def _call(connection: Connection, work: Callable[[], _Result]) -> _Result:
    """Run a DuckDB call in a separate thread and return its result.

    DuckDB may not notice Ctrl-C in the thread that called it until its work there is done. An
    abandoned call stops before passing data to DuckDB.
    """
    import duckdb

    try:
        with DaemonThreads(1) as pool:
            future = pool.submit(work)
            try:
                result: _Result = future.result()
            except KeyboardInterrupt:
                end = monotonic() + _PATIENCE_SECONDS
                while not future.done() and monotonic() < end:
                    connection.interrupt()  # again: one before the work has begun is lost
                    wait([future], timeout=0.1)
                raise
            return result
    except LlqError:
        raise
    except (duckdb.Error, RuntimeError, TypeError, ValueError, OverflowError) as error:
        raise QueryRefused(_reason(error)) from None


def _reason(error: Exception) -> str:
    """Return a DuckDB error message, with the query position on separate lines."""
    text = str(error).partition("Traceback (most recent call last)")[0]
    lines = [line for line in text.splitlines() if line.strip()]
    return "\n".join(lines) or type(error).__name__
