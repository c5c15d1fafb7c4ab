"""Long builds: blocks of work, kept as they are finished, then joined and written as a table.

An interrupted build resumes when the same command runs again. No result depends on what computes
the blocks, in which order, or with how many interruptions. A table keeps the hash of each of its
blocks, so that any of them can be computed again and compared (`llq.query.tables.rebuild`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from llq.errors import LlqError
from llq.solver.arguments import check_threads
from llq.solver.jobs.blocks import computing_on, run_blocks
from llq.store.atomic import exclusive
from llq.store.checkpoints import Checkpoints, KeptBlocks
from llq.store.locate import table_path, writable_folder
from llq.store.provenance import Stopwatch
from llq.store.schema import TableSpec, canonical_json, hash_block
from llq.store.tables import open_table
from llq.store.writing import write_table

Task = TypeVar("Task")
Columns = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class BlockRows:
    """How blocks of a job are rows, which SQL can read before there is a table.

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


@dataclass(frozen=True, kw_only=True)
class BlockJob(Generic[Task]):
    """A table that is built from blocks.

    Parameters
    ----------
    spec
        The table.
    command
        The command that builds it.
    tasks
        By block name, what ``work`` takes.
    work
        Returns a block: a function of a module, so that processes and other machines can call it.
    join
        Returns the table's columns from the blocks, in the order of the tasks; it takes them all.
    rows
        What the rows of a block are; None where it has none.
    cut
        How the work is divided: blocks of another division are not reused.
    cost
        The cost of a task relative to others, for the progress bar.
    """

    spec: TableSpec
    command: str
    tasks: Mapping[str, Task]
    work: Callable[[Task], NDArray[Any]]
    join: Callable[[Iterator[NDArray[Any]]], Columns]
    rows: BlockRows | None = None
    cut: tuple[int, ...] = ()
    cost: Callable[[Task], int] = lambda _: 1


def build_from_blocks(
    job: BlockJob[Task],
    *,
    folder: str | os.PathLike[str] | None = None,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Compute the blocks that are not yet kept, write the table and return its path.

    While another process builds the table, this waits, and uses that table if it is the same one.

    Parameters
    ----------
    folder
        Where to write; by default where tables are looked for first. Finished blocks are kept in
        ``<table>.partial`` beside it.
    threads
        The number of threads, unless an executor is given.
    progress
        Called with the work done and its total.
    executor
        Computes the blocks in place of threads: processes, or a Dask cluster's
        ``Client.get_executor()``. It is left running.

    Raises
    ------
    IllegalState
        There is no thread.
    TableNotWritable
        The folder or the disk refuses a file.
    """
    check_threads(threads)
    spec = job.spec
    path = table_path(spec.name, writable_folder(folder))
    with exclusive(path) as waited:
        if waited and is_built(path, spec):
            return path
        checkpoints = Checkpoints(path, identity_of(job))
        with Timekeeper(job.command, [checkpoints]) as watch:

            def report(done: int, total: int) -> None:
                watch.keep()
                if progress:
                    progress(done, total)

            with computing_on(executor):
                blocks = compute_blocks(
                    checkpoints, job.tasks, job.work,
                    threads=threads, cost=job.cost, progress=report,
                )  # fmt: skip
                write_blocks(path, job, blocks, watch)
        checkpoints.remove()
    return path


def split_columns(rows: NDArray[Any], names: Iterable[str]) -> Columns:
    """Return a table's columns by name from an array that has them along its last axis."""
    return {name: rows[..., place].copy() for place, name in enumerate(names)}


def identity_of(job: BlockJob[Any]) -> str:
    """Return all that the blocks of a job depend on."""
    return canonical_json([job.spec.identity(), job.spec.version, *job.cut])


def write_blocks(
    path: Path, job: BlockJob[Any], blocks: Iterable[NDArray[Any]], watch: Stopwatch
) -> None:
    """Write a job's table from its blocks in the tasks' order, with their hashes."""
    hashes: list[int] = []

    def hashed() -> Iterator[NDArray[Any]]:
        for block in blocks:
            hashes.append(hash_block(block))
            yield block

    columns = job.join(hashed())
    write_table(path, job.spec, columns, watch.stop(), np.array(hashes, np.uint64))


def compute_blocks(
    checkpoints: KeptBlocks,
    tasks: Mapping[str, Task],
    work: Callable[[Task], NDArray[Any]],
    **options: Any,
) -> Iterator[NDArray[Any]]:
    """Do as `finish_blocks`, with its options, then yield every block in the tasks' order."""
    finish_blocks(checkpoints, tasks, work, **options)
    for name, task in tasks.items():
        block = checkpoints.load(name)  # gone if somebody deleted it meanwhile
        yield work(task) if block is None else block


def finish_blocks(
    checkpoints: KeptBlocks,
    tasks: Mapping[str, Task],
    work: Callable[[Task], NDArray[Any]],
    *,
    threads: int = 2,
    cost: Callable[[Task], int] = lambda _: 1,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Compute and keep the blocks that are not kept yet.

    Parameters
    ----------
    tasks
        By block name, what ``work`` takes.
    work, threads
        As in `llq.solver.jobs.blocks.run_blocks`.
    cost
        What a task costs beside others, for the progress.
    progress
        Called with the cost of the blocks done and of all, at first with those kept already.

    Raises
    ------
    TableNotWritable
        A block cannot be kept.
    BlockFailed, WorkersLost
        As `run_blocks` does; every block that was finished is kept.
    """
    total = sum(map(cost, tasks.values()))
    missing = [name for name in tasks if checkpoints.load(name) is None]
    done = total - sum(cost(tasks[name]) for name in missing)
    if progress:
        progress(done, total)
    computed = run_blocks(work, [tasks[name] for name in missing], threads=threads, names=missing)
    with closing(computed):
        for number, block in computed:
            checkpoints.save(missing[number], block)
            done += cost(tasks[missing[number]])
            if progress:
                progress(done, total)


def is_built(path: Path, spec: TableSpec) -> bool:
    """Return whether a file is a sound table of a specification."""
    try:
        with open_table(path, spec):
            return True
    except LlqError:
        return False


class Timekeeper(Stopwatch):
    """A build's stopwatch, which resumes from the time that an interrupted build had taken.

    Used in a ``with`` statement it keeps the time if the build is interrupted.

    Parameters
    ----------
    command
        What builds the table.
    checkpoints
        The build's.
    before
        Seconds that any other reused work took.
    """

    def __init__(
        self, command: str, checkpoints: Iterable[KeptBlocks], before: Iterable[float] = ()
    ) -> None:
        self._checkpoints = list(checkpoints)
        taken = [seconds for c in self._checkpoints if (seconds := c.seconds) is not None]
        super().__init__(command, max([*taken, *before], default=None))
        self._kept = self.seconds

    def keep(self) -> None:
        """Keep the time, if some seconds have passed since it was last kept."""
        if self.seconds - self._kept > _KEEP_SECONDS:
            self._kept = self.seconds
            self._save()

    def _save(self) -> None:
        for checkpoints in self._checkpoints:
            if checkpoints.seconds is not None:
                checkpoints.seconds = self.seconds

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            with suppress(LlqError):
                self._save()


_KEEP_SECONDS = 10.0
