"""A DuckDB database of named relations and views, in one self-contained file.

The relations are native tables and the views read nothing else, so that the file means the same to
any DuckDB client in any language. Whatever it holds has a comment, kept in the database. A view's
column has the comment of the column of the same name and type in what the view reads, unless the
view declares another.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from llq.errors import CorruptTable, ForeignTable, TableMissing, TruncatedTable
from llq.store.atomic import replacing

if TYPE_CHECKING:  # most commands need only what a table would put into a database
    import duckdb

REMEDY = "build the database again"

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_WORD = re.compile(r"\w+")
_HEADERS_BYTES = 3 * 4096  # in front of the blocks
_SOURCE = "relation_being_loaded"
_ROWS_AT_ONCE = 1_000_000  # so much is copied into DuckDB's own format at a time
# a name in a query must never be taken for a Python variable that happens to be called so
_READING: dict[str, str | bool | int | float | list[str]] = {"python_enable_replacements": False}
# files stay readable to other clients from 1.4 on, where the default is the newest only
_WRITING = _READING | {"storage_compatibility_version": "v1.4.0"}
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
        What a row is, and what each column holds: meaning, unit and range.
    decoded_by
        The view that has all that is here in words, if one has.
    paper
        The publication whose figures these are, if they are not computed.
    """

    name: str
    columns: Mapping[str, NDArray[Any]]
    comment: str
    column_comments: Mapping[str, str] = field(default_factory=dict)
    decoded_by: str = ""
    paper: str = ""

    def __post_init__(self) -> None:
        _require_name(self.name)
        shapes = {name: column.shape for name, column in self.columns.items()}
        if len(set(shapes.values())) != 1 or any(len(shape) != 1 for shape in shapes.values()):
            raise ValueError(f"{self.name}: columns must be 1-D and of one length, not {shapes}")
        if unknown := self.column_comments.keys() - self.columns.keys():
            raise ValueError(f"{self.name}: comments on columns it has not: {sorted(unknown)}")


@dataclass(frozen=True)
class View:
    """A view of the database: a name for a query over its relations and earlier views.

    Parameters
    ----------
    name, sql
        As in ``CREATE VIEW name AS sql``.
    comment, column_comments
        What a row is, and what those columns hold that are not columns of what the view reads.
    """

    name: str
    sql: str
    comment: str
    column_comments: Mapping[str, str] = field(default_factory=dict)

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
    with writing_database(path) as connection:
        # a view over a file or a URL fails when it is made, not at its reader's
        connection.execute("SET enable_external_access = false")
        load(connection, relations, views)


@contextmanager
def writing_database(path: str | os.PathLike[str]) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a connection to a new database; once the block succeeds, it is put in place.

    Raises
    ------
    ValueError
        DuckDB refuses what it was given, or cannot read it back.
    TableNotWritable
        The folder or the disk refuses the file. An old file is still there, untouched.
    """
    import duckdb

    with replacing(Path(path)) as temporary:
        with (
            refusing(f"{path}"),
            duckdb.connect(temporary, config=_WRITING) as connection,
        ):
            connection.execute(_NO_BAR)
            yield connection
            connection.execute("CHECKPOINT")  # closing does it too, but says nothing if it fails
        with open_database(temporary) as connection, refusing(f"{path}"):
            connection.execute(_NO_BAR)
            for name in names(connection):
                connection.execute(f"SELECT * FROM {quoted(name)} LIMIT 1")


def load(
    connection: duckdb.DuckDBPyConnection, relations: Iterable[Relation], views: Iterable[View] = ()
) -> None:
    """Create relations as native tables, and views over them, in an open database.

    Raises
    ------
    ValueError
        DuckDB refuses one of them, or a view declares a comment on a column that it has not.
    """
    for relation in relations:
        with refusing(relation.name):
            _load_relation(connection, relation)
    for view in views:
        with refusing(view.name):
            _load_view(connection, view)


def attach(
    connection: duckdb.DuckDBPyConnection, path: Path, catalog: str, *, comments: bool = True
) -> None:
    """Attach a database for reading, and give all that it holds a name in the current one.

    Parameters
    ----------
    comments
        As in `name_contents`.

    Raises
    ------
    duckdb.Error
        DuckDB refuses the file or a name.
    """
    attach_only(connection, path, catalog)
    name_contents(connection, catalog, comments=comments)


def name_contents(
    connection: duckdb.DuckDBPyConnection, catalog: str, *, comments: bool = True
) -> None:
    """Give all that an attached database holds a name in the current one.

    Parameters
    ----------
    comments
        Whether what has a name has its comments too, which takes most of the time.

    Raises
    ------
    duckdb.Error
        DuckDB refuses a name.
    """
    source, statements = quoted(catalog), []
    for name, part, comment in _comments(connection, catalog):
        view = quoted(name)
        if part is None:
            statements.append(f"CREATE OR REPLACE VIEW {view} AS FROM {source}.main.{view}")
            if comments:
                statements.append(_comment(f"VIEW {view}", comment))
        elif comments:
            statements.append(_comment(f"COLUMN {view}.{quoted(part)}", comment))
    connection.execute(";".join(statements))


def attach_only(connection: duckdb.DuckDBPyConnection, path: Path, catalog: str) -> None:
    """Attach a database for reading under a name of its own.

    Raises
    ------
    duckdb.Error
        DuckDB refuses the file.
    """
    # Not IF NOT EXISTS: DuckDB 2.0 then waits for ever where a closed connection, whose address a
    # new one has, had attached a file that a third one still has.
    connection.execute(f"ATTACH {literal(f'{path}')} AS {quoted(catalog)} (READ_ONLY)")


def copy_all(connection: duckdb.DuckDBPyConnection, catalog: str, views: Mapping[str, str]) -> None:
    """Copy all that an attached database holds to the current one, with its comments.

    Parameters
    ----------
    connection
        A connection to the database that is written.
    catalog
        The name of the attached one.
    views
        The SQL of its views, each after those that it reads; whatever else it holds is copied.

    Raises
    ------
    ValueError
        DuckDB refuses one of them.
    """
    comments = _comments(connection, catalog)
    relations = [name for name, part, _ in comments if part is None and name not in views]
    for name in relations:
        with refusing(name):
            source = f"{quoted(catalog)}.main.{quoted(name)}"
            connection.execute(f"CREATE TABLE {quoted(name)} AS FROM {source}")
    for name, sql in views.items():
        with refusing(name):
            connection.execute(f"CREATE VIEW {quoted(name)} AS {sql}")
    statements = []
    for name, part, comment in comments:
        target = f"{'VIEW' if name in views else 'TABLE'} {quoted(name)}"
        if part is not None:
            target = f"COLUMN {quoted(name)}.{quoted(part)}"
        statements.append(_comment(target, comment))
    connection.execute(";".join(statements))


def _comments(
    connection: duckdb.DuckDBPyConnection, catalog: str
) -> list[tuple[str, str | None, str]]:
    """Return each comment in an attached database: of what, of which column of it, the text."""
    return connection.execute(
        """
        WITH here AS (
          SELECT database_name, schema_name, table_name AS name, NULL AS part, comment
          FROM duckdb_tables()
          UNION ALL SELECT database_name, schema_name, view_name, NULL, comment
          FROM duckdb_views() WHERE NOT internal
          UNION ALL SELECT database_name, schema_name, table_name, column_name, comment
          FROM duckdb_columns() WHERE comment IS NOT NULL)
        SELECT name, part, comment FROM here
        WHERE database_name = ? AND schema_name = 'main' ORDER BY part NULLS FIRST""",
        [catalog],
    ).fetchall()


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
    import duckdb

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


def names(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the names of all relations and views, sorted."""
    rows = connection.execute(
        "SELECT table_name FROM information_schema.tables "
        "WHERE table_catalog = current_database() AND table_schema = 'main' ORDER BY table_name"
    ).fetchall()
    return [name for (name,) in rows]


def _load_relation(connection: duckdb.DuckDBPyConnection, relation: Relation) -> None:
    """Create one relation as a native table, with its comments."""
    # DuckDB reads NumPy strings as an ENUM of all that occur
    selected = ", ".join(
        f"{quoted(name)}::VARCHAR AS {quoted(name)}" if array.dtype.kind == "U" else quoted(name)
        for name, array in relation.columns.items()
    )
    table = quoted(relation.name)
    (rows,) = {len(array) for array in relation.columns.values()}
    has_objects = any(array.dtype.kind == "O" for array in relation.columns.values())
    step = max(1, rows) if has_objects else _ROWS_AT_ONCE  # their type is found in their values
    for start in range(0, max(1, rows), step):
        part = {name: array[start : start + step] for name, array in relation.columns.items()}
        connection.register(_SOURCE, part)
        try:
            into = f"INSERT INTO {table}" if start else f"CREATE TABLE {table} AS"
            connection.execute(f"{into} SELECT {selected} FROM {_SOURCE}")
        finally:
            connection.unregister(_SOURCE)
    comment = relation.comment + (f" Source: {relation.paper}." if relation.paper else "")
    _comment_on(connection, "TABLE", relation.name, comment, relation.column_comments)


def _load_view(connection: duckdb.DuckDBPyConnection, view: View) -> None:
    """Create one view, with its comments."""
    connection.execute(f"CREATE VIEW {quoted(view.name)} AS {view.sql}")
    columns: dict[str, dict[str, tuple[str, str]]] = {}
    for name, column, kind, comment in connection.execute(
        "SELECT table_name, column_name, data_type, comment FROM duckdb_columns() "
        "WHERE database_name = current_database() AND NOT internal"
    ).fetchall():
        columns.setdefault(name, {})[column] = kind, comment
    own = columns.pop(view.name)
    if unknown := view.column_comments.keys() - own.keys():
        raise ValueError(f"{view.name}: comments on columns it has not: {sorted(unknown)}")
    comments: dict[str, str] = {}
    for name in dict.fromkeys(_WORD.findall(view.sql)):
        for column, (kind, comment) in columns.get(name, {}).items():
            if comment and column in own and own[column][0] == kind:
                comments.setdefault(column, comment)
    _comment_on(connection, "VIEW", view.name, view.comment, {**comments, **view.column_comments})


def _comment_on(
    connection: duckdb.DuckDBPyConnection,
    kind: str,
    name: str,
    comment: str,
    column_comments: Mapping[str, str],
) -> None:
    """Attach comments to a table or a view and to its columns."""
    statements = [_comment(f"{kind} {quoted(name)}", comment)]
    for column, text in column_comments.items():
        statements.append(_comment(f"COLUMN {quoted(name)}.{quoted(column)}", text))
    connection.execute(";".join(statements))


def _comment(target: str, comment: str | None) -> str:
    return f"COMMENT ON {target} IS {literal(comment or '')}"


@contextmanager
def refusing(name: str) -> Iterator[None]:
    """Say which relation or view DuckDB refuses; disk errors are re-raised.

    Ctrl-C stays Ctrl-C: where it comes as DuckDB reads arrays, an error has its traceback as text.
    """
    import duckdb

    try:
        yield
    except duckdb.InterruptException:
        raise KeyboardInterrupt from None
    except (duckdb.IOException, duckdb.TransactionException, duckdb.FatalException) as error:
        raise OSError(str(error)) from error
    except duckdb.Error as error:
        if "\nKeyboardInterrupt" in str(error):
            raise KeyboardInterrupt from None
        raise ValueError(f"{name}: {' '.join(str(error).split())}") from error
    except RuntimeError as error:
        if "interrupted" in str(error):
            raise KeyboardInterrupt from None
        raise


def quoted(name: str) -> str:
    """Return a name as SQL takes it, whatever it is."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """Return a text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def _require_name(name: str) -> None:
    """Refuse a name that would have to be quoted in queries or file names."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r}: use lower-case letters, digits and underscores")
