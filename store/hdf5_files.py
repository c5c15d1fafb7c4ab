"""HDF5 files, opened or refused with a one-line reason."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import h5py

from llq.errors import (
    CorruptTable,
    ForeignTable,
    LlqError,
    TableMissing,
    TableNotReadable,
    TruncatedTable,
)

_REFUSALS = {  # the system's, which say nothing of the file
    errno.EACCES, errno.EPERM, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ELOOP,
    errno.ENAMETOOLONG,
}  # fmt: skip
_SIGNATURE = b"\x89HDF\r\n\x1a\n"


def open_hdf5(path: Path, remedy: str) -> Any:
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
def refusing_damage(path: Path, remedy: str) -> Iterator[None]:
    """Turn errors of HDF5, decoders and checks into `CorruptTable` or `TableNotReadable`."""
    try:
        yield
    except LlqError:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _REFUSALS:
            reason = os.strerror(error.errno)
            raise TableNotReadable(f"{path}: cannot be read ({reason})") from error
        reason = " ".join(str(error).split()) or type(error).__name__
        raise CorruptTable(f"{path}: is damaged and cannot be read ({reason}); {remedy}") from error
