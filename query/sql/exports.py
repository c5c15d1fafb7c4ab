"""The database as files for other programs: one DuckDB file, or Parquet files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path

import duckdb

from llq.errors import LlqError, TableNotWritable
from llq.query.sql.database import (
    SOURCES,
    SOURCES_COMMENT,
    Connection,
    Working,
    open_connection,
    sources,
)
from llq.query.sql.table_cache import find_layout, lay_out
from llq.store import database
from llq.store.atomic import replacing
from llq.store.database import literal, quoted

_MARK = "llq"


def export_database(
    path: str | os.PathLike[str],
    *,
    replace: bool = False,
    large: bool = False,
    working: Working = lambda _: nullcontext(),
) -> Path:
    """Write a self-contained DuckDB file with every relation and view, for any DuckDB client.

    Parameters
    ----------
    path
        The file, in a folder that exists.
    replace
        Whether a file that llq did not export is replaced too.
    large, working
        As in `open_connection`: without ``large``, the file has only those large tables that are
        already laid out.

    Raises
    ------
    TableMissing
        No table has been built; the message has the command.
    TableNotWritable
        The file cannot be written, or what is there is not an export of llq.
    """
    path = Path(path)
    require_folder(path, is_folder=False)
    if path.exists() and not replace and not _is_exported(path):
        raise not_exported(path)
    with open_connection(large=large, working=working) as connection:
        tables = connection.tables.attached
        layouts = {table.name: find_layout(table) or lay_out(table) for table in tables}
        origins = sources(connection.plain, tables)
    with working(f"Writing {path}"), database.writing_database(path) as written:
        for name, layout in layouts.items():
            database.attach(written, layout, name)
        written.execute("SET enable_external_access = false")
        for name in layouts:
            database.copy_contents(written, name)
        database.load(written, [origins])
        for name in layouts:
            written.execute(f"DETACH {quoted(name)}")
    return path


def export_parquet(
    folder: str | os.PathLike[str],
    *,
    replace: bool = False,
    large: bool = False,
    working: Working = lambda _: nullcontext(),
) -> tuple[Path, ...]:
    """Write every relation and view to a Parquet file of its name; return the files.

    Relations that a view has in words are omitted in favour of the view.

    Parameters
    ----------
    folder
        The folder, made if the one above it exists.
    replace
        Whether files that llq did not export are replaced too.
    large, working
        As in `export_database`.

    Raises
    ------
    TableMissing
        No table has been built; the message has the command.
    TableNotWritable
        The folder cannot be written to, or a file there is not an export of llq.
    """
    folder = Path(folder)
    require_folder(folder)
    with open_connection(read_only_files=False, large=large, working=working) as connection:
        return write_parquet(
            connection, folder, exported_names(connection), replace=replace, working=working
        )


def exported_names(connection: Connection) -> list[str]:
    """Return the relations and views that an export has; a relation in words replaces its codes."""
    decoded = {
        content.name
        for table in connection.tables.attached
        for content in database.contents(connection.plain, table.name)
        if content.decoded_by
    }
    return [name for name in database.names(connection.plain) if name not in decoded]


def write_parquet(
    connection: Connection,
    folder: Path,
    names: Iterable[str],
    *,
    replace: bool,
    working: Working,
    about: Callable[[str], Mapping[str, str]] = lambda _: {},
) -> tuple[Path, ...]:
    """Write relations and views to Parquet files of their names, made if missing; return the files.

    Parameters
    ----------
    about
        What the metadata of a file says besides its name.
    """
    paths = {name: folder / f"{name}.parquet" for name in names}
    for path in paths.values():
        if path.exists() and not replace and not _is_exported_parquet(connection.plain, path):
            raise not_exported(path)
    for name, path in paths.items():
        metadata = {_MARK: name, **about(name)}
        items = ", ".join(f"{quoted(key)}: {literal(text)}" for key, text in metadata.items())
        with working(f"Writing {path}"), replacing(path) as temporary, database.refusing(name):
            connection.execute(
                f"COPY (FROM {quoted(name)}) TO {literal(f'{temporary}')} (FORMAT parquet, "
                f"COMPRESSION zstd, KV_METADATA {{{items}}})"
            )
    return tuple(paths.values())


def require_folder(path: Path, *, is_folder: bool = True) -> None:
    """Refuse impossible paths, and refuse to make folders for a path that may be mistyped."""
    try:
        path.lstat()
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:  # too long, or a null character
        reason = error.strerror if isinstance(error, OSError) else error
        raise TableNotWritable(f"{path}: cannot be written: {reason}") from error
    if is_folder and path.exists() and not path.is_dir():
        raise TableNotWritable(f"{path}: cannot be written: it is a file, not a folder")
    if not path.absolute().parent.is_dir():
        raise TableNotWritable(
            f"{path}: cannot be written: there is no folder {path.absolute().parent}; make it first"
        )


def not_exported(path: Path) -> TableNotWritable:
    """Return the error that a file is not one that llq wrote."""
    return TableNotWritable(
        f"{path}: was not exported by llq, and is not replaced; choose another name, or replace it "
        "with --replace"
    )


def _is_exported(path: Path) -> bool:
    """Return whether a file is a database that `export_database` has written."""
    try:
        with database.open_database(path) as connection:
            query = "SELECT comment FROM duckdb_tables() WHERE table_name = ?"
            return connection.execute(query, [SOURCES]).fetchall() == [(SOURCES_COMMENT,)]
    except (LlqError, duckdb.Error, OSError):
        return False


def _is_exported_parquet(connection: duckdb.DuckDBPyConnection, path: Path) -> bool:
    """Return whether a file is one that `export_parquet` has written."""
    try:
        query = "SELECT decode(key) FROM parquet_kv_metadata(?)"
        return (_MARK,) in connection.execute(query, [f"{path}"]).fetchall()
    except duckdb.Error:
        return False
