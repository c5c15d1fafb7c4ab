"""Query analysis, and a guard that confines strangers to reading views.

A query is read twice: here every part of it must be known to read, as DuckDB's own parser and
tokenizer say what it consists of, and it runs in a database that can open no file
(`llq.query.sql.database`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from llq.errors import QueryRefused
from llq.query.sql.functions import TABLE_FUNCTIONS, VALUE_FUNCTIONS

if TYPE_CHECKING:
    import duckdb

_QUERY_NODES = frozenset(["SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"])
"""Kinds of query that only read; others, such as DELETE or COPY within a WITH, write."""
_FROM_NODES = frozenset(
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
"""Catalogues of all tables, open to strangers."""
_ABOUT_ALL = ("duckdb_", "pg_", "pragma_", "sqlite_")
"""Name prefixes of other catalogue views and functions."""
_KINDS_ABOUT_ALL = frozenset(["CALL", "EXPORT", "PRAGMA"])
"""Statement kinds that may concern unnamed tables."""
_HARMLESS = frozenset(
    [
        *("SELECT", "EXPLAIN", "PRAGMA", "SET", "VARIABLE_SET", "CALL", "RELATION", "MULTI"),
        *("CREATE", "INSERT", "UPDATE", "DELETE", "DROP", "ALTER", "TRANSACTION"),
        *("ANALYZE", "VACUUM"),
    ]
)
"""Statement kinds that touch no file; created objects stay in memory."""
_FILES = frozenset(["attach", "copy", "detach", "export", "force", "import", "install", "load"])
"""First words of statements about files or extensions."""

_CALLABLE = VALUE_FUNCTIONS | TABLE_FUNCTIONS
_TEXTS_AS_SQL = frozenset(["json_execute_serialized_sql", "query"])
"""Functions that run a text as SQL."""
_WRITING = "; llq export writes files, llq sql --allow-files runs anything"
_AFTER_PIVOT = frozenset(["using", "group", "order", "limit"])
"""Keywords allowed after a PIVOT's columns."""

_MOST_PIVOTS = 99
"""Limit on the positions tried for a PIVOT's column list."""


class QueryReading(NamedTuple):
    """The relations read by a query."""

    query: str
    names: frozenset[str]
    lists_all: bool
    """Whether it concerns all existing tables."""


def reading_of(connection: duckdb.DuckDBPyConnection, query: str) -> QueryReading:
    """Return the names that a query reads; refuse anything beyond reading views.

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
    names, is_about_all = set(), False
    for node in _nodes(tree):
        is_about_all |= _is_about_all(node)
        kind = str(node.get("type"))
        if kind.endswith("_NODE") and kind not in _QUERY_NODES:
            verb = kind.partition("_")[0]
            raise QueryRefused(f"{verb} is not answered here: queries read the views{_WRITING}")
        if "sample" in node and "alias" in node and kind not in _FROM_NODES:
            raise QueryRefused(f"{kind} is not answered here: queries read the views alone")
        if kind == "TABLE_FUNCTION":
            _require_listed(node["function"]["function_name"], TABLE_FUNCTIONS)
        elif kind == "BASE_TABLE":
            names.add(_listed_relation(node))
        elif "function_name" in node:
            _require_listed(node["function_name"], _CALLABLE)
    return QueryReading(statement.query, frozenset(names), is_about_all)


def lists_all(connection: duckdb.DuckDBPyConnection, statement: duckdb.Statement) -> bool:
    """Return whether a statement may concern all existing tables, beyond those named."""
    try:
        tree = _parsed(connection, statement.query)
    except QueryRefused:
        return False
    if tree is None:
        return statement.type.name in _KINDS_ABOUT_ALL
    return any(map(_is_about_all, _nodes(tree)))


def require_harmless(statement: duckdb.Statement) -> None:
    """Refuse statements about files and extensions, even within a WITH or a text.

    DuckDB's own settings leave the tables' files open to a query, which could overwrite them or
    attach them again for writing.
    """
    import duckdb

    kind, words = statement.type.name, [token.word for token in _tokens(statement.query)]
    verbs = words[:1]
    if verbs == ["explain"]:
        options_end = words.index(")") + 1 if words[1:2] == ["("] else 1
        verbs = [word for word in words[options_end:] if word != "analyze"][:1]
    for before, word, after in zip(words, words[1:], words[2:], strict=False):
        if (before == "(" and after not in (")", ",")) or (word in _TEXTS_AS_SQL and after == "("):
            verbs.append(word)
    if kind not in _HARMLESS or not (_FILES | _TEXTS_AS_SQL).isdisjoint(verbs):
        raise duckdb.PermissionException(
            f"Permission Error: {kind} statements are not run without access to files "
            "(llq export, llq.connect(read_only_files=False))"
        )


def _require_listed(name: str, listed: frozenset[str]) -> None:
    if name.lower() not in listed and name[:1].isidentifier():
        raise QueryRefused(f"{name}() is not answered here: queries read the views alone")


def _listed_relation(node: dict[str, Any]) -> str:
    """Return a FROM clause's relation name; refuse files and unlisted catalogues."""
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
    """Return DuckDB's parse tree of a reading query, otherwise None.

    The parser shows no PIVOT whose columns are still to be found: it is shown one with a list of
    columns.
    """
    for text in (query, *islice(_with_pivot_lists(query), _MOST_PIVOTS)):
        (answer,) = connection.execute("SELECT json_serialize_sql(?)", [text]).fetchall()[0]
        try:
            tree: dict[str, Any] = json.loads(answer)
        except RecursionError:
            raise QueryRefused("the query is nested too deeply") from None
        if not tree["error"] and len(tree["statements"]) == 1:
            return tree
    return None


def _with_pivot_lists(query: str) -> Iterator[str]:
    """Yield a PIVOT query with a list of columns, ``IN (1)``, in front of each keyword in turn.

    Only a text whose other tokens are those of the query is taken, so that what is judged is what
    will run.
    """
    text = query.rstrip().rstrip(";")
    encoded, tokens = text.encode(), _tokens(text)
    if not any(token.word == "pivot" for token in tokens):
        return
    for index, token in enumerate([*tokens, _Token("limit", len(encoded), True)]):
        if token.word in _AFTER_PIVOT and token.is_keyword:
            parts = encoded[: token.start], b" IN (1) ", encoded[token.start :]
            text = b"".join(parts).decode(errors="replace")
            expected = [*tokens[:index], *_LIST, *tokens[index:]]
            if [token.kind for token in _tokens(text)] == [token.kind for token in expected]:
                yield text


class _Token(NamedTuple):
    """A query token: lower-case word, byte offset, and keyword flag."""

    word: str
    start: int
    is_keyword: bool

    @property
    def kind(self) -> tuple[str, bool]:
        """The token without its place."""
        return self.word, self.is_keyword


_LIST = [
    _Token("in", 0, True), _Token("(", 0, False), _Token("1", 0, False), _Token(")", 0, False)
]  # fmt: skip


def _tokens(query: str) -> list[_Token]:
    """Return a query's tokens, comments excluded."""
    import duckdb

    encoded, marks = query.encode(), duckdb.tokenize(query)
    tokens = []
    for (start, kind), (end, _) in pairwise([*marks, (len(encoded), None)]):
        word = encoded[start:end].decode(errors="replace").strip().lower()
        if kind != duckdb.token_type.comment:
            tokens.append(_Token(word, start, kind == duckdb.token_type.keyword))
    return tokens


def _nodes(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    unvisited: list[Any] = [tree]
    while unvisited:
        part = unvisited.pop()
        if isinstance(part, dict):
            yield part
            unvisited += part.values()
        elif isinstance(part, list):
            unvisited += part
