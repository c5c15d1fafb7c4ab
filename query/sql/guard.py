"""What queries read; and those of strangers, which may read the views and do nothing else.

A connection that is closed to files still lets a query create tables, see settings and the paths
of files, and read the folder of the laid-out tables. DuckDB's own parser and tokenizer say what a
query consists of; whatever is not known to be harmless is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from llq.errors import QueryRefused

if TYPE_CHECKING:
    import duckdb

_TABLE_FUNCTIONS = frozenset(
    ["duckdb_columns", "duckdb_tables", "duckdb_views", "generate_series", "range", "unnest"]
)
_CATALOGS = frozenset(
    ["columns", "duckdb_columns", "duckdb_tables", "duckdb_views", "source", "tables"]
)
"""What is about all tables, of what a stranger may read."""
_ABOUT_ALL = ("duckdb_", "pg_", "pragma_", "sqlite_")
"""What the names of all other views and functions about all tables begin with."""
_KINDS_ABOUT_ALL = frozenset(["CALL", "EXPORT", "PRAGMA"])
"""Kinds of statement that may be about tables they do not name."""
_HARMLESS = frozenset(
    [
        *("SELECT", "EXPLAIN", "PRAGMA", "SET", "VARIABLE_SET", "CALL", "RELATION", "MULTI"),
        *("CREATE", "INSERT", "UPDATE", "DELETE", "DROP", "ALTER", "TRANSACTION"),
        *("ANALYZE", "VACUUM"),
    ]
)
"""Kinds of statement that touch no file; what they create is in memory."""
_FILES = frozenset(["attach", "copy", "detach", "export", "force", "import", "install", "load"])
"""What a statement about files or extensions begins with."""

_INCONSTANT = frozenset(
    ["current_date", "error", "get_current_timestamp", "now", "random", "today"]
)
"""Harmless ones among the functions whose results depend on more than their arguments."""
_MACROS = frozenset(["pg_sleep"])
_AFTER_PIVOT = frozenset(["using", "group", "order", "limit"])
"""What may follow the columns of a PIVOT."""


_MOST_PIVOTS = 100
"""Places in which a list of columns is tried."""


class Reading(NamedTuple):
    """What a query reads."""

    query: str
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
        raise QueryRefused(f"one query at a time; got {len(statements) or 'none'}")
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
    return Reading(statement.query, frozenset(read), is_about_all)


def lists_all(connection: duckdb.DuckDBPyConnection, statement: duckdb.Statement) -> bool:
    """Return whether a statement may be about all tables that there are, not those it names."""
    try:
        tree = _parsed(connection, statement.query)
    except QueryRefused:
        return False
    if tree is None:
        return statement.type.name in _KINDS_ABOUT_ALL
    return any(map(_is_about_all, _nodes(tree)))


def require_harmless(statement: duckdb.Statement) -> None:
    """Refuse a statement about files and extensions.

    DuckDB's own settings leave the tables' files open to a query, which could overwrite them or
    attach them again for writing.

    Raises
    ------
    duckdb.PermissionException
        It is about them.
    """
    import duckdb

    kind, words = statement.type.name, [token.word for token in _tokens(statement.query)]
    verbs = words[:1]
    if verbs == ["explain"]:  # its options are in brackets
        verbs = words[1:] if words[1:2] != ["("] else words[words.index(")") + 1 :]
        verbs = [word for word in verbs if word != "analyze"][:1]
    if kind not in _HARMLESS or not _FILES.isdisjoint(verbs):
        raise duckdb.PermissionException(
            f"Permission Error: {kind} statements are not run without access to files "
            "(llq sql --allow-files, llq.connect(read_only_files=False))"
        )


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
    columns, ``IN (1)``, put in front of a keyword. Only a text whose other tokens are those of the
    query is taken, so that what is judged is what will run.
    """
    encoded, tokens = query.rstrip().rstrip(";").encode(), _tokens(query.rstrip().rstrip(";"))
    texts = [query]
    if any(token.word == "pivot" for token in tokens):
        for place, token in enumerate([*tokens, _Token("limit", len(encoded), True)]):
            if token.word in _AFTER_PIVOT and token.is_keyword and len(texts) < _MOST_PIVOTS:
                parts = encoded[: token.start], b" IN (1) ", encoded[token.start :]
                text = b"".join(parts).decode(errors="replace")
                judged = [other[::2] for other in _tokens(text)]
                if judged == [other[::2] for other in [*tokens[:place], *_LIST, *tokens[place:]]]:
                    texts.append(text)
    for text in texts:
        (answer,) = connection.execute("SELECT json_serialize_sql(?)", [text]).fetchall()[0]
        try:
            tree: dict[str, Any] = json.loads(answer)
        except RecursionError:
            raise QueryRefused("the query is nested too deeply") from None
        if not tree["error"] and len(tree["statements"]) == 1:
            return tree
    return None


class _Token(NamedTuple):
    """A word of a query, in lower case, where it begins in bytes, and whether it is a keyword."""

    word: str
    start: int
    is_keyword: bool


_LIST = [
    _Token("in", 0, True), _Token("(", 0, False), _Token("1", 0, False), _Token(")", 0, False)
]  # fmt: skip


def _tokens(query: str) -> list[_Token]:
    """Return the tokens of a query, without comments."""
    import duckdb

    encoded, marks = query.encode(), duckdb.tokenize(query)
    ends = [start for start, _ in marks[1:]] + [len(encoded)]
    return [
        _Token(
            encoded[start:end].decode(errors="replace").strip().lower(),
            start,
            kind == duckdb.token_type.keyword,
        )
        for (start, kind), end in zip(marks, ends, strict=True)
        if kind != duckdb.token_type.comment
    ]


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
    """Return the functions that see more than their arguments, whatever these are.

    Since DuckDB 2.0.1 ``+`` and others go by the time zone where an argument has one.
    """
    rows = connection.execute(
        "SELECT function_name FROM duckdb_functions() WHERE stability IS NOT NULL GROUP BY ALL "
        "HAVING count(*) FILTER (stability = 'CONSISTENT') = 0"
    ).fetchall()
    return frozenset(name for (name,) in rows) - _INCONSTANT | _MACROS


def _internal_views(connection: duckdb.DuckDBPyConnection) -> frozenset[str]:
    """Return DuckDB's own views that show more than the names of the tables."""
    rows = connection.execute("SELECT view_name FROM duckdb_views() WHERE internal").fetchall()
    return frozenset(name for (name,) in rows) - _CATALOGS
