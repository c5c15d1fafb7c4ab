"""A DuckDB database of named relations and views, in one self-contained file.

The relations are native tables and the views read nothing else, so that the file means the same to
any DuckDB client in any language.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
from numpy.typing import NDArray

from llq.errors import CorruptTable, ForeignTable, TableMissing, TruncatedTable
from llq.store.atomic import replacing

__all__ = [
    "REMEDY",
    "Relation",
    "View",
    "export_parquet",
    "load",
    "open_database",
    "write_database",
]

REMEDY = "build the database again"

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_HEADERS_BYTES = 3 * 4096  # in front of the blocks
_SOURCE = "relation_being_loaded"
# a name in a query must never be taken for a Python variable that happens to be called so
_READING: dict[str, str | bool | int | float | list[str]] = {"python_enable_replacements": False}
# without external access a view over a file or a URL fails when it is made, not at its reader's;
# files stay readable to every DuckDB that llq supports, where the default is the newest only
_WRITING = _READING | {
    "enable_external_access": False,
    "storage_compatibility_version": "v1.4.0",
}
_NO_BAR = "SET enable_progress_bar = false"  # DuckDB's own, on stdout where Python is interactive


@dataclass(frozen=True)
class Relation:
    """A table of the database.

    Parameters
    ----------
    name
        Lower-case letters, digits and underscores.
    columns
        1-D arrays of one length: booleans, integers, floats or strings. A masked value, a NaN and
        a None become NULL.
    comment, column_comments
        What the relation and its columns hold, kept in the database.
    """

    name: str
    columns: Mapping[str, NDArray[Any]]
    comment: str
    column_comments: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _require_name(self.name)
        shapes = {name: column.shape for name, column in self.columns.items()}
        if len(set(shapes.values())) != 1 or any(len(shape) != 1 for shape in shapes.values()):
            raise ValueError(f"{self.name}: columns must be 1-D and of one length, not {shapes}")
        if unknown := self.column_comments.keys() - self.columns.keys():
            raise ValueError(f"{self.name}: comments on columns it has not: {sorted(unknown)}")


@dataclass(frozen=True)
class View:
    """A view of the database: a name for a query over its relations and earlier views."""

    name: str
    sql: str
    comment: str

    def __post_init__(self) -> None:
        _require_name(self.name)


def write_database(
    path: str | os.PathLike[str], relations: Iterable[Relation], views: Iterable[View] = ()
) -> None:
    """Write a database file and put it in place of any old one.

    Raises
    ------
    ValueError
        A relation or a view is not one that a self-contained file can hold.
    TableNotWritable
        The folder or the disk refuses the file. An old file is still there, untouched.
    """
    with replacing(Path(path)) as temporary:
        with (
            _refusing(f"{path}"),
            duckdb.connect(temporary, config=_WRITING) as connection,
        ):
            connection.execute(_NO_BAR)
            load(connection, relations, views)
            connection.execute("CHECKPOINT")  # closing does it too, but says nothing if it fails
        with open_database(temporary) as connection, _refusing(f"{path}"):
            connection.execute(_NO_BAR)
            for name in _names(connection):
                connection.execute(f"SELECT * FROM {_quoted(name)} LIMIT 1")


def load(
    connection: duckdb.DuckDBPyConnection, relations: Iterable[Relation], views: Iterable[View] = ()
) -> None:
    """Create relations as native tables, and views over them, in an open database.

    Raises
    ------
    ValueError
        DuckDB refuses one of them.
    """
    for relation in relations:
        with _refusing(relation.name):
            _load_relation(connection, relation)
    for view in views:
        with _refusing(view.name):
            connection.execute(f"CREATE VIEW {_quoted(view.name)} AS {view.sql}")
            _comment(connection, f"VIEW {_quoted(view.name)}", view.comment)


def open_database(
    path: str | os.PathLike[str], *, remedy: str = REMEDY
) -> duckdb.DuckDBPyConnection:
    """Open a database file for reading.

    One connection is for one thread; others take a ``cursor()`` of it.
    While a connection to a file is open, the same process is given that same database even after
    the file was replaced.

    Raises
    ------
    TableMissing
        There is no such file.
    TruncatedTable
        The file ends too early.
    ForeignTable
        It is no DuckDB database.
    CorruptTable
        DuckDB cannot open it. Damage further in is a `duckdb.Error` of the query that meets it.
    """
    path = Path(path)
    if not path.exists():
        raise TableMissing(f"{path}: there is no such database; {remedy}")
    try:
        connection = duckdb.connect(path, read_only=True, config=_READING)
    except duckdb.Error as error:
        reason = " ".join(str(error).split())
        if path.is_dir() or ("not a valid DuckDB database" in reason and path.stat().st_size):
            raise ForeignTable(f"{path}: is not a DuckDB database; {remedy}") from error
        if not path.stat().st_size or "Could not read enough bytes" in reason:
            raise TruncatedTable(f"{path}: the database is cut short; {remedy}") from error
        raise CorruptTable(f"{path}: cannot be opened ({reason}); {remedy}") from error
    # DuckDB itself would notice a missing block only in the query that needs it
    (end,) = connection.execute(
        "SELECT total_blocks * block_size FROM pragma_database_size()"
    ).fetchall()[0]
    if path.stat().st_size < _HEADERS_BYTES + end:
        connection.close()
        raise TruncatedTable(f"{path}: the database is cut short; {remedy}")
    return connection


def export_parquet(
    connection: duckdb.DuckDBPyConnection, folder: str | os.PathLike[str]
) -> tuple[Path, ...]:
    """Write each relation and each view to a Parquet file of its name, and return the files.

    Raises
    ------
    TableNotWritable
        The folder or the disk refuses a file. Old files that were not reached are untouched.
    """
    paths = []
    for name in _names(connection):
        path = Path(folder, f"{name}.parquet")
        with replacing(path) as temporary, _refusing(name):
            connection.execute(
                f"COPY (FROM {_quoted(name)}) TO {_literal(str(temporary))} "
                "(FORMAT parquet, COMPRESSION zstd)"
            )
        paths.append(path)
    return tuple(paths)


def _load_relation(connection: duckdb.DuckDBPyConnection, relation: Relation) -> None:
    """Create one relation as a native table, with its comments."""
    # DuckDB reads NumPy strings as an ENUM of all that occur
    selected = ", ".join(
        f"{_quoted(name)}::VARCHAR AS {_quoted(name)}" if array.dtype.kind == "U" else _quoted(name)
        for name, array in relation.columns.items()
    )
    table = _quoted(relation.name)
    connection.register(_SOURCE, dict(relation.columns))
    try:
        connection.execute(f"CREATE TABLE {table} AS SELECT {selected} FROM {_SOURCE}")
    finally:
        connection.unregister(_SOURCE)
    _comment(connection, f"TABLE {table}", relation.comment)
    for name, comment in relation.column_comments.items():
        _comment(connection, f"COLUMN {table}.{_quoted(name)}", comment)


def _comment(connection: duckdb.DuckDBPyConnection, target: str, comment: str) -> None:
    """Attach a comment to a table, a column or a view."""
    connection.execute(f"COMMENT ON {target} IS {_literal(comment)}")


def _names(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the names of all relations and views, sorted."""
    rows = connection.execute(
        "SELECT table_name FROM information_schema.tables "
        "WHERE table_catalog = current_database() AND table_schema = 'main' ORDER BY table_name"
    ).fetchall()
    return [name for (name,) in rows]


@contextmanager
def _refusing(name: str) -> Iterator[None]:
    """Say which relation or view DuckDB refuses; a disk that fails is no fault of theirs.

    Ctrl-C stays Ctrl-C: where it comes as DuckDB reads arrays, an error has its traceback as text.
    """
    try:
        yield
    except (duckdb.IOException, duckdb.TransactionException, duckdb.FatalException) as error:
        raise OSError(str(error)) from error
    except duckdb.Error as error:
        if "\nKeyboardInterrupt" in str(error):
            raise KeyboardInterrupt from None
        raise ValueError(f"{name}: {' '.join(str(error).split())}") from error


def _quoted(name: str) -> str:
    """Return a name as SQL takes it, whatever it is."""
    return '"' + name.replace('"', '""') + '"'


def _literal(text: str) -> str:
    """Return a text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def _require_name(name: str) -> None:
    """Refuse a name that would have to be quoted in queries or file names."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r}: use lower-case letters, digits and underscores")
