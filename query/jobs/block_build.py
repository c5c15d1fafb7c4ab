"""Long builds: blocks of work, kept as they are finished, then joined and written as a table.

An interrupted build resumes when the same command runs again. A table keeps the hash of each of its
blocks, so that any of them can be computed again and compared (`llq.query.tables.rebuild`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from llq.errors import LlqError
from llq.solver.arguments import check_threads
from llq.solver.jobs.blocks import Progress, computing_on, run_blocks
from llq.store.atomic import exclusive
from llq.store.checkpoints import Checkpoints
from llq.store.locate import table_path, writable_folder
from llq.store.provenance import Stopwatch
from llq.store.schema import TableSpec, canonical_json, hash_block
from llq.store.tables import open_table
from llq.store.writing import write_table

Task = TypeVar("Task")
Block = NDArray[Any]


@dataclass(frozen=True, kw_only=True)
class BlockJob(Generic[Task]):
    """A table that is built from blocks, and the command that builds it.

    ``tasks`` are by block name; ``work`` returns a block: a function of a module, so that other
    processes can call it. ``join`` takes all blocks in the order of the tasks. ``cut`` says how the
    work is divided, as blocks of another division are not reused; ``cost``, of a task beside
    others, is for the progress.
    """

    spec: TableSpec
    command: str
    tasks: Mapping[str, Task]
    work: Callable[[Task], Block]
    join: Callable[[Iterator[Block]], dict[str, Block]]
    cut: tuple[int, ...] = ()
    cost: Callable[[Task], int] = lambda _: 1


def build_from_blocks(
    job: BlockJob[Task],
    *,
    folder: str | os.PathLike[str] | None = None,
    threads: int = 2,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Path:
    """Compute the blocks that are not yet kept, write the table and return its path.

    While another process builds the table, this waits, and uses that table if it is the same one.
    The folder is by default where tables are looked for first. An executor, which computes in
    place of threads, is left running.
    """
    check_threads(threads)
    spec, hashes = job.spec, list[int]()
    path = table_path(spec.name, writable_folder(folder))
    with exclusive(path) as waited:
        if waited and _is_built(path, spec):
            return path
        kept = Checkpoints(path, canonical_json([spec.identity(), spec.version, *job.cut]))
        watch = Stopwatch(job.command, kept.seconds)

        def report(done: int, total: int) -> None:
            kept.keep_time(watch)
            if progress:
                progress(done, total)

        def hashed() -> Iterator[Block]:
            blocks = compute_blocks(
                kept, job.tasks, job.work, threads=threads, cost=job.cost, progress=report
            )
            for block in blocks:
                hashes.append(hash_block(block))
                yield block

        with computing_on(executor):
            columns = job.join(hashed())
        write_table(path, spec, columns, watch.stop(), np.array(hashes, np.uint64))
        kept.remove()
    return path


def split_columns(rows: Block, names: Iterable[str]) -> dict[str, Block]:
    """Return a table's columns by name from an array that has them along its last axis."""
    return {name: rows[..., place].copy() for place, name in enumerate(names)}


def compute_blocks(
    kept: Checkpoints,
    tasks: Mapping[str, Task],
    work: Callable[[Task], Block],
    *,
    threads: int = 2,
    cost: Callable[[Task], int] = lambda _: 1,
    progress: Progress | None = None,
) -> Iterator[Block]:
    """Compute and keep the blocks that are not kept yet, then yield every block in order.

    The progress is the cost of the blocks done and of all, at first of those kept already.
    """
    total = sum(map(cost, tasks.values()))
    missing = [name for name in tasks if kept.load(name) is None]
    done = total - sum(cost(tasks[name]) for name in missing)
    if progress:
        progress(done, total)
    with closing(run_blocks(work, [tasks[name] for name in missing], threads=threads)) as computed:
        for number, block in computed:
            kept.save(missing[number], block)
            done += cost(tasks[missing[number]])
            if progress:
                progress(done, total)
    for name, task in tasks.items():
        kept_block = kept.load(name)  # gone if somebody deleted it meanwhile
        yield work(task) if kept_block is None else kept_block


def _is_built(path: Path, spec: TableSpec) -> bool:
    """Return whether a file is a sound table of a specification."""
    try:
        with open_table(path, spec):
            return True
    except LlqError:
        return False
