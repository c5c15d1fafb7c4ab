"""Blocks of a long job, kept on disk, so that a killed job goes on where it was.

A job's folder, ``<table>.partial/<key>`` beside the table to be, has one file for each finished
block. The key is a hash of all that the blocks depend on: with another solver or other parameters
it is another job, which starts anew and leaves the files of this one alone.

A block's file is an ``.npy`` file, written as a whole or not at all, and after its end the SHA-256
of the job's key, the block's name and the array: a file cut short, altered, or put there from
another job or block is no block, and is computed again.
"""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, as_completed
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from llq.store.atomic import replacing

__all__ = ["Checkpoints", "compute_blocks", "partial_folder"]

Task = TypeVar("Task")

_ENDING = ".partial"
_HASH_BYTES = 32
_KEY_LETTERS = 16
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
        image = BytesIO()
        np.lib.format.write_array(image, block, allow_pickle=False)
        body = image.getvalue()
        with replacing(self._path(name)) as temporary:
            temporary.write_bytes(body + self._hash(name, body))

    def load(self, name: str) -> NDArray[Any] | None:
        """Return a block, or None if there is no sound file of it."""
        try:
            content = self._path(name).read_bytes()
        except OSError:  # an unreadable block is as good as none
            return None
        body, found = content[:-_HASH_BYTES], content[-_HASH_BYTES:]
        if found != self._hash(name, body):
            return None
        block: NDArray[Any] = np.lib.format.read_array(BytesIO(body), allow_pickle=False)
        return block

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

    def _hash(self, name: str, body: bytes) -> bytes:
        return hashlib.sha256(f"{self._key}\n{name}\n".encode() + body).digest()


def compute_blocks(
    checkpoints: Checkpoints,
    tasks: Mapping[str, Task],
    work: Callable[[Task], NDArray[Any]],
    executor: Executor,
    *,
    cost: Callable[[Task], int] = lambda _: 1,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[NDArray[Any]]:
    """Compute the blocks that are not kept yet, then yield every block in the order of the tasks.

    Parameters
    ----------
    tasks
        By block name, what ``work`` takes.
    work
        Returns a block. If the executor has processes or other machines, this is a function of a
        module, and it and the tasks can be pickled.
    executor
        Whoever computes: threads, processes or a Dask cluster's ``Client.get_executor()``. It is
        left running.
    cost
        What a task costs beside others, for the progress.
    progress
        Called with the cost of the blocks done and of all, at first with those kept already.

    Raises
    ------
    TableNotWritable
        A block cannot be kept.
    """
    total = sum(map(cost, tasks.values()))
    missing = [name for name in tasks if checkpoints.load(name) is None]
    done = total - sum(cost(tasks[name]) for name in missing)
    if progress:
        progress(done, total)
    running: dict[Future[NDArray[Any]], str] = {}
    try:
        for name in missing:
            running[executor.submit(work, tasks[name])] = name
        for future in as_completed(list(running)):
            name = running.pop(future)
            checkpoints.save(name, future.result())
            done += cost(tasks[name])
            if progress:
                progress(done, total)
    finally:
        for future in running:
            future.cancel()
    for name, task in tasks.items():
        block = checkpoints.load(name)  # gone if somebody deleted it meanwhile
        yield work(task) if block is None else block
