"""Long builds from checkpointed blocks, joined and written as a table.

An interrupted build resumes when the same command runs again. A table keeps the hash of each of its
blocks, so that any of them can be computed again and compared (`llq.query.tables.rebuild`).
"""

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from llq.errors import LlqError
from llq.solver.jobs.blocks import computing_on, run_blocks
from llq.solver.jobs.progress import Progress
from llq.store.atomic import exclusive
from llq.store.checkpoints import Checkpoints
from llq.store.locate import table_path, writable_folder
from llq.store.schema import TableSpec, canonical_json, hash_block
from llq.store.tables import open_table
from llq.store.writing import write_table

Task = TypeVar("Task")
Block = NDArray[Any]


@dataclass(frozen=True, kw_only=True)
class BlockJob(Generic[Task]):
    """A block-wise table build and its command.

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
    folder: str | os.PathLike[str] | None = None,
    threads: int = 2,
    progress: Progress = None,
    executor: Executor | None = None,
) -> Path:
    """Compute missing blocks, write the table and return its path.

    While another process builds the table, this waits, and uses that table if it is the same one.
    The folder is by default where tables are looked for first. An executor, which computes in
    place of threads, is left running.
    """
    path, hashes = table_path(job.spec.name, writable_folder(folder)), list[int]()

    def hashed(block: Block) -> Block:
        hashes.append(hash_block(block))
        return block

    with exclusive(path) as waited, computing_on(executor):
        if waited:
            with suppress(LlqError), open_table(path, job.spec):
                return path
        key = canonical_json([job.spec.identity(), job.spec.version, *job.cut])
        checkpoints = Checkpoints(path, key)
        columns = job.join(map(hashed, compute_blocks(checkpoints, job, threads, progress)))
        provenance = checkpoints.watch.stop(job.command)
        write_table(path, job.spec, columns, provenance, np.array(hashes, np.uint64))
        checkpoints.remove()
    return path


def compute_blocks(
    checkpoints: Checkpoints, job: BlockJob[Task], threads: int = 2, progress: Progress = None
) -> Iterator[Block]:
    """Compute and checkpoint missing blocks, then yield all blocks in order.

    Progress counts task cost, starting from checkpointed blocks.
    """
    report = progress or (lambda *_: None)
    costs = {name: job.cost(task) for name, task in job.tasks.items()}
    missing = [name for name in costs if checkpoints.load(name) is None]  # one in memory, verified
    total = sum(costs.values())
    spent = total - sum(costs[name] for name in missing)
    report(spent, total)
    tasks = [job.tasks[name] for name in missing]
    with closing(run_blocks(job.work, tasks, threads=threads)) as computed:
        for number, block in computed:
            checkpoints.save(missing[number], block)
            spent += costs[missing[number]]
            report(spent, total)
    for name, task in job.tasks.items():
        saved = checkpoints.load(name)  # gone if somebody deleted it meanwhile
        yield job.work(task) if saved is None else saved
