"""One DuckDB database over all built tables.

A connection has a database of its own, in memory, with views over everything in the table files
(`llq.query.sql.table_cache`). Larger tables are laid out when a query first names one of their
views.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from threading import RLock
from types import MappingProxyType
from typing import Any, Self, TypeVar

import duckdb
import numpy as np

from llq.errors import LlqError, TableLeftOut, TableMissing
from llq.query.games import kinds_of
from llq.query.sql.guard import lists_all
from llq.query.sql.table_cache import (
    CONTENTS,
    BuiltTable,
    built_tables,
    checked_table,
    find_layout,
    lay_out,
    layout_folder,
)
from llq.query.table_kinds import TableKind
from llq.store import database
from llq.store.database import literal, quoted
from llq.store.interruption import Interruption
from llq.store.schema import canonical_json, rules_name

SOURCES = "sources"
SOURCES_COMMENT = "Where each view comes from: one row a relation or view that llq made."
_COLUMNS = {
    "name": "the relation or view",
    "table_file": "the table file it is laid out from",
    "content_hash": "SHA-256 of that table's content, which a second build has too",
    "rules": "edition of the rules and version of their encoding",
    "command": "builds the table",
    "seed": "of the table's random numbers; NULL where there are none",
    "games": "sample size, in games of each match or opening; NULL where there is none",
    "accuracy": "how exact the numbers are, or which columns hold their standard errors",
    "paper": "the publication whose figures these are; NULL where llq computed them",
    "created": "when the table was built, in UTC",
    "seconds": "how long that took",
    "versions": "of llq, Python and the packages that numbers go through, as JSON",
    "machine": "that built it: processor, cores and operating system, as JSON",
}
_CLOSED = """
SET autoinstall_known_extensions = false;
SET autoload_known_extensions = false;
SET allow_persistent_secrets = false;
SET enable_external_access = false;
SET lock_configuration = true"""
_HARMLESS = frozenset(
    [
        *("SELECT", "EXPLAIN", "PRAGMA", "SET", "VARIABLE_SET", "CALL", "RELATION", "MULTI"),
        *("CREATE", "INSERT", "UPDATE", "DELETE", "DROP", "ALTER", "TRANSACTION"),
        *("ANALYZE", "VACUUM"),
    ]
)
"""Kinds of statement that touch no file; what they create is in memory."""
_FILES = re.compile(r"\b(attach|copy|detach|export|import|install|load)\b", re.IGNORECASE)
_MISSING = re.compile(r"Table with name (\w+) does not exist")

_Result = TypeVar("_Result")
Working = Callable[[str], AbstractContextManager[object]]


def connect(*, read_only_files: bool = True) -> Connection:
    """Return a connection to a database with every view over the built tables.

    A query that names a view of a large table has the table laid out first; one that names a view
    of a table that is not built raises `TableMissing`. What a query creates is in memory and
    disappears with the connection. Each connection is for one thread; give every other thread a
    ``cursor()`` of it.

    Parameters
    ----------
    read_only_files
        Queries read the tables, in files opened for reading, and nothing else: no other file, no
        network, no extension, and no setting can be changed. False lets them do all that DuckDB
        can do to this user's files.

    Raises
    ------
    TableMissing
        No table has been built; the message has the command.
    TruncatedTable, ForeignTable, FormatTooOld, FormatTooNew, CorruptTable, StaleTable
        Every built table is refused, the first of them for this reason.
    TableNotWritable
        The cache folder cannot be written to.

    Warns
    -----
    TableLeftOut
        For each table that is refused while others are not, with the reason and the remedy.

    Examples
    --------
    >>> import llq
    >>> query = "SELECT win_prob FROM love_letter_classic_opening WHERE b1 = 1 AND b2 = 8"
    >>> llq.connect().execute(query).fetchone()
    (0.705616033731113,)
    """
    return open_connection(read_only_files=read_only_files)


def open_connection(
    *,
    read_only_files: bool = True,
    large: bool = False,
    only_for: str | None = None,
    working: Working = lambda _: nullcontext(),
    settings: Mapping[str, str | int] = MappingProxyType({}),
) -> Connection:
    """Return a connection, as `connect` does.

    Parameters
    ----------
    read_only_files
        As in `connect`.
    large
        Whether large tables are laid out too.
    only_for
        The only query that will be run: tables that it does not name are not attached, and names
        have no comments unless it may be about them, which would take half the time of a short
        query.
    working
        Returns a context manager, given a line that says which table is being laid out; it is
        entered for as long as that takes.
    settings
        DuckDB's, such as ``{"memory_limit": "1GB"}``, from the beginning.

    Raises and warns as `connect` does.
    """
    tables = _Tables(is_closed=read_only_files, working=working)
    connection = _in_memory(**settings)
    if only_for is None or lists_all(connection, only_for):
        tables.find_all()
        tables.attach(connection, tables.listed(large=large))
    if read_only_files:
        # what is laid out later must lie where DuckDB may look
        connection.execute(f"SET allowed_directories = [{literal(f'{layout_folder()}')}];{_CLOSED}")
    return Connection(connection, tables)


def open_parts(folder: str, *, read_only_files: bool = True) -> Connection:
    """Return a connection to the blocks that a job has by now: a row each in the table ``part``.

    Parameters
    ----------
    folder
        The blocks' folder, or its URL.
    read_only_files
        As in `connect`: queries then read the rows and nothing else.

    Raises
    ------
    TableMissing
        There are no blocks.
    StaleTable
        They are of other code.
    CorruptTable
        One is not as it was written.
    """
    from llq.query.jobs.separate_blocks import load_parts

    connection = _in_memory()
    load_parts(connection, folder)
    if read_only_files:
        connection.execute(_CLOSED)
    return Connection(
        connection, _Tables(is_closed=read_only_files, working=lambda _: nullcontext())
    )


def _in_memory(**settings: str | int) -> duckdb.DuckDBPyConnection:
    """Return an empty database, whose rows beyond the memory go to the cache folder."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "python_enable_replacements": False,
        "temp_directory": f"{layout_folder() / 'spilled'}",
        **settings,
    }
    return duckdb.connect(":memory:", config=config)


class _Tables:
    """The tables of one database: those that are attached, and those that may be attached later."""

    def __init__(
        self,
        *,
        is_closed: bool,
        working: Working,
    ) -> None:
        self.built: dict[str, BuiltTable] = {}
        self.refused: dict[str, LlqError] = {}
        self.is_listed = False
        self.attached: list[BuiltTable] = []
        self.is_closed = is_closed
        self.working = working
        self.lock = RLock()

    def attach(
        self,
        connection: duckdb.DuckDBPyConnection,
        tables: Iterable[BuiltTable],
        interruption: Interruption | None = None,
    ) -> None:
        """Give the contents of tables names in the database, laying the tables out if need be."""
        for table in tables:
            while True:
                path = self._layout(table, interruption)
                try:
                    database.attach(connection, path, table.name, comments=self.is_listed)
                    break
                except duckdb.IOException:
                    if path.exists():  # else another process has put a newer layout in its place
                        raise
            self.attached.append(table)
        if self.is_listed:
            connection.execute(f"DROP TABLE IF EXISTS {SOURCES}")
            database.load(connection, [sources(connection, self.attached)])

    def find_all(self) -> None:
        """Find every built table; warn about those that are refused.

        Raises
        ------
        LlqError
            There is none, or all are refused.
        """
        self.built, self.refused = built_tables()
        self.is_listed = True
        if not self.built:
            none = TableMissing(
                "no table has been built yet; build one with: llq build love-letter"
            )
            raise next(iter(self.refused.values()), none)
        for reason in self.refused.values():
            warnings.warn(f"left out of the database: {reason}", TableLeftOut, stacklevel=4)

    def find(self, file: str, kind: TableKind) -> BuiltTable | None:
        """Return a table, or None if it is not built; raise the reason if it is refused."""
        if not self.is_listed and file not in self.built:
            with suppress(TableMissing):
                self.built[file] = checked_table(file, kind)
        if file in self.refused:
            raise self.refused[file]
        return self.built.get(file)

    def listed(self, *, large: bool = False) -> list[BuiltTable]:
        """Return the tables that are attached before a query names them."""
        return [one for one in self.built.values() if large or not one.is_large or find_layout(one)]

    def _layout(self, table: BuiltTable, interruption: Interruption | None) -> Path:
        """Return the file of a table, laid out if need be."""
        if path := find_layout(table):
            return path
        with self.working(f"Laying out {table.name} for SQL, once after each build"):
            return lay_out(table, interruption)

    def attach_missing(
        self,
        connection: duckdb.DuckDBPyConnection,
        tables: Iterable[BuiltTable],
        interruption: Interruption,
    ) -> None:
        """Attach those of some tables that are not attached yet, even while a query is running."""
        with self.lock, connection.cursor() as own:
            interruption.check()
            self.attach(own, [one for one in tables if one not in self.attached], interruption)

    def attach_rest(
        self, connection: duckdb.DuckDBPyConnection, interruption: Interruption
    ) -> None:
        """Attach all that a connection normally starts with, if this one started without it."""
        if not self.is_listed:
            self.find_all()
            for table in self.attached:
                database.name_contents(connection, table.name)  # now with comments
            self.attach_missing(connection, self.listed(), interruption)

    def attach_holder(
        self, connection: duckdb.DuckDBPyConnection, name: str, interruption: Interruption
    ) -> None:
        """Attach the table that holds a relation or view, if one does.

        Raises
        ------
        KeyboardInterrupt
            It has been stopped.
        TableMissing
            It is not built.
        LlqError
            It is built, but refused.
        """
        for kind in kinds_of(name):
            file = kind.holds(name)
            if file is None:
                continue
            table = self.find(file, kind)
            if table is None:
                raise TableMissing(
                    f"{name}: the table {file} is not built; {kind.remedy(file, None)} "
                    f"({kind.takes})"
                )
            self.attach_missing(connection, [table], interruption)
            return  # who else has the name would be loaded only to say no

    def require_harmless(
        self, connection: duckdb.DuckDBPyConnection, query: str | duckdb.Statement
    ) -> None:
        """Refuse statements about files and extensions.

        DuckDB's own settings leave the tables' files open to a query, which could overwrite them or
        attach them again for writing.
        """
        statements = (
            [query] if isinstance(query, duckdb.Statement) else connection.extract_statements(query)
        )
        for statement in statements:
            kind = statement.type.name
            might = kind in ("EXPLAIN", "PRAGMA", "MULTI") and _FILES.search(statement.query)
            if kind not in _HARMLESS or might:
                raise duckdb.PermissionException(
                    f"Permission Error: {kind} statements are not run without access to files "
                    "(llq sql --allow-files, llq.connect(read_only_files=False))"
                )


class Connection:
    """A DuckDB connection whose queries attach the tables that they need, or say what builds them.

    It has every method and attribute of `duckdb.DuckDBPyConnection`.

    Parameters
    ----------
    plain
        DuckDB's own connection, for libraries that accept no other. It only sees attached tables.
    tables
        The tables that can be attached.
    """

    def __init__(self, plain: duckdb.DuckDBPyConnection, tables: _Tables) -> None:
        self.plain, self.tables = plain, tables
        self._interruption = Interruption()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)

    def execute(
        self, query: str | duckdb.Statement, parameters: object = None
    ) -> duckdb.DuckDBPyConnection:
        """Run one or more statements; the connection has the last one's rows."""
        return self._ask(query, lambda: self.plain.execute(query, parameters))

    def sql(self, query: str | duckdb.Statement, **options: Any) -> duckdb.DuckDBPyRelation:
        """Return the answer to a query, with ``df()``, ``pl()``, ``arrow()`` and ``fetchall()``."""
        return self._ask(query, lambda: self.plain.sql(query, **options))

    query = from_query = sql

    def table(self, name: str) -> duckdb.DuckDBPyRelation:
        """Return all rows of a relation or view."""
        return self._ask("", lambda: self.plain.table(name))

    view = table

    def interrupt(self) -> None:
        """Stop another thread's query on the connection, and any layout that the query needs."""
        self._interruption.request()
        self.plain.interrupt()

    def attach(self, names: Iterable[str] | None) -> None:
        """Attach what holds some names, or all that a connection normally starts with.

        Raises
        ------
        LlqError
            A table that holds one is not built, or is refused.
        """
        interruption = self._interruption = Interruption()
        if names is None:
            self.tables.attach_rest(self.plain, interruption)
        for name in names or ():
            self.tables.attach_holder(self.plain, name, interruption)

    def cursor(self) -> Connection:
        """Return another connection to the same database, for another thread."""
        return Connection(self.plain.cursor(), self.tables)

    duplicate = cursor

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.plain.close()

    def _ask(self, query: str | duckdb.Statement, ask: Callable[[], _Result]) -> _Result:
        """Return an answer; attach the table that it needs first, if that is not attached yet."""
        interruption = self._interruption = Interruption()
        if self.tables.is_closed:
            self.tables.require_harmless(self.plain, query)
        while True:
            attached = len(self.tables.attached)
            try:
                return ask()
            except duckdb.CatalogException as error:
                if missing := _MISSING.search(str(error)):
                    self.tables.attach_holder(self.plain, missing[1].lower(), interruption)
                if len(self.tables.attached) == attached:
                    self.tables.attach_rest(self.plain, interruption)
                if len(self.tables.attached) == attached:
                    raise


def sources(
    connection: duckdb.DuckDBPyConnection, tables: Iterable[BuiltTable]
) -> database.Relation:
    """Return the origin of each relation and view of some attached tables."""
    rows = []
    for table in tables:
        info, kind = table.info, table.kind
        spec, built = info.spec, info.provenance
        says = {
            "table_file": info.path.name,
            "content_hash": info.content_hash,
            "rules": rules_name(spec.rules_id, spec.rules_version),
            "command": built.command or kind.remedy(spec.name, spec).partition(": ")[2],
            "seed": spec.parameters.get("seed"),
            "games": spec.parameters.get("games"),
            "accuracy": kind.accuracy,
            "created": built.created,
            "seconds": built.seconds,
            "versions": canonical_json(dict(built.versions)),
            "machine": canonical_json(dict(built.machine)),
        }
        rows += [
            {**says, "name": name, "paper": paper or None}
            for name, _, _, paper in contents(connection, table.name)
        ]
    rows.sort(key=lambda row: str(row["name"]))
    columns: dict[str, Any] = {}
    for name in _COLUMNS:
        values = [row[name] for row in rows]
        if name in ("seed", "games"):
            filled = [0 if value is None else value for value in values]
            columns[name] = np.ma.array(filled, np.uint64, mask=[v is None for v in values])
        else:
            columns[name] = np.array(values, {"paper": object, "seconds": float}.get(name, str))
    return database.Relation(SOURCES, columns, SOURCES_COMMENT, _COLUMNS)


def contents(connection: duckdb.DuckDBPyConnection, table: str) -> list[tuple[str, str, str, str]]:
    """Return name, SQL, decoding view and paper of each relation and view of an attached table."""
    return connection.execute(f"FROM {quoted(table)}.{CONTENTS}").fetchall()
