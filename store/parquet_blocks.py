"""Blocks of a long job as Parquet files, one each: finished work that DuckDB reads in place.

A part has a row for each of the block's results, with columns that say which, and in its metadata
what it takes to have the block back, bit for bit: the hash of all that the blocks depend on, the
block's name, shape, type and SHA-256. A folder, or a prefix of an object store, holds one job.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from llq.errors import CorruptTable, ForeignTable, TableMissing, TableNotWritable
from llq.store.atomic import replacing
from llq.store.database import literal

__all__ = ["PartForm", "Parts", "connect_to", "parts_query", "read_job"]

_MARK = "llq"
_ENDING = ".parquet"


@dataclass(frozen=True)
class PartForm:
    """How blocks of a job are laid out in rows.

    Parameters
    ----------
    fields
        Names of what lies along one axis of a block: a column each.
    axis
        That axis.
    keys
        Returns, for a task, columns that say what each row is; they are broadcast to the shape of
        the block's other axes.
    """

    fields: tuple[str, ...]
    axis: int
    keys: Callable[[Any], Mapping[str, NDArray[Any]]]


class Parts:
    """The finished blocks of one job in a folder, in place of `llq.store.checkpoints.Checkpoints`.

    Parameters
    ----------
    folder
        The folder, or a URL that `connect_to` opens, such as ``s3://bucket/prefix``.
    identity
        All that the blocks depend on.
    about
        What the job is, as JSON holds it: whoever compacts the parts reads it from any of them.
    form, tasks
        How the blocks are laid out, and what each is computed from, by name.

    Raises
    ------
    ForeignTable
        The folder has parts of another job.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        identity: str,
        about: Mapping[str, Any],
        form: PartForm,
        tasks: Mapping[str, Any],
    ) -> None:
        self.folder = os.fspath(folder).rstrip("/")
        self._key = hashlib.sha256(identity.encode()).hexdigest()
        self._about, self._form, self._tasks = dict(about), form, tasks
        self._found: dict[str, dict[str, Any]] = {}
        self.seconds = 0.0
        for note in _notes(self.folder):
            if note["job"] != self._key:
                raise ForeignTable(
                    f"{self.folder} has parts of another job, {note['about']['command']}, or of "
                    "other code: take another folder"
                )
            self._found[note["block"]] = note
            self.seconds = max(self.seconds, note["seconds"])

    def save(self, name: str, block: NDArray[Any]) -> None:
        """Write a block.

        Raises
        ------
        TableNotWritable
            The folder or the disk refuses the file.
        """
        moved = np.moveaxis(block, self._form.axis, 0)
        keys = self._form.keys(self._tasks[name])
        columns = {k: np.broadcast_to(v, moved.shape[1:]).ravel() for k, v in keys.items()}
        columns |= {
            field: np.ascontiguousarray(values).ravel()
            for field, values in zip(self._form.fields, moved, strict=True)
        }
        note = {
            "job": self._key,
            "about": self._about,
            "block": name,
            "shape": block.shape,
            "dtype": block.dtype.str,
            "sha256": _sha256(block),
            "seconds": self.seconds,
        }
        if "://" in self.folder:
            _write(columns, note, f"{self.folder}/{name}{_ENDING}")
        else:
            with replacing(Path(self.folder, f"{name}{_ENDING}")) as temporary:
                _write(columns, note, f"{temporary}")
        self._found[name] = note

    def load(self, name: str) -> NDArray[Any] | None:
        """Return a block, or None if there is no part of it.

        Raises
        ------
        CorruptTable
            Its part is not as it was written.
        """
        note = self._found.get(name)
        if note is None:
            return None
        path = f"{self.folder}/{name}{_ENDING}"
        fields = ", ".join(f'"{field}"' for field in self._form.fields)
        with connect_to(path) as connection:
            try:
                read = connection.execute(f"SELECT {fields} FROM read_parquet({literal(path)})")
                columns = read.fetchnumpy()
            except duckdb.Error as error:
                raise CorruptTable(f"{path}: cannot be read: {_line(error)}") from error
        shape = list(note["shape"])
        del shape[self._form.axis]
        arrays = [np.asarray(columns[f]).reshape(shape) for f in self._form.fields]
        block = np.stack(arrays, self._form.axis).astype(note["dtype"])
        if _sha256(block) != note["sha256"]:
            raise CorruptTable(f"{path}: is not as it was written; delete it and build it again")
        return block

    def has(self, name: str) -> bool:
        """Return whether there is a part of a block."""
        return name in self._found


def read_job(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """Return what the job of a folder's parts is, as it was given.

    Raises
    ------
    TableMissing
        There are no parts.
    """
    for note in _notes(os.fspath(folder).rstrip("/")):
        about: dict[str, Any] = note["about"]
        return about
    raise TableMissing(f"{os.fspath(folder)} has no parts of a job: build some with --parts")


def connect_to(folder: str, **config: Any) -> duckdb.DuckDBPyConnection:
    """Return a connection that reads and writes a folder's files.

    A URL is opened by the package that fsspec has for its scheme, such as s3fs, with that package's
    own credentials, or where none is installed by DuckDB's extensions.
    """
    connection = duckdb.connect(config=config)
    scheme, is_url, _ = folder.partition("://")
    if is_url:
        with suppress(ImportError, ValueError):  # no fsspec, no package, no such scheme
            # of its own, as one that is shared remembers which files there were
            files = import_module("fsspec").filesystem(scheme, skip_instance_cache=True)
            connection.register_filesystem(files)
    return connection


def parts_query(folder: str | os.PathLike[str]) -> str:
    """Return the query of all rows of a folder's parts."""
    pattern = f"{os.fspath(folder).rstrip('/')}/*{_ENDING}"
    return f"SELECT * FROM read_parquet({literal(pattern)})"


def _notes(folder: str) -> list[dict[str, Any]]:
    """Return the metadata of every part."""
    pattern = literal(f"{folder}/*{_ENDING}")
    with connect_to(folder) as connection:
        try:
            if not connection.execute(f"SELECT count(*) FROM glob({pattern})").fetchall()[0][0]:
                return []
            found = connection.execute(
                f"SELECT value::VARCHAR FROM parquet_kv_metadata({pattern}) "
                f"WHERE key::VARCHAR = '{_MARK}' ORDER BY file_name"
            ).fetchall()
        except duckdb.Error as error:
            raise CorruptTable(
                f"{folder}: a part is damaged, delete it and build it again: {_line(error)}"
            ) from error
    try:
        return [json.loads(value.replace("\\x22", '"')) for (value,) in found]
    except ValueError as error:
        raise CorruptTable(f"{folder}: a part's metadata is not llq's") from error


def _write(columns: dict[str, NDArray[Any]], note: dict[str, Any], path: str) -> None:
    with connect_to(path) as connection:
        connection.register("block", columns)
        try:
            connection.execute(
                f"COPY block TO {literal(path)} (FORMAT parquet, COMPRESSION zstd, "
                f"KV_METADATA {{{_MARK}: {literal(json.dumps(note))}}})"
            )
        except duckdb.Error as error:
            raise TableNotWritable(f"{path}: cannot be written: {_line(error)}") from error


def _sha256(block: NDArray[Any]) -> str:
    head = f"{block.shape}{block.dtype.str}".encode()
    return hashlib.sha256(head + np.ascontiguousarray(block).tobytes()).hexdigest()


def _line(error: Exception) -> str:
    return str(error).partition("\n")[0]
