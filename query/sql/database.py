"""A single DuckDB database over all built tables.

A connection has a database of its own, in memory, with views over everything in the table files
(`llq.query.sql.table_cache`). Larger tables are laid out when a query first names one of their
views.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import RLock
from types import MappingProxyType
from typing import Any, Self, TypeVar

import duckdb

from llq.errors import CorruptTable, LlqError, TableLeftOut, TableMissing
from llq.query.games import kinds_of
from llq.query.sql.guard import QueryReading, lists_all, reading_of, require_harmless
from llq.query.sql.manual import empty_views
from llq.query.sql.names import explain_unknown
from llq.query.sql.sources import SOURCES, source_relation
from llq.query.sql.table_cache import (
    BuiltTable,
    built_tables,
    current_table,
    find_layout,
    lay_out,
    layout_folder,
    remove_damaged,
)
from llq.query.table_kinds import TableKind
from llq.store import database
from llq.store.database import literal
from llq.store.interruption import Interruption

_CLOSED = """
SET autoinstall_known_extensions = false;
SET autoload_known_extensions = false;
SET allow_persistent_secrets = false;
SET enable_external_access = false;"""
_LOCKED = "SET lock_configuration = true"
_SEALED = f"{_CLOSED} SET disabled_filesystems = 'LocalFileSystem'; {_LOCKED}"
"""Settings that forbid opening files; attached tables stay open."""
_DAMAGED = (duckdb.Error, duckdb.IOException, duckdb.InternalException, duckdb.FatalException)
"""Errors that an altered file may cause."""
_MISSING = re.compile(r"Table with name (\w+) does not exist")

_Result = TypeVar("_Result")
Working = Callable[[str], AbstractContextManager[object]]


def connect(*, read_only_files: bool = True) -> Connection:
    """Return a database connection with views over all built tables.

    A query that names a view has its table laid out first, once after each build; a line on the
    standard error says so. One of a table that is not built raises `TableMissing`. What a query
    creates is in memory and disappears with the connection. Each connection is for one thread; give
    every other thread a ``cursor()`` of it.

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
    connection = open_connection(read_only_files=read_only_files, is_lazy=True, working=_announce)
    connection.tables.find_all()
    return connection


def open_connection(
    *,
    read_only_files: bool = True,
    large: bool = False,
    is_lazy: bool = False,
    has_comments: bool = False,
    is_building: bool = False,
    working: Working = lambda _: nullcontext(),
) -> Connection:
    """Return a connection, as `connect` does.

    Large tables are laid out too if ``large``. A lazy connection looks at the files of tables only
    once a query names them or lists what there is; unless ``has_comments``, its names come without
    comments, which only a list needs, and a short query takes half the time. If ``is_building``, a
    table that is missing and built in seconds is built as soon as a query names it. ``working``
    returns a context manager, given a line that says which table is being built or laid out; it is
    entered for as long as that takes.
    """
    tables = _Tables(
        is_closed=read_only_files,
        has_comments=has_comments,
        is_building=is_building,
        working=working,
    )
    connection = _in_memory()
    if not is_lazy:
        tables.attach_rest(connection, Interruption(), large=large)
    if read_only_files:
        # what is laid out later must lie where DuckDB may look
        folders = f"SET allowed_directories = [{literal(f'{layout_folder()}')}];"
        connection.execute(f"{folders}{_CLOSED}{_LOCKED}")
    return Connection(connection, tables)


@contextmanager
def _announce(line: str) -> Iterator[None]:
    print(f"{line} …", file=sys.stderr, flush=True)
    yield


def _in_memory(**settings: str | int) -> duckdb.DuckDBPyConnection:
    """Return an empty database, whose rows beyond the memory go to the cache folder."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "python_enable_replacements": False,
        "temp_directory": f"{layout_folder() / 'spilled'}",
        **settings,
    }
    return duckdb.connect(":memory:", config=config)


@dataclass(kw_only=True)
class _Tables:
    """A database's tables, attached immediately or on demand."""

    is_closed: bool
    has_comments: bool
    is_building: bool
    working: Working
    built: dict[str, BuiltTable] = field(default_factory=dict)
    outlines: dict[str, BuiltTable | None] = field(default_factory=dict)
    refused: dict[str, LlqError] = field(default_factory=dict)
    is_listed: bool = False
    has_sources: bool = False
    attached: list[BuiltTable] = field(default_factory=list)
    layouts: dict[str, Path] = field(default_factory=dict)
    lock: AbstractContextManager[bool] = field(default_factory=RLock)

    def attach(
        self,
        connection: duckdb.DuckDBPyConnection,
        tables: Iterable[BuiltTable],
        interruption: Interruption,
    ) -> None:
        """Attach tables and name their contents in the database, laying out missing files.

        This also works while a query is running.
        """
        with self.lock, connection.cursor() as cursor:
            interruption.check()
            for table in tables:
                if table in self.attached:
                    continue
                for name, owner in list(self.outlines.items()):
                    if owner == table:
                        del self.outlines[name]
                self._attach_layout(cursor, table, interruption)
                is_described = self.is_listed or self.has_comments
                database.name_contents(cursor, table.name, comments=is_described)
                self.attached.append(table)
            if self.has_sources:
                self._load_sources(cursor)

    def _attach_layout(
        self, cursor: duckdb.DuckDBPyConnection, table: BuiltTable, interruption: Interruption
    ) -> None:
        """Attach a table's layout file, written first if missing."""
        while True:
            path = self.layouts.get(table.name) or find_layout(table)
            if path is None:
                with self.working(f"Laying out {table.name} for SQL, once after each build"):
                    path = lay_out(table, interruption)
            try:
                database.attach(cursor, path, table.name)
            except duckdb.IOException:
                self.layouts.pop(table.name, None)
                if path.exists():  # else another process has put a newer one in its place
                    raise
            else:
                self.layouts[table.name] = path
                return

    def find_all(self) -> None:
        """Find every built table; warn about those that are refused."""
        self.built, self.refused = built_tables()
        self.is_listed = True
        if not self.built:
            no_table = TableMissing(
                "no table has been built yet; build one with: llq build love-letter"
            )
            raise next(iter(self.refused.values()), no_table)
        for reason in self.refused.values():
            warnings.warn(f"left out of the database: {reason}", TableLeftOut, stacklevel=5)

    def find(self, file: str, kind: TableKind) -> BuiltTable | None:
        """Return a built table, or None; raise a refused table's error."""
        if not self.is_listed and file not in self.built:
            with suppress(TableMissing):
                self.built[file] = current_table(file, kind)
        if file in self.refused:
            raise self.refused[file]
        return self.built.get(file)

    def attach_rest(
        self,
        connection: duckdb.DuckDBPyConnection,
        interruption: Interruption,
        *,
        large: bool = False,
    ) -> None:
        """Attach, with comments, all that no query need name first.

        A large table that is not laid out waits for a query that names it, unless ``large``.
        """
        tables = [
            table
            for table in self._listed(connection)
            if large or not table.is_large or find_layout(table)
        ]
        self.attach(connection, tables, interruption)
        if SOURCES in self.outlines:
            del self.outlines[SOURCES]
            connection.execute(f"DROP VIEW {SOURCES}")
        if not self.has_sources:
            self.has_sources = True
            self._load_sources(connection)

    def outline(self, connection: duckdb.DuckDBPyConnection, interruption: Interruption) -> None:
        """Name all contents, with comments: empty views stand for missing layouts.

        A table of which the manual describes no view is laid out.
        """
        for table in self._listed(connection):
            if table in self.attached or table in self.outlines.values():
                continue
            views = empty_views(table.views)
            if find_layout(table) or not (views or table.is_large):
                self.attach(connection, [table], interruption)
                continue
            connection.execute(";".join(views.values()))
            self.outlines |= dict.fromkeys(views, table)
        if not self.has_sources:
            connection.execute(empty_views([SOURCES])[SOURCES])
            self.outlines[SOURCES] = None

    def _load_sources(self, connection: duckdb.DuckDBPyConnection) -> None:
        connection.execute(f"DROP TABLE IF EXISTS {SOURCES}")
        database.load(connection, source_relation(connection, self.attached))

    def _listed(self, connection: duckdb.DuckDBPyConnection) -> list[BuiltTable]:
        """Return all attachable layouts; give attached tables their comments first."""
        if not self.is_listed:
            self.find_all()
            for table in self.attached:
                database.name_contents(connection, table.name)
        return [layout for table in self.built.values() for layout in table.layouts]

    def attach_holder(
        self, connection: duckdb.DuckDBPyConnection, name: str, interruption: Interruption
    ) -> None:
        """Attach the table behind a relation's or view's name, if known."""
        for kind in kinds_of(name):
            file = kind.table_of(name)
            if file is None:
                continue
            table = self.find(file, kind)
            if table is None and self.is_building and file in kind.quick:
                with self.working(f"Building {file}, once: {kind.quick[file]}"):
                    kind.table.build(**kind.table.options_of(file))
                table = self.built[file] = current_table(file, kind)
            if table is None:
                raise TableMissing(
                    f"{name}: the table {file} is not built; {kind.table.remedy(file)} "
                    f"({kind.takes})"
                )
            self.attach(connection, [replace(table, is_apart=kind.is_apart(name))], interruption)
            return  # who else has the name would be loaded only to say no

    def attach_outlined(
        self, connection: duckdb.DuckDBPyConnection, text: str, interruption: Interruption
    ) -> None:
        """Attach outlined tables named in a text; `SOURCES` stands for all."""
        words = set(re.findall(r"\w+", text.lower())) if self.outlines else set()
        for name in words & self.outlines.keys():
            if table := self.outlines.get(name):
                self.attach(connection, [table], interruption)
            elif name in self.outlines:
                self.attach_rest(connection, interruption)

    def require_sound(self) -> None:
        """Check the laid-out files of the attached tables, after an error that damage may cause."""
        damaged = [table.name for table in self.attached if remove_damaged(table)]
        if damaged:
            raise CorruptTable(
                f"what was laid out of {', '.join(damaged)} for SQL is damaged, and has been "
                "removed; ask again, and it is laid out again"
            )


class Connection:
    """A DuckDB connection whose queries attach their tables, or name the build command.

    It has every method and attribute of `duckdb.DuckDBPyConnection`. ``plain`` is DuckDB's own, for
    libraries that accept no other. It only sees attached tables.
    """

    def __init__(self, plain: duckdb.DuckDBPyConnection, tables: _Tables) -> None:
        self.plain, self.tables = plain, tables
        self._interruption = Interruption()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)

    def execute(
        self, query: str | duckdb.Statement, parameters: object = None
    ) -> duckdb.DuckDBPyConnection:
        """Run statements; the connection then holds the last statement's rows."""
        return self._answer(query, lambda: self.plain.execute(query, parameters))

    def sql(self, query: str | duckdb.Statement, **options: Any) -> duckdb.DuckDBPyRelation:
        """Return the answer to a query, with ``df()``, ``pl()``, ``arrow()`` and ``fetchall()``."""
        return self._answer(query, lambda: self.plain.sql(query, **options))

    query = from_query = sql

    def table(self, name: str) -> duckdb.DuckDBPyRelation:
        """Return a whole relation or view."""
        self.tables.attach_outlined(self.plain, name, self._interruption)
        return self._answer("", lambda: self.plain.table(name))

    view = table

    def interrupt(self) -> None:
        """Stop another thread's query on the connection, and any layout that the query needs."""
        self._interruption.request()
        self.plain.interrupt()

    def outline(self) -> None:
        """Name the contents of every table, laying out none."""
        self._interruption = Interruption()
        self.tables.outline(self.plain, self._interruption)

    def cursor(self) -> Connection:
        """Return another connection to the same database, for another thread."""
        return Connection(self.plain.cursor(), self.tables)

    duplicate = cursor

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.plain.close()

    def _answer(self, query: str | duckdb.Statement, run: Callable[[], _Result]) -> _Result:
        """Return a query's answer, attaching missing tables first; ``run`` asks DuckDB for it."""
        interruption = self._interruption = Interruption()
        self._prepare(query)
        while True:
            attached = len(self.tables.attached)
            try:
                return run()
            except duckdb.CatalogException as error:
                missing = _MISSING.search(str(error))
                if missing is None:
                    raise
                name = missing[1].lower()
            except _DAMAGED as error:
                if type(error) in _DAMAGED:
                    self.tables.require_sound()
                raise
            if name == SOURCES:  # beyond the handler: DuckDB's error would be shown with ours
                self.tables.attach_rest(self.plain, interruption)
                continue
            self.tables.attach_holder(self.plain, name, interruption)
            if len(self.tables.attached) == attached:
                reason = explain_unknown(name, database.names(self.plain))
                raise duckdb.CatalogException(f"Catalog Error: {reason}")

    def _prepare(self, query: str | duckdb.Statement) -> None:
        """Before a query, refuse statements about files, and outline all tables for a listing."""
        statements = self.plain.extract_statements(query) if isinstance(query, str) else [query]
        for statement in statements:
            if self.tables.is_closed:
                require_harmless(statement)
            if lists_all(self.plain, statement):
                self.tables.outline(self.plain, self._interruption)
        text = " ".join(statement.query for statement in statements)
        self.tables.attach_outlined(self.plain, text, self._interruption)


class ReadingConnection(Connection):
    """A connection restricted to reading the tables.

    Each query has a database of its own, with the tables that it names. Once they are attached,
    that database can open no file: DuckDB itself would refuse what `reading_of` had let through.

    ``ready`` is called once the tables that a query names are attached, before it runs; the
    settings are DuckDB's, such as ``{"memory_limit": "1GB"}``, and the rest is as in
    `open_connection`.
    """

    def __init__(
        self,
        *,
        has_comments: bool = False,
        is_building: bool = False,
        working: Working = lambda _: nullcontext(),
        ready: Callable[[], None] = lambda: None,
        settings: Mapping[str, str | int] = MappingProxyType({}),
    ) -> None:
        tables = _Tables(
            is_closed=True, has_comments=has_comments, is_building=is_building, working=working
        )
        self.ready, self.settings = ready, {**settings, "temp_directory": ""}
        super().__init__(_in_memory(**self.settings), tables)
        self.reading = QueryReading("", frozenset(), lists_all=False)

    def _prepare(self, query: str | duckdb.Statement) -> None:
        text = query if isinstance(query, str) else query.query
        self.reading = reading_of(self.plain, text)
        self.plain.close()
        self.plain = _in_memory(**self.settings)
        self.tables.attached, self.tables.is_listed, self.tables.has_sources = [], False, False
        self.tables.outlines.clear()
        if self.reading.lists_all:
            self.outline()
            self.tables.attach_outlined(self.plain, text, self._interruption)
        self._interruption = Interruption()
        for name in self.reading.names:
            self.tables.attach_holder(self.plain, name, self._interruption)
        self.plain.execute(_SEALED)
        self.ready()
