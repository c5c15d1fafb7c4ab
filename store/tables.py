"""Opening, reading and verifying table files.

A file is trusted no further than it has been checked: opening it checks every attribute, reading a
whole column its SHA-256, reading some rows that of every chunk they lie in, and both the range that
today's code declares. Whatever is wrong with a file is an `LlqError` of one line that says what to
do.
"""

import errno
import hashlib
import json
import os
import stat
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import h5py
import numpy as np
from numpy.typing import NDArray

from llq.errors import (
    CorruptTable,
    ForeignTable,
    FormatTooNew,
    FormatTooOld,
    LlqError,
    StaleTable,
    TableMissing,
    TableNotReadable,
    TruncatedTable,
)
from llq.store import schema
from llq.store.chunks import ChunkReader, chunk_hashes
from llq.store.provenance import Provenance

REMEDY = "build it again (llq build --help lists the commands)"

BLOCKS = f"{schema.HASHES}/blocks"
"""Dataset name of a file's block hashes."""

Expected = schema.TableSpec | Callable[[schema.TableSpec], schema.TableSpec] | None
Remedy = str | Callable[[schema.TableSpec | None], str]

_REFUSALS = {  # the system's, which say nothing of the file
    errno.EACCES, errno.EPERM, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ELOOP,
    errno.ENAMETOOLONG,
}  # fmt: skip
_SIGNATURE = b"\x89HDF\r\n\x1a\n"
_ATTRIBUTES: Mapping[str, type] = {
    "llq_format_version": int,
    "game": str,
    "variant": str,
    "rules_id": str,
    "rules_version": int,
    "parameters": str,
    "table_version": int,
    "columns": str,
    "datasets": str,
    "blocks_sha256": str,
    "content_hash": str,
    "provenance": str,
    "attributes_sha256": str,
}


@dataclass(frozen=True)
class TableInfo:
    """Metadata of a table file."""

    path: Path
    size_bytes: int
    spec: schema.TableSpec
    stored: Mapping[str, schema.StoredArray]
    """By the column's name."""
    blocks_sha256: str
    """SHA-256 of the build's block hashes; empty for builds without blocks."""
    content_hash: str
    """SHA-256 of the content: equal for two builds of the same table."""
    provenance: Provenance

    def rows(self, name: str) -> int:
        """Return the length of a column's first axis."""
        if name not in self.stored:
            raise KeyError(f"{self.spec.name} has no column {name!r}; it has {sorted(self.stored)}")
        return self.stored[name].shape[0]


class Closing(ABC):
    """Base of context managers that call `close` on exit."""

    @abstractmethod
    def close(self) -> None:
        """Close the resource; repeated calls are harmless."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class TableFile(Closing):
    """An open table file, read-only. Close it, or use it in a ``with`` statement."""

    def __init__(
        self, info: TableInfo, file: Any, columns: Iterable[schema.Column], remedy: str
    ) -> None:
        self.info = info
        """The file's checked metadata."""
        self._file = file
        self._columns = {column.name: column for column in columns}
        self._readers: dict[str, ChunkReader] = {}
        self._remedy = remedy

    def read(self, name: str) -> NDArray[Any]:
        """Return a whole column, its bytes checked against their SHA-256."""
        self.info.rows(name)  # raises for an unknown column
        with self.checking():
            array = self._checked(name, self._file[name][...])
            if schema.array_hash(array) != self.info.stored[name].sha256:
                raise ValueError(f"the bytes of {name} do not match their SHA-256")
        return array

    def read_rows(self, name: str, start: int, stop: int) -> NDArray[Any]:
        """Return a column's rows `start` up to `stop`, reading only the needed chunks."""
        if not 0 <= start <= stop <= self.info.rows(name):
            raise IndexError(f"{name} has {self.info.rows(name)} rows, not {start} to {stop}")
        with self.checking():
            if name not in self._readers:
                self._readers[name] = ChunkReader(self._file, name, self.info.stored[name])
            return self._checked(name, self._readers[name].read(start, stop))

    def block_hashes(self) -> NDArray[np.uint64]:
        """Return the hashes of the build's blocks, in build order."""
        with self.checking():
            if not self.info.blocks_sha256:
                return np.zeros(0, np.uint64)
            hashes: NDArray[np.uint64] = self._file[BLOCKS][...]
            if schema.array_hash(hashes) != self.info.blocks_sha256:
                raise ValueError("the hashes of the blocks do not match their SHA-256")
            return hashes.astype(np.uint64, copy=False)

    @contextmanager
    def checking(self) -> Iterator[None]:
        """Turn errors caused by a damaged table into `CorruptTable`."""
        with _refusing_damage(self.info.path, self._remedy):
            yield

    def verify(self) -> None:
        """Read everything and check every hash."""
        for name, stored in self.info.stored.items():
            array = self.read(name)
            with self.checking():
                hashes = ChunkReader(self._file, name, stored).hashes
                if hashes != chunk_hashes(array, stored.chunk_rows).tobytes():
                    raise ValueError(f"the chunks of {name} do not match their SHA-256")
        self.block_hashes()

    @property
    def is_closed(self) -> bool:
        """Whether the file has been closed."""
        return not self._file

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _checked(self, name: str, array: NDArray[Any]) -> NDArray[Any]:
        """Return an array in native byte order, after checking its column's range."""
        if name in self._columns:
            schema.check_values(self._columns[name], array)
        return array.astype(array.dtype.newbyteorder("="), copy=False)


class _MetadataError(Exception):
    """Metadata of a file that is incomplete, or contradicts its other parts."""


def open_table(
    path: str | os.PathLike[str], expected: Expected = None, *, remedy: Remedy = REMEDY
) -> TableFile:
    """Open a table file for reading, after checking its metadata.

    Parameters
    ----------
    path
        The file.
    expected
        The spec that the caller's code would build, or a function from the stored spec to it.
        Without it any game's table is opened.
    remedy
        The user's remedy for a refused table, at the end of the message; or a function of the
        stored spec, None where that is unknown, that returns it.
    """
    path = Path(path)
    remedy_text = remedy(None) if callable(remedy) else remedy
    with _refusing_damage(path, remedy_text):
        file = _open_hdf5(path, remedy_text)
        try:
            info = _read_info(path, file, remedy_text)
            spec = expected(info.spec) if callable(expected) else expected
            if spec is not None:
                if spec.name == info.spec.name and callable(remedy):
                    remedy_text = remedy(info.spec)
                _require_expected(info, spec, remedy_text)
                shapes = {name: array.shape for name, array in info.stored.items()}
                schema.check_shapes(spec, shapes)
        except BaseException:
            file.close()
            raise
    return TableFile(info, file, spec.columns if spec else (), remedy_text)


def verify_table(
    path: str | os.PathLike[str], expected: Expected = None, *, remedy: Remedy = REMEDY
) -> TableInfo:
    """Read a table file, check every hash and return its metadata.

    Raises as `open_table` and `TableFile.verify` do.
    """
    with open_table(path, expected, remedy=remedy) as table:
        table.verify()
        return table.info


def attributes_hash(attributes: Mapping[str, int | str]) -> str:
    """Return the SHA-256 over the root attributes, except ``attributes_sha256``."""
    hashed = {name: value for name, value in attributes.items() if name != "attributes_sha256"}
    return hashlib.sha256(schema.canonical_json(hashed).encode()).hexdigest()


def _open_hdf5(path: Path, remedy: str) -> Any:
    """Open an HDF5 file read-only; raise a one-line `LlqError` for other files."""
    try:
        status = path.stat() if path.exists() else path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        raise TableMissing(f"{path}: there is no such table; {remedy}") from None
    if not stat.S_ISREG(status.st_mode):
        kinds = {stat.S_IFDIR: "a folder", stat.S_IFLNK: "a link to nothing"}
        kind = kinds.get(stat.S_IFMT(status.st_mode), "no regular file")
        raise ForeignTable(f"{path}: is {kind}, not a table; delete it and {remedy}")
    try:
        return h5py.File(path, "r", locking=False)
    except Exception:
        size = status.st_size
        with path.open("rb") as stream:
            head = stream.read(36)
        if not _SIGNATURE.startswith(head[:8]):
            raise ForeignTable(f"{path}: is not an HDF5 file; {remedy}") from None
        # superblock version 3: its flags are byte 11, its end-of-file address bytes 28 to 36
        if len(head) < 36 or size < (end := int.from_bytes(head[28:36], "little")):
            shortfall = "too few to be a table" if len(head) < 36 else f"it should have {end}"
            raise TruncatedTable(f"{path}: has {size} bytes, {shortfall}; {remedy}") from None
        if head[11]:
            raise TruncatedTable(f"{path}: was never written to its end; {remedy}") from None
        raise


@contextmanager
def _refusing_damage(path: Path, remedy: str) -> Iterator[None]:
    """Turn errors of HDF5, decoders and checks into `CorruptTable` or `TableNotReadable`."""
    try:
        yield
    except LlqError:
        raise
    except _MetadataError as error:
        raise CorruptTable(f"{path}: {error}; {remedy}") from None
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _REFUSALS:
            reason = os.strerror(error.errno)
            raise TableNotReadable(f"{path}: cannot be read ({reason})") from error
        reason = " ".join(str(error).split()) or type(error).__name__
        raise CorruptTable(f"{path}: is damaged and cannot be read ({reason}); {remedy}") from error


def _read_info(path: Path, file: Any, remedy: str) -> TableInfo:
    """Return an open file's metadata, checked for consistency."""
    if not {"llq_format_version", "attributes_sha256"} & set(file.attrs):
        raise ForeignTable(f"{path}: is an HDF5 file but not an llq table; {remedy}")
    if "llq_format_version" in file.attrs:  # first, as other formats may differ in all the rest
        _require_format(path, _plain(file.attrs["llq_format_version"]), remedy)
    attrs = _read_attributes(file)
    spec = schema.TableSpec(
        columns=tuple(
            schema.Column(**{**column, "axes": tuple(column["axes"])})
            for column in json.loads(attrs["columns"])
        ),
        parameters=json.loads(attrs["parameters"]),
        version=attrs["table_version"],
        **{name: attrs[name] for name in schema.IDENTIFYING},
    )
    stored = {
        name: schema.StoredArray(**{**array, "shape": tuple(array["shape"])})
        for name, array in json.loads(attrs["datasets"]).items()
    }
    _check_datasets(file, spec, stored)
    _require(
        schema.content_hash(spec, stored) == attrs["content_hash"], "the content hash is another's"
    )
    return TableInfo(
        path=path,
        size_bytes=path.stat().st_size,
        spec=spec,
        stored=stored,
        blocks_sha256=attrs["blocks_sha256"],
        content_hash=attrs["content_hash"],
        provenance=Provenance.from_dict(json.loads(attrs["provenance"])),
    )


def _read_attributes(file: Any) -> dict[str, Any]:
    """Return the root attributes, all there, of their types and not altered."""
    attrs = {name: _plain(file.attrs[name]) for name in file.attrs}
    for name, kind in _ATTRIBUTES.items():
        _require(name in attrs, f"the attribute {name} is missing")
        is_right = isinstance(attrs[name], kind)
        _require(is_right, f"the attribute {name} is not of type {kind.__name__}")
    _require(attributes_hash(attrs) == attrs["attributes_sha256"], "the attributes were altered")
    return attrs


def _check_datasets(
    file: Any, spec: schema.TableSpec, stored: Mapping[str, schema.StoredArray]
) -> None:
    """Check that the file has a dataset for each column, as it was written."""
    names = {column.name for column in spec.columns}
    _require(stored.keys() == names, "its datasets are not its columns")
    for column in spec.columns:
        _require(column.name in file, f"the dataset {column.name} is missing")
        dataset = file[column.name]
        _require(
            isinstance(dataset, h5py.Dataset)
            and dataset.dtype == np.dtype(column.dtype).newbyteorder("<")
            and dataset.shape == stored[column.name].shape,
            f"the dataset {column.name} is not of the dtype and shape that it was written with",
        )
        _require(stored[column.name].chunk_rows > 0, f"the chunks of {column.name} have no rows")


def _require(is_met: bool, problem: str) -> None:
    if not is_met:
        raise _MetadataError(problem)


def _plain(value: Any) -> Any:
    """Return an attribute's value as Python's own text or number."""
    if isinstance(value, bytes):
        return value.decode()
    return int(value) if isinstance(value, np.integer) else value


def _require_format(path: Path, version: object, remedy: str) -> None:
    """Refuse file formats of other versions."""
    if not isinstance(version, int):
        raise CorruptTable(f"{path}: the format version is not a number; {remedy}")
    finding = f"{path}: has format {version}, this llq reads format {schema.FORMAT_VERSION}"
    if version < schema.FORMAT_VERSION:
        raise FormatTooOld(f"{finding}; {remedy}")
    if version > schema.FORMAT_VERSION:
        raise FormatTooNew(f"{finding}; upgrade llq, or {remedy}")


def _require_expected(info: TableInfo, expected: schema.TableSpec, remedy: str) -> None:
    """Refuse a sound table that differs from the expected specification."""
    if info.spec.name != expected.name:
        raise ForeignTable(
            f"{info.path}: is a table of {info.spec.name}, not of {expected.name}; {remedy}"
        )
    if change := schema.find_change(info.spec, expected):
        item, stored, current = change
        raise StaleTable(
            f"{info.path}: is out of date: {item} {stored!s:.60}, today's {current!s:.60}; {remedy}"
        )
