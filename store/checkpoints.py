"""Blocks of a long job, kept on disk, so that a killed job goes on where it was.

A job's folder, ``<table>.partial/<key>`` beside the table to be, has one file for each finished
block. The key is a hash of all that the blocks depend on: with another solver or other parameters
it is another job, which starts anew and leaves the files of this one alone.

A block's file is an ``.npy`` file, written as a whole or not at all, and after its end the SHA-256
of the job's key, the block's name and the array: a file cut short, altered, or put there from
another job or block is no block, and is computed again.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from llq.store.atomic import replacing

__all__ = ["Checkpoints", "partial_folder"]

_ENDING = ".partial"
_HASH_BYTES = 32
_KEY_LETTERS = 16
_PIECE = 1 << 24  # bytes hashed at a time
_SECONDS = "seconds.txt"


def partial_folder(table: str | os.PathLike[str]) -> Path:
    """Return where unfinished builds of a table keep their blocks, a folder each."""
    return Path(table).with_suffix(_ENDING)


class Checkpoints:
    """The finished blocks of one job.

    Parameters
    ----------
    table
        The table file that the job will write.
    identity
        All that the blocks depend on: parameters, the solver's hash, how the work is cut.

    Attributes
    ----------
    folder : Path
        Where the blocks are; there is none before the first.
    """

    def __init__(self, table: str | os.PathLike[str], identity: str) -> None:
        self._key = hashlib.sha256(identity.encode()).hexdigest()
        self.folder = partial_folder(table) / self._key[:_KEY_LETTERS]

    def save(self, name: str, block: NDArray[Any]) -> None:
        """Keep a block; a name is letters, digits and hyphens.

        Raises
        ------
        TableNotWritable
            The folder or the disk refuses the file.
        """
        digest = self._digest(name)
        with replacing(self._path(name)) as temporary, temporary.open("wb") as file:
            np.lib.format.write_array(_Hashed(file, digest), block, allow_pickle=False)
            file.write(digest.digest())

    def load(self, name: str) -> NDArray[Any] | None:
        """Return a block, or None if there is no sound file of it."""
        digest = self._digest(name)
        try:
            with self._path(name).open("rb") as file:
                left = os.fstat(file.fileno()).st_size - _HASH_BYTES
                while left > 0 and (piece := file.read(min(left, _PIECE))):
                    digest.update(piece)
                    left -= len(piece)
                if file.read() != digest.digest():
                    return None
                file.seek(0)
                block: NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
                return block
        except OSError:  # an unreadable block is as good as none
            return None

    @property
    def seconds(self) -> float | None:
        """Time that the job has taken so far; None if it has not begun."""
        if not self.folder.exists():
            return None
        try:
            return float((self.folder / _SECONDS).read_text("utf-8"))
        except (OSError, ValueError):  # it was killed before it said so
            return 0.0

    @seconds.setter
    def seconds(self, taken: float) -> None:
        with replacing(self.folder / _SECONDS) as temporary:
            temporary.write_text(f"{taken:.1f}", "utf-8")

    def remove(self) -> None:
        """Delete this job's blocks, and the folder above unless another job has blocks there."""
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):
            self.folder.parent.rmdir()

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.npy"

    def _digest(self, name: str) -> hashlib._Hash:
        """Return the SHA-256 of a block's file as far as its first byte."""
        return hashlib.sha256(f"{self._key}\n{name}\n".encode())


class _Hashed:
    """A file that hashes what is written to it; an array goes there piece by piece."""

    def __init__(self, file: BinaryIO, digest: hashlib._Hash) -> None:
        self._file, self._digest = file, digest

    def write(self, data: bytes) -> int:
        self._digest.update(data)
        return self._file.write(data)
