"""Builds of long tables: blocks of games, kept as they are finished, then joined and written.

An interrupted build resumes when the same command runs again. No result depends on who computes the
blocks, in what order, or whether in one go.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, TypeVar

from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.threads import DaemonThreads
from llq.store.checkpoints import Checkpoints, compute_blocks
from llq.store.locate import table_path, writable_folder
from llq.store.schema import TableSpec, canonical_json
from llq.store.writing import write_table

__all__ = ["build_from_blocks", "check_build"]

Task = TypeVar("Task")
Columns = dict[str, NDArray[Any]]


def check_build(what: str, games: int, threads: int) -> None:
    """Refuse a build of fewer than two games, which has no standard error, or without a thread.

    Raises
    ------
    IllegalState
        One of the two is too small.
    """
    if games < 2 or threads < 1:
        raise IllegalState(
            f"{what} takes two games or more and one thread or more; got {games} and {threads}"
        )


def build_from_blocks(
    spec: TableSpec,
    tasks: Mapping[str, Task],
    play_block: Callable[[Task], NDArray[Any]],
    join: Callable[[Iterator[NDArray[Any]]], Columns],
    *,
    cut: tuple[int, ...],
    cost: Callable[[Task], int] = lambda _: 1,
    folder: str | os.PathLike[str] | None = None,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Compute the blocks of a table that are not kept yet, write the table and return its path.

    Parameters
    ----------
    spec
        The table.
    tasks
        By block name, what ``play_block`` takes.
    play_block
        Returns a block: a function of a module, so that processes and other machines can call it.
    join
        Returns the table's columns from the blocks, in the order of the tasks.
    cut
        How the work is cut: blocks of another cut are not taken over.
    cost
        The cost of a task relative to others, for the progress.
    folder
        Where to write; by default where tables are looked for first. Finished blocks are kept in
        ``<table>.partial`` beside it.
    threads
        Threads, unless there is an executor.
    progress
        Called with the work done and its total.
    executor
        Computes the blocks in place of threads: processes, or a Dask cluster's
        ``Client.get_executor()``. It is left running.

    Raises
    ------
    TableNotWritable
        The folder or the disk refuses a file.
    """
    path = table_path(spec.name, writable_folder(folder))
    checkpoints = Checkpoints(path, canonical_json([spec.identity(), spec.solver_hash, *cut]))
    pool = DaemonThreads(threads) if executor is None else executor
    try:
        blocks = compute_blocks(checkpoints, tasks, play_block, pool, cost=cost, progress=progress)
        columns = join(blocks)
    except BaseException:
        if executor is None:  # an interrupt does not wait for the blocks that are under way
            pool.shutdown(wait=False, cancel_futures=True)
        raise
    if executor is None:
        pool.shutdown()
    write_table(path, spec, columns)
    checkpoints.remove()
    return path
