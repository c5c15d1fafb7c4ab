"""One DuckDB database over all built tables.

The database is a cache: a file named after the tables' content and the code that lays it out, made
when it is first asked for. It may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import duckdb
from platformdirs import user_cache_path

from llq.errors import (
    ForeignTable,
    LlqError,
    TableLeftOut,
    TableMissing,
    TableNotWritable,
    UnknownGame,
)
from llq.query.games import TableKind, all_kinds, find_kind
from llq.solver.sources import source_hash
from llq.store import database
from llq.store.locate import find_table, list_tables
from llq.store.tables import TableInfo, open_table

__all__ = ["connect", "export_database", "export_parquet"]


def connect() -> duckdb.DuckDBPyConnection:
    """Return a read-only connection to a database with every view over the built tables.

    One connection is for one thread; give each other thread a ``cursor()`` of it.

    Raises
    ------
    TableMissing
        No table has been built; the message has the command.
    TruncatedTable, ForeignTable, FormatTooOld, FormatTooNew, CorruptTable, StaleTable
        All that have been built are refused, the first of them for this reason.

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
    built = _built()
    folder = user_cache_path("llq", appauthor=False)
    path = folder / f"llq-{_key(built)}.duckdb"
    if not path.exists():
        for old in folder.glob("llq-*.duckdb"):
            with suppress(OSError):  # in use on a system that locks open files
                old.unlink()
        _write(path, built)
    return database.open_database(path, remedy=f"delete {path}")


def export_database(path: str | os.PathLike[str]) -> Path:
    """Write a self-contained DuckDB file with every relation and view, for any DuckDB client.

    Raises
    ------
    TableMissing
        No table has been built; the message has the command.
    TableNotWritable
        The file cannot be written.
    """
    path = Path(path)
    if path.is_file() and path.stat().st_size and path.read_bytes()[8:12] != b"DUCK":
        raise TableNotWritable(f"{path}: is not a DuckDB file, and is not replaced by one")
    _write(path, _built())
    return path


def export_parquet(folder: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Write every relation and view to a Parquet file of its name; return the files.

    Raises
    ------
    TableMissing
        No table has been built; the message has the command.
    TableNotWritable
        The folder cannot be written to.
    """
    with connect() as connection:
        return database.export_parquet(connection, folder)


_Content = tuple[Iterable[database.Relation], Iterable[database.View]]


class _Built(NamedTuple):
    """A table that is there: what it says of itself, and what it puts into a database."""

    info: TableInfo
    content: Callable[[], _Content]


def _built() -> list[_Built]:
    """Return every built table, opened; warn of each that is not sound or not today's."""
    found: list[_Built] = []
    refused: list[LlqError] = []
    for name in sorted({table.name for table in list_tables()}):
        with suppress(ForeignTable, UnknownGame):  # of no game or variant of ours
            kind = find_kind(name)
            try:
                if kind.in_database(name):
                    found.append(_checked(name, kind))
            except UnknownGame:
                raise
            except LlqError as error:
                refused.append(error)
    if not found:
        none = TableMissing("no table has been built yet; build one with: llq build love-letter")
        raise refused[0] if refused else none
    for reason in refused:
        warnings.warn(f"left out of the database: {reason}", TableLeftOut, stacklevel=3)
    return found


def _checked(name: str, kind: TableKind) -> _Built:
    """Read what a table says of itself; its rows are read when they are needed."""
    path = find_table(name)
    with open_table(path, kind.spec_like, remedy=partial(kind.remedy, name)) as table:
        info = table.info

    def content() -> _Content:
        opened = kind.open(path, info.spec)
        return kind.relations(opened), kind.views(opened)

    return _Built(info, content)


def _write(path: Path, built: Iterable[_Built]) -> None:
    """Write a database of some tables."""
    contents = [table.content() for table in built]
    relations = [relation for some, _ in contents for relation in some]
    database.write_database(path, relations, [view for _, some in contents for view in some])


def _key(built: Iterable[_Built]) -> str:
    """Return a hash of the tables' content and of the code that lays the database out."""
    layouts = {f.__module__ for kind in all_kinds() for f in (kind.relations, kind.views)}
    digest = hashlib.sha256(source_hash(*sorted(layouts), database.__name__).encode())
    for name in sorted(file.name for file in files("llq.published").iterdir()):
        if name.endswith(".csv"):
            digest.update(files("llq.published").joinpath(name).read_bytes())
    for info, _ in built:
        digest.update((info.content_hash + info.spec.solver_hash).encode())
    return digest.hexdigest()[:16]
