"""What queries read; and those of strangers, which may read the views and do nothing else.

A connection that is closed to files still lets a query create tables, see settings and the paths
of files, and read the folder of the laid-out tables. DuckDB's own parser says what a query consists
of; whatever is not known to be harmless is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from llq.errors import QueryRefused

if TYPE_CHECKING:
    import duckdb

_TABLE_FUNCTIONS = frozenset(
    ["duckdb_columns", "duckdb_tables", "duckdb_views", "generate_series", "range", "unnest"]
)
_CATALOGS = frozenset(
    ["columns", "duckdb_columns", "duckdb_tables", "duckdb_views", "sources", "tables"]
)
"""What is about all tables, of what a stranger may read."""
_ABOUT_ALL = ("duckdb_", "pg_", "pragma_", "sqlite_")
"""What the names of all other views and functions about all tables begin with."""
_ABOUT_SOME = frozenset(["CREATE", "DELETE", "EXPLAIN", "INSERT", "UPDATE"])
"""Statements that are about the tables they name, though the parser shows none."""

_INCONSTANT = frozenset(
    ["current_date", "error", "get_current_timestamp", "now", "random", "today"]
)
"""Harmless ones among the functions whose results depend on more than their arguments."""
_MACROS = frozenset(["pg_sleep"])
_AFTER_PIVOT = re.compile(r"\b(?:USING|GROUP|ORDER|LIMIT)\b|\Z", re.IGNORECASE)
"""What may follow the columns of a PIVOT."""


class Reading(NamedTuple):
    """What a query reads."""

    names: frozenset[str]
    lists_all: bool
    """Whether it is about all tables that there are."""


def reading_of(connection: duckdb.DuckDBPyConnection, query: str) -> Reading:
    """Return what a query reads, if all it does is to read the views.

    Parameters
    ----------
    connection
        To any database; only its parser is used.
    query
        The query.

    Raises
    ------
    QueryRefused
        It does anything else.
    duckdb.Error
        It is no SQL.
    """
    statements = connection.extract_statements(query)
    if len(statements) != 1:
        raise QueryRefused(f"one query at a time; this is {len(statements) or 'none'}")
    (statement,) = statements
    tree = _parsed(connection, statement.query)
    if tree is None:
        raise QueryRefused(
            f"{statement.type.name} is not answered here: queries begin with SELECT, FROM, WITH, "
            "VALUES, PIVOT, DESCRIBE, SUMMARIZE or SHOW TABLES"
        )
    read, is_about_all = set(), False
    inconstant = _inconstant(connection)
    internal = _internal_views(connection)
    for node in _nodes(tree):
        is_about_all |= _is_about_all(node)
        if node.get("type") == "TABLE_FUNCTION":
            name = str(node["function"]["function_name"]).lower()
            if name not in _TABLE_FUNCTIONS:
                raise QueryRefused(f"{name}() is not answered here: queries read the views alone")
        elif node.get("type") == "BASE_TABLE":
            name = str(node["table_name"]).lower()
            if name in internal or not name.replace(" ", "_").isidentifier():
                raise QueryRefused(f"{name!r} is not read here: queries read the views alone")
            read.add(name)
        elif "function_name" in node:
            name = str(node["function_name"]).lower()
            if name in inconstant:
                raise QueryRefused(
                    f"{name}() is not answered here: it depends on more than its arguments"
                )
    return Reading(frozenset(read), is_about_all)


def lists_all(connection: duckdb.DuckDBPyConnection, query: str) -> bool:
    """Return whether a query may be about all tables that there are, not only those it names.

    What is no SQL is about none.
    """
    import duckdb

    text = query.encode(errors="replace").decode()  # a lone surrogate is refused when it is run
    try:
        for statement in connection.extract_statements(text):
            tree = _parsed(connection, statement.query)
            if tree is None and statement.type.name not in _ABOUT_SOME:
                return True
            if tree is not None and any(map(_is_about_all, _nodes(tree))):
                return True
    except (duckdb.Error, QueryRefused):
        pass
    return False


def _is_about_all(node: dict[str, Any]) -> bool:
    """Return whether a part of a query is about all tables."""
    match node.get("type"):
        case "SHOW_REF":
            return bool(node["show_type"] == "SHOW_SPECIAL")
        case "TABLE_FUNCTION":
            name = str(node["function"]["function_name"]).lower()
        case "BASE_TABLE":
            name = str(node["table_name"]).lower()
        case _:
            return False
    return name in _CATALOGS or name.startswith(_ABOUT_ALL)


def _parsed(connection: duckdb.DuckDBPyConnection, query: str) -> dict[str, Any] | None:
    """Return a query as DuckDB's parser sees it; None if it is not one that reads.

    The parser shows no PIVOT whose columns are still to be found: it is shown one with a list of
    columns, ``IN (1)``, put where that is grammatical. In whatever place, this leaves every other
    word what it was.
    """
    query = query.rstrip().rstrip(";")
    ends = [found.start() for found in _AFTER_PIVOT.finditer(query)]
    for text in (query, *(f"{query[:end]} IN (1) {query[end:]}" for end in ends)):
        (said,) = connection.execute("SELECT json_serialize_sql(?)", [text]).fetchall()[0]
        try:
            tree: dict[str, Any] = json.loads(said)
        except RecursionError:
            raise QueryRefused("the query is nested too deeply") from None
        if not tree["error"] and len(tree["statements"]) == 1:
            return tree
    return None


def _nodes(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every part of a query."""
    waiting: list[Any] = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield part
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part


def _inconstant(connection: duckdb.DuckDBPyConnection) -> frozenset[str]:
    """Return the functions that see more than their arguments."""
    rows = connection.execute(
        "SELECT DISTINCT function_name FROM duckdb_functions() WHERE stability <> 'CONSISTENT'"
    ).fetchall()
    return frozenset(name for (name,) in rows) - _INCONSTANT | _MACROS


def _internal_views(connection: duckdb.DuckDBPyConnection) -> frozenset[str]:
    """Return DuckDB's own views that show more than the names of the tables."""
    rows = connection.execute("SELECT view_name FROM duckdb_views() WHERE internal").fetchall()
    return frozenset(name for (name,) in rows) - _CATALOGS
