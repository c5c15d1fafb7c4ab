"""Blocks of a long job, stored so that an interrupted job resumes.

A build's folder is ``<table>.partial/<key>`` beside the table to be. The key is a hash of all that
the blocks depend on: with another solver or other parameters it is another job, which starts from
scratch and leaves the blocks of this one alone.

A block's file is an ``.npy`` file, written as a whole or not at all, and after its end the SHA-256
of the job's key, the block's name and the array: a file cut short, altered, or put there from
another job or block is ignored, and its block computed again.
"""

import hashlib
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from llq.store.atomic import replacing
from llq.store.provenance import Stopwatch

_HASH_BYTES = 32
_SECONDS_BETWEEN_NOTES = 10.0


def partial_folder(table: str | os.PathLike[str]) -> Path:
    """Return the folder of a table's unfinished builds, a subfolder per build."""
    return Path(table).with_suffix(".partial")


class Checkpoints:
    """Finished blocks of a build, stored beside its future table.

    ``identity`` is all that the blocks depend on: parameters, the solver's version, how the work is
    cut. There is no ``folder`` before the first block. The time on ``watch`` is kept with them.
    """

    def __init__(self, table: str | os.PathLike[str], identity: str) -> None:
        self._key = hashlib.sha256(identity.encode()).hexdigest()
        self.folder = partial_folder(table) / self._key[:16]
        self.watch = Stopwatch(before=self.read_seconds())

    def save(self, name: str, block: NDArray[Any]) -> None:
        """Store a block; its name holds letters, digits and hyphens."""
        with replacing(self.folder / f"{name}.npy") as path, path.open("w+b") as file:
            np.lib.format.write_array(file, block, allow_pickle=False)
            file.write(self._digest(name, file, file.tell()))
        if self.watch.seconds - (self.read_seconds() or 0.0) > _SECONDS_BETWEEN_NOTES:
            self.write_seconds(self.watch.seconds)

    def load(self, name: str) -> NDArray[Any] | None:
        """Return a block; None if missing or damaged."""
        try:
            with (self.folder / f"{name}.npy").open("rb") as file:
                size = file.seek(0, os.SEEK_END) - _HASH_BYTES
                if size < 0 or self._digest(name, file, size) != file.read():
                    return None
                file.seek(0)
                block: NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
                return block
        except OSError:  # an unreadable block is as good as none
            return None

    def read_seconds(self) -> float | None:
        """Return the seconds of work so far; None before the first block."""
        try:
            return float((self.folder / "seconds.txt").read_text("utf-8"))
        except (OSError, ValueError):  # perhaps interrupted before the time was kept
            return 0.0 if any(self.folder.glob("*.npy")) else None

    def write_seconds(self, seconds: float) -> None:
        """Note the seconds of work so far."""
        with replacing(self.folder / "seconds.txt") as temporary:
            temporary.write_text(f"{seconds:.1f}", "utf-8")

    def remove(self) -> None:
        """Delete this job's blocks, and the folder above unless another job has blocks there."""
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):
            self.folder.parent.rmdir()

    def _digest(self, name: str, file: BinaryIO, size: int) -> bytes:
        """Hash the key, the name and a block's first ``size`` bytes; leave the file there."""
        digest = hashlib.sha256(f"{self._key}\n{name}\n".encode())
        file.seek(0)
        while size and (piece := file.read(min(size, 1 << 24))):
            digest.update(piece)
            size -= len(piece)
        return digest.digest()
