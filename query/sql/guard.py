"""What queries read; and those of strangers, which may read the views and do nothing else.

A query is read twice: here every part of it must be known to read, as DuckDB's own parser and
tokenizer say what it consists of, and it runs in a database that can open no file
(`llq.query.sql.database`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from llq.errors import QueryRefused
from llq.query.sql.functions import FUNCTIONS, TABLE_FUNCTIONS

if TYPE_CHECKING:
    import duckdb

_QUERY_NODES = frozenset(["SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"])
"""Kinds of query that read; others, such as a DELETE or a COPY within a WITH, change something."""
_SOURCES = frozenset(
    [
        *("BASE_TABLE", "SUBQUERY", "JOIN", "TABLE_FUNCTION", "EMPTY", "EXPRESSION_LIST"),
        *("PIVOT", "SHOW_REF"),
    ]
)
"""Kinds of source in a FROM clause."""
_SCHEMAS = frozenset(["", "main", "information_schema"])
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

_CALLABLE = FUNCTIONS | TABLE_FUNCTIONS
_TEXTS_AS_SQL = frozenset(["json_execute_serialized_sql", "query"])
"""Functions that run a text as SQL."""
_WRITING = "; llq export writes files, llq sql --allow-files runs anything"
_AFTER_PIVOT = frozenset(["using", "group", "order", "limit"])
"""What may follow the columns of a PIVOT."""

_MOST_PIVOTS = 100
"""Places in which a list of columns is tried."""


class Reading(NamedTuple):
    """What a query reads."""

    query: str
    names: frozenset[str]
    lists_all: bool
    """Whether it concerns all existing tables."""


def reading_of(connection: duckdb.DuckDBPyConnection, query: str) -> Reading:
    """Return what a query reads, if all it does is to read the views.

    Of the connection, which may be to any database, only the parser is used.
    """
    statements = connection.extract_statements(query)
    if len(statements) != 1:
        raise QueryRefused(f"one query at a time; got {len(statements) or 'none'}")
    (statement,) = statements
    tree = _parsed(connection, statement.query)
    if tree is None:
        raise QueryRefused(
            f"{statement.type.name} is not answered here: queries begin with SELECT, FROM, WITH, "
            f"VALUES, PIVOT, DESCRIBE, SUMMARIZE or SHOW TABLES{_WRITING}"
        )
    read, is_about_all = set(), False
    for node in _nodes(tree):
        is_about_all |= _is_about_all(node)
        kind = str(node.get("type"))
        if kind.endswith("_NODE") and kind not in _QUERY_NODES:
            verb = kind.partition("_")[0]
            raise QueryRefused(f"{verb} is not answered here: queries read the views{_WRITING}")
        if "sample" in node and "alias" in node and kind not in _SOURCES:
            raise QueryRefused(f"{kind} is not answered here: queries read the views alone")
        if kind == "TABLE_FUNCTION":
            _require_listed(node["function"]["function_name"], TABLE_FUNCTIONS)
        elif kind == "BASE_TABLE":
            read.add(_listed_relation(node))
        elif "function_name" in node:
            _require_listed(node["function_name"], _CALLABLE)
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
    """Refuse a statement about files and extensions, also within a WITH or in a text.

    DuckDB's own settings leave the tables' files open to a query, which could overwrite them or
    attach them again for writing.
    """
    import duckdb

    kind, words = statement.type.name, [token.word for token in _tokens(statement.query)]
    verbs = words[:1]
    if verbs == ["explain"]:  # its options are in brackets
        verbs = words[1:] if words[1:2] != ["("] else words[words.index(")") + 1 :]
        verbs = [word for word in verbs if word != "analyze"][:1]
    for before, word, after in zip(words, words[1:], words[2:], strict=False):
        if (before == "(" and after not in (")", ",")) or (word in _TEXTS_AS_SQL and after == "("):
            verbs.append(word)
    if kind not in _HARMLESS or not (_FILES | _TEXTS_AS_SQL).isdisjoint(verbs):
        raise duckdb.PermissionException(
            f"Permission Error: {kind} statements are not run without access to files "
            "(llq export, llq.connect(read_only_files=False))"
        )


def _require_listed(name: str, listed: frozenset[str]) -> None:
    """Refuse a function that is neither an operator nor listed."""
    if name.lower() not in listed and name[:1].isidentifier():
        raise QueryRefused(f"{name}() is not answered here: queries read the views alone")


def _listed_relation(node: dict[str, Any]) -> str:
    """Return the name of a relation in a FROM clause; refuse a file, and what llq did not make."""
    name, schema = str(node["table_name"]).lower(), str(node["schema_name"]).lower()
    is_internal = schema == "information_schema" or name.startswith(_ABOUT_ALL)
    if (
        node["catalog_name"]
        or schema not in _SCHEMAS
        or (is_internal and name not in _CATALOGS)
        or not name.replace(" ", "_").isidentifier()
    ):
        raise QueryRefused(f"{name!r} is not read here: queries read the views alone")
    return name


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
