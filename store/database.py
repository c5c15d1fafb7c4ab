"""A DuckDB database of named relations and views, in one self-contained file.

The relations are native tables and the views read nothing else, so that the file means the same to
any DuckDB client in any language. Whatever it holds has a comment, kept in the database. A view's
column has the comment of the column of the same name and type in what the view reads, unless the
view declares another.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from numpy.typing import NDArray

from llq.store.atomic import replacing
from llq.store.interruption import Interruption

if TYPE_CHECKING:  # most commands need only what a table would put into a database
    import duckdb

_OWN = "llq_file"
CONTENTS = f"{_OWN}.contents"
"""The relation listing a database's contents, for programs that attach it."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_WORD = re.compile(r"\w+")
_MEMORY = "1GB"  # to write with
_SOURCE = "relation_being_loaded"
_ROWS_AT_ONCE = 1_000_000  # so much is copied into DuckDB's own format at a time
# a name in a query must never be taken for a Python variable that happens to be called so
_READING: dict[str, str | bool | int | float | list[str]] = {"python_enable_replacements": False}
# files stay readable to other clients from 1.4 on, where the default is the newest only
_WRITING = _READING | {"storage_compatibility_version": "v1.4.0"}
_NO_BAR = "SET enable_progress_bar = false"  # DuckDB's own, on stdout where Python is interactive


@dataclass(frozen=True)
class Relation:
    """A table of the database."""

    name: str
    """Lower-case letters, digits and underscores."""
    columns: Mapping[str, NDArray[Any]]
    """1-D arrays of one length: booleans, numbers or strings; masked, NaN and None are NULL."""
    comment: str
    """The meaning of a row."""
    column_comments: Mapping[str, str] = field(default_factory=dict)
    """Each column's meaning, unit and range."""
    paper: str = ""
    """The publication behind printed figures; empty for computed ones."""

    def __post_init__(self) -> None:
        _require_name(self.name)
        shapes = {name: column.shape for name, column in self.columns.items()}
        if len(set(shapes.values())) != 1 or any(len(shape) != 1 for shape in shapes.values()):
            raise ValueError(f"{self.name}: columns must be 1-D and of one length, not {shapes}")
        if unknown := self.column_comments.keys() - self.columns.keys():
            raise ValueError(f"{self.name}: comments on columns it has not: {sorted(unknown)}")


@dataclass(frozen=True)
class View:
    """A view: a named query over relations and earlier views.

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


class Content(NamedTuple):
    """A commented relation, view or column of an attachable database."""

    name: str
    paper: str
    column: str | None
    comment: str


def write_database(
    path: str | os.PathLike[str],
    contents: Iterable[Relation | View],
    interruption: Interruption | None = None,
) -> None:
    """Write an attachable database atomically, replacing any old one.

    Another thread stops it through ``interruption``.
    """
    interruption = interruption or Interruption()
    views: list[View] = []
    papers: list[tuple[str, str]] = []
    with writing_database(path) as connection, interruption.of(connection):
        # a view over a file or a URL fails when it is made, not at its reader's
        connection.execute(f"SET enable_external_access = false; SET memory_limit = '{_MEMORY}'")
        for content in contents:
            if isinstance(content, View):
                views.append(content)
                continue
            interruption.check()
            load(connection, content)
            papers.append((content.name, content.paper))
        _load_views(connection, views)
        _write_contents(connection, [*papers, *((view.name, "") for view in views)])


@contextmanager
def writing_database(path: str | os.PathLike[str]) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a new database's connection; on success the file replaces ``path``."""
    import duckdb

    with replacing(Path(path)) as temporary:
        with refusing(f"{path}"), duckdb.connect(temporary, config=_WRITING) as connection:
            connection.execute(_NO_BAR)
            yield connection
            connection.execute("CHECKPOINT")  # closing does it too, but says nothing if it fails
        with (
            refusing(f"{path}"),
            duckdb.connect(temporary, read_only=True, config=_READING) as connection,
        ):
            connection.execute(_NO_BAR)
            for name in names(connection):
                connection.execute(f"SELECT * FROM {quoted(name)} LIMIT 1")


def load(connection: duckdb.DuckDBPyConnection, relation: Relation) -> None:
    """Create a relation as a native table in an open database, comments included."""
    # DuckDB reads NumPy strings as an ENUM of all that occur
    selected = ", ".join(
        f"{quoted(name)}::VARCHAR AS {quoted(name)}" if array.dtype.kind == "U" else quoted(name)
        for name, array in relation.columns.items()
    )
    table = quoted(relation.name)
    (rows,) = {len(array) for array in relation.columns.values()}
    has_objects = any(array.dtype.kind == "O" for array in relation.columns.values())
    step = max(1, rows) if has_objects else _ROWS_AT_ONCE  # their type is found in their values
    with refusing(relation.name):
        for start in range(0, max(1, rows), step):
            part = {name: array[start : start + step] for name, array in relation.columns.items()}
            connection.register(_SOURCE, part)
            try:
                into = f"INSERT INTO {table}" if start else f"CREATE TABLE {table} AS"
                connection.execute(f"{into} SELECT {selected} FROM {_SOURCE}")
            finally:
                connection.unregister(_SOURCE)
        comment = relation.comment + (f" Source: {relation.paper}." if relation.paper else "")
        comments = comments_on("TABLE", relation.name, comment, relation.column_comments)
        connection.execute(";".join(comments))


def attach(connection: duckdb.DuckDBPyConnection, path: Path, catalog: str) -> None:
    """Attach a database read-only under a name hidden from catalogues."""
    # Not IF NOT EXISTS: DuckDB 2.0 then waits for ever where a closed connection, whose address a
    # new one has, had attached a file that a third one still has.
    connection.execute(f"ATTACH {literal(f'{path}')} AS {quoted(catalog)} (READ_ONLY, HIDDEN)")


def contents(connection: duckdb.DuckDBPyConnection, catalog: str) -> list[Content]:
    """Return an attached database's relations and views, each after its sources."""
    return [row for row in _contents(connection, catalog) if row.column is None]


def name_contents(
    connection: duckdb.DuckDBPyConnection, catalog: str, *, comments: bool = True
) -> None:
    """Create local views of all contents of an attached database.

    Comments on the views take most of the time.
    """
    rows, source = _contents(connection, catalog), quoted(catalog)
    views = [quoted(row.name) for row in rows if row.column is None]
    statements = [f"CREATE OR REPLACE VIEW {view} AS FROM {source}.main.{view}" for view in views]
    if comments:
        statements += [_comment("VIEW", row.name, row.comment, row.column) for row in rows]
    connection.execute(";".join(statements))


def copy_contents(connection: duckdb.DuckDBPyConnection, catalog: str) -> None:
    """Copy an attached database's contents, comments included, to the current one."""
    ((current,),) = connection.execute("SELECT current_database()").fetchall()
    with refusing(catalog):
        connection.execute(
            f"COPY FROM DATABASE {quoted(catalog)} TO {quoted(current)}; DROP SCHEMA {_OWN} CASCADE"
        )


def names(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the names of all relations and views, sorted."""
    rows = connection.execute(
        "SELECT table_name FROM information_schema.tables "
        "WHERE table_catalog = current_database() AND table_schema = 'main' ORDER BY table_name"
    ).fetchall()
    return [name for (name,) in rows]


def comments_on(
    kind: str, name: str, comment: str, column_comments: Mapping[str, str]
) -> list[str]:
    """Return COMMENT statements for a table or view and its columns."""
    columns = (_comment(kind, name, text, column) for column, text in column_comments.items())
    return [_comment(kind, name, comment), *columns]


@contextmanager
def refusing(name: str) -> Iterator[None]:
    """Say which relation or view DuckDB refuses; disk errors are re-raised.

    Ctrl-C stays Ctrl-C: where it comes as DuckDB reads arrays, an error has its name as text.
    """
    import duckdb

    try:
        yield
    except duckdb.InterruptException:
        raise KeyboardInterrupt from None
    except (duckdb.IOException, duckdb.TransactionException, duckdb.FatalException) as error:
        raise OSError(str(error)) from error
    except duckdb.Error as error:
        if "KeyboardInterrupt" in str(error):
            raise KeyboardInterrupt from None
        raise ValueError(f"{name}: {' '.join(str(error).split())}") from error
    except RuntimeError as error:
        if "interrupted" in str(error):
            raise KeyboardInterrupt from None
        raise


def quoted(name: str) -> str:
    """Return a name as a quoted SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """Return a text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def _contents(connection: duckdb.DuckDBPyConnection, catalog: str) -> list[Content]:
    """Return the contents that `write_database` stored in an attached database."""
    rows = connection.execute(f"FROM {quoted(catalog)}.{CONTENTS}").fetchall()
    return [Content(*row) for row in rows]


def _write_contents(
    connection: duckdb.DuckDBPyConnection, papers: Iterable[tuple[str, str]]
) -> None:
    """Store the database's catalogue: names, papers and every comment."""
    comments = connection.execute(
        """
        SELECT table_name, NULL, comment FROM duckdb_tables()
        UNION ALL SELECT view_name, NULL, comment FROM duckdb_views() WHERE NOT internal
        UNION ALL SELECT table_name, column_name, comment
        FROM duckdb_columns() WHERE comment IS NOT NULL AND NOT internal"""
    ).fetchall()
    texts = {name: text for name, part, text in comments if part is None}
    rows = [(name, paper, None, texts[name]) for name, paper in papers]
    rows += [(name, "", part, text) for name, part, text in comments if part is not None]
    connection.execute(
        f"CREATE SCHEMA {_OWN}; CREATE TABLE {CONTENTS} AS SELECT unnest($1::VARCHAR[]) AS name, "
        "unnest($2::VARCHAR[]) AS paper, unnest($3::VARCHAR[]) AS part, "
        "unnest($4::VARCHAR[]) AS comment",
        [list(column) for column in zip(*rows, strict=True)],
    )


def _load_views(connection: duckdb.DuckDBPyConnection, views: Iterable[View]) -> None:
    """Create views over existing relations and earlier views, with comments."""
    for view in views:
        with refusing(view.name):
            connection.execute(f"CREATE VIEW {quoted(view.name)} AS {view.sql}")
    kinds: dict[str, dict[str, str]] = defaultdict(dict)
    comments: dict[str, dict[str, str]] = defaultdict(dict)
    for name, column, kind, comment in connection.execute(
        "SELECT table_name, column_name, data_type, comment FROM duckdb_columns() "
        "WHERE database_name = current_database() AND NOT internal"
    ).fetchall():
        kinds[name][column], comments[name][column] = kind, comment
    statements = []
    for view in views:
        if unknown := view.column_comments.keys() - kinds[view.name].keys():
            raise ValueError(f"{view.name}: comments on columns it has not: {sorted(unknown)}")
        inherited: dict[str, str] = {}
        for name in dict.fromkeys(_WORD.findall(view.sql)):
            for column, comment in comments.get(name, {}).items():
                if comment and kinds[view.name].get(column) == kinds[name][column]:
                    inherited.setdefault(column, comment)
        comments[view.name] = inherited | dict(view.column_comments)
        statements += comments_on("VIEW", view.name, view.comment, comments[view.name])
    connection.execute(";".join(["BEGIN", *statements, "COMMIT"]))  # on the disk at once


def _comment(kind: str, name: str, text: str | None, column: str | None = None) -> str:
    """Return SQL that puts a comment on a table or view, or on a column of it."""
    target = f"{kind} {quoted(name)}"
    if column is not None:
        target = f"COLUMN {quoted(name)}.{quoted(column)}"
    return f"COMMENT ON {target} IS {literal(text or '')}"


def _require_name(name: str) -> None:
    """Raise ValueError for names that need quoting in queries or file names."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r}: use lower-case letters, digits and underscores")
