"""Folders of this machine, and prefixes of an object store such as ``s3://bucket/games``, as one.

A file is read and written as a whole. A URL is opened by the package that fsspec has for its
scheme, such as s3fs, with that package's own credentials, or where none is installed by DuckDB's
extensions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from llq.errors import CorruptTable, TableNotWritable
from llq.store.atomic import replacing

if TYPE_CHECKING:
    import duckdb


class LocalFolder:
    """A folder of this machine, which need not be there yet.

    Parameters
    ----------
    path
        The folder.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def __str__(self) -> str:
        return f"{self.path}"

    def names(self, ending: str) -> set[str]:
        """Return the names of its files that end like this."""
        return {path.name for path in self.path.glob(f"*{ending}")}

    @contextmanager
    def reading(self, name: str) -> Iterator[BinaryIO]:
        """Give a file of the folder; an OSError says that there is none."""
        with (self.path / name).open("rb") as file:
            yield file

    @contextmanager
    def writing(self, name: str) -> Iterator[BinaryIO]:
        """Give a file that appears in the folder once it is whole.

        Raises
        ------
        TableNotWritable
            The folder or the disk refuses it.
        """
        with replacing(self.path / name) as temporary, temporary.open("wb") as file:
            yield file


class RemoteFolder:
    """What an object store has under a URL.

    Parameters
    ----------
    url
        Such as ``s3://bucket/prefix``.
    """

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")

    def __str__(self) -> str:
        return self.url

    @cached_property
    def _connection(self) -> duckdb.DuckDBPyConnection:
        import duckdb

        connection = duckdb.connect()
        with suppress(ImportError, ValueError):  # no fsspec, no package, no such scheme
            # of its own, as one that is shared remembers which files there were
            files = import_module("fsspec").filesystem(
                self.url.partition("://")[0], skip_instance_cache=True
            )
            connection.register_filesystem(files)
        return connection

    def names(self, ending: str) -> set[str]:
        """Return the names of its files that end like this.

        Raises
        ------
        CorruptTable
            The store cannot be read.
        """
        rows = self._ask("SELECT file FROM glob($1)", f"{self.url}/*{ending}")
        return {path.rpartition("/")[2] for (path,) in rows}

    @contextmanager
    def reading(self, name: str) -> Iterator[BinaryIO]:
        """Give a file under the URL; an OSError says that there is none.

        Raises
        ------
        CorruptTable
            The store cannot be read.
        """
        contents = self._ask("SELECT content FROM read_blob($1)", f"{self.url}/{name}")
        if not contents:
            raise FileNotFoundError(f"{self.url}/{name}")
        yield BytesIO(contents[0][0])

    @contextmanager
    def writing(self, name: str) -> Iterator[BinaryIO]:
        """Give a file that appears under the URL once it is whole.

        Raises
        ------
        TableNotWritable
            The store refuses it.
        """
        import duckdb

        file, path = BytesIO(), f"{self.url}/{name}"
        yield file
        try:
            to = path.replace("'", "''")
            self._connection.execute(
                f"COPY (SELECT $1::BLOB) TO '{to}' (FORMAT blob)", [file.getvalue()]
            )
        except (duckdb.Error, OSError) as error:
            raise TableNotWritable(f"{path}: cannot be written: {_line(error)}") from error

    def _ask(self, query: str, path: str) -> list[tuple[Any]]:
        import duckdb

        try:
            return self._connection.execute(query, [path]).fetchall()
        except (duckdb.Error, OSError) as error:
            raise CorruptTable(f"{self.url}: cannot be read: {_line(error)}") from error


Folder = LocalFolder | RemoteFolder


def open_folder(where: str | os.PathLike[str]) -> Folder:
    """Return the folder at a path or a URL."""
    text = os.fspath(where)
    return RemoteFolder(text) if "://" in text else LocalFolder(text)


def _line(error: Exception) -> str:
    return str(error).partition("\n")[0]
