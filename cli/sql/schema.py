"""Database schema: relations, views and columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llq.cli.output.console import MOST_OF_A_MESSAGE
from llq.cli.output.printing import Format, print_rows, shown
from llq.errors import UnknownGame

if TYPE_CHECKING:
    from llq.query.sql.database import Connection

_HERE = "WHERE database_name = 'memory' AND NOT internal"
_TABLES = f"""
SELECT table_name AS name, comment FROM duckdb_tables() {_HERE}
UNION ALL SELECT view_name, comment FROM duckdb_views() {_HERE} ORDER BY name"""
_COLUMNS = f"""
SELECT column_name AS "column", data_type AS type, comment FROM duckdb_columns() {_HERE}
AND table_name = lower(?) ORDER BY column_index"""


def print_schema(connection: Connection, name: str | None, form: Format) -> None:
    """Print the commented list of views, or a single view's columns."""
    import duckdb

    title = ""
    if name is None:
        cursor, columns = connection.execute(_TABLES), ["name", "comment"]
    else:
        name = name.strip().rstrip(";").lower()
        if not name.isidentifier():
            raise UnknownGame(f"no view is named {shown(name)!r}; llq sql --schema lists them")
        try:
            connection.execute(f"FROM {name} LIMIT 0")  # attaches what holds it
        except duckdb.Error as error:
            raise UnknownGame(
                shown(error, MOST_OF_A_MESSAGE).removeprefix("Catalog Error: ")
            ) from None
        comments = dict(connection.plain.execute(_TABLES).fetchall())
        title = f"{name}: {comments[name] or ''}"
        cursor, columns = connection.plain.execute(_COLUMNS, [name]), ["column", "type", "comment"]
    rows = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    print_rows(rows, form, title=title, columns=columns, as_given=True)
