"""Blocks of a long job, kept until they are joined, so that an interrupted job resumes.

A build's folder is ``<table>.partial/<key>`` beside the table to be, or any folder or URL of an
object store. The key is a hash of all that the blocks depend on: with another solver or other
parameters it is another job, which starts from scratch and leaves the blocks of this one alone.

A block's file is an ``.npy`` file, written as a whole or not at all, and after its end the SHA-256
of the job's key, the block's name and the array: a file cut short, altered, or put there from
another job or block is ignored, and its block computed again.
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

from llq.store.folders import Folder, LocalFolder, open_folder

BLOCK = ".npy"
"""How a block's file ends."""

_ENDING = ".partial"
_HASH_BYTES = 32
_KEY_LETTERS = 16
_PIECE = 1 << 24  # bytes hashed at a time
_SECONDS = "seconds.txt"


def partial_folder(table: str | os.PathLike[str]) -> Path:
    """Return where unfinished builds of a table keep their blocks, a folder each."""
    return Path(table).with_suffix(_ENDING)


class KeptBlocks:
    """The finished blocks of one job in a folder or at a URL.

    Parameters
    ----------
    folder
        Where they are.
    identity
        All that the blocks depend on: parameters, the solver's hash, how the work is cut.

    Attributes
    ----------
    key : str
        The hash of the identity.
    """

    def __init__(self, folder: Folder | str | os.PathLike[str], identity: str) -> None:
        self.key = _key(identity)
        self.files = open_folder(folder) if isinstance(folder, str | os.PathLike) else folder

    def save(self, name: str, block: NDArray[Any]) -> None:
        """Keep a block; a name is letters, digits and hyphens.

        Raises
        ------
        TableNotWritable
            The folder or the disk refuses the file.
        """
        digest = self._digest(name)
        with self.files.writing(f"{name}{BLOCK}") as file:
            np.lib.format.write_array(_Hashed(file, digest), block, allow_pickle=False)
            file.write(digest.digest())

    def load(self, name: str) -> NDArray[Any] | None:
        """Return a block, or None if there is no sound file of it."""
        digest = self._digest(name)
        try:
            with self.files.reading(f"{name}{BLOCK}") as file:
                left = file.seek(0, os.SEEK_END) - _HASH_BYTES
                file.seek(0)
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

    def names(self) -> set[str]:
        """Return the names of the blocks that have a file, sound or not."""
        return {name.removesuffix(BLOCK) for name in self.files.names(BLOCK)}

    @property
    def seconds(self) -> float | None:
        """Time that the job has taken so far; None if it has not begun."""
        try:
            with self.files.reading(_SECONDS) as file:
                return float(file.read())
        except (OSError, ValueError):
            return 0.0 if self.names() else None  # interrupted before the time was kept

    @seconds.setter
    def seconds(self, taken: float) -> None:
        with self.files.writing(_SECONDS) as file:
            file.write(f"{taken:.1f}".encode())

    def _digest(self, name: str) -> hashlib._Hash:
        """Return the SHA-256 of a block's file as far as its first byte."""
        return hashlib.sha256(f"{self.key}\n{name}\n".encode())


class Checkpoints(KeptBlocks):
    """The finished blocks of a build, beside the table to be until that is written.

    Parameters
    ----------
    table
        The table file that the job will write.
    identity
        As `KeptBlocks` takes it.

    Attributes
    ----------
    folder : Path
        Where the blocks are; there is none before the first.
    """

    def __init__(self, table: str | os.PathLike[str], identity: str) -> None:
        self.folder = partial_folder(table) / _key(identity)[:_KEY_LETTERS]
        super().__init__(LocalFolder(self.folder), identity)

    def remove(self) -> None:
        """Delete this job's blocks, and the folder above unless another job has blocks there."""
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):
            self.folder.parent.rmdir()


def _key(identity: str) -> str:
    return hashlib.sha256(identity.encode()).hexdigest()


class _Hashed:
    """A file that hashes what is written to it; an array goes there piece by piece."""

    def __init__(self, file: BinaryIO, digest: hashlib._Hash) -> None:
        self._file, self._digest = file, digest

    def write(self, data: bytes) -> int:
        self._digest.update(data)
        return self._file.write(data)
