"""Database exports for other programs: one DuckDB file, or Parquet files."""

import os
from contextlib import nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryFile

from llq.errors import TableNotWritable
from llq.query.sql.database import Working, open_connection
from llq.query.sql.sources import source_relation
from llq.query.sql.table_cache import find_layout, lay_out
from llq.store import database
from llq.store.atomic import replacing
from llq.store.database import literal, quoted


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
        Whether what is there is replaced.
    large, working
        As in `open_connection`: without ``large``, the file has only those large tables that are
        already laid out.

    Raises
    ------
    TableMissing
        No table has been built; the message has the command.
    TableNotWritable
        The file is there already, or cannot be written.
    """
    path = Path(path)
    _require_free(path, replace=replace)
    with open_connection(large=large, working=working) as connection:
        tables = connection.tables.attached
        layouts = {table.name: find_layout(table) or lay_out(table) for table in tables}
        origins = source_relation(connection.plain, tables)
    with working(f"Writing {path}"), database.writing_database(path) as target:
        for name, layout in layouts.items():
            database.attach(target, layout, name)
            database.copy_contents(target, name)
            target.execute(f"DETACH {quoted(name)}")
        database.load(target, origins)
    return path


def export_parquet(
    folder: str | os.PathLike[str],
    *,
    replace: bool = False,
    large: bool = False,
    working: Working = lambda _: nullcontext(),
) -> tuple[Path, ...]:
    """Write each relation and view to its own Parquet file; return the files.

    Parameters
    ----------
    folder
        The folder, made if the one above it exists.
    replace
        Whether files of a folder that is not empty are replaced.
    large, working
        As in `export_database`.

    Raises
    ------
    TableMissing
        No table has been built; the message has the command.
    TableNotWritable
        The folder is not empty, or cannot be written to.
    """
    folder = Path(folder)
    _require_free(folder, replace=replace)
    paths = []
    with open_connection(read_only_files=False, large=large, working=working) as connection:
        for name in database.names(connection.plain):
            path = folder / f"{name}.parquet"
            with working(f"Writing {path}"), replacing(path) as temporary, database.refusing(name):
                connection.execute(
                    f"COPY (FROM {quoted(name)}) TO {literal(f'{temporary}')} "
                    "(FORMAT parquet, COMPRESSION zstd)"
                )
            paths.append(path)
    return tuple(paths)


def _require_free(path: Path, *, replace: bool) -> None:
    """Refuse an unwritable path, or an occupied path unless ``replace``."""
    is_free = True
    try:
        with suppress(FileNotFoundError):
            path.lstat()
            is_free = path.is_dir() and not any(path.iterdir())
        folder = next(folder for folder in (path, *path.absolute().parents) if folder.is_dir())
        TemporaryFile(dir=folder).close()  # some folders, such as /proc, only seem writable
    except (OSError, ValueError) as error:  # too long, forbidden, or a null character
        reason = error.strerror if isinstance(error, OSError) else error
        raise TableNotWritable(f"{path}: cannot be written: {reason}") from error
    if not is_free and not replace:
        raise TableNotWritable(
            f"{path}: is there already; choose another name, or replace it with --replace"
        )
