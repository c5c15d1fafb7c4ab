"""Long jobs whose blocks are Parquet parts, queried in place and compacted into a table."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import LlqError, StaleTable, TableMissing
from llq.query.games import expected, find_kind
from llq.query.jobs.block_build import BlockJob, Timekeeper, finish_blocks
from llq.solver.jobs.blocks import computing_on
from llq.store.locate import table_path, writable_folder
from llq.store.parquet_blocks import Parts, read_job
from llq.store.provenance import Stopwatch
from llq.store.schema import Column, TableSpec, canonical_json, hash_block
from llq.store.writing import write_table

__all__ = ["build_parts", "compact"]


def build_parts(
    job: BlockJob[Any],
    folder: str | os.PathLike[str],
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> str:
    """Write every block of a job as a Parquet file, and return the folder.

    An interrupted build resumes; nothing is joined, so that the whole need not fit anywhere.

    Parameters
    ----------
    folder
        A folder, or a URL such as ``s3://bucket/prefix``, with the parts of this job or none.
    threads, progress, executor
        As in `build_from_blocks`.

    Raises
    ------
    ForeignTable
        The folder has parts of another job.
    TableNotWritable
        The folder or the disk refuses a file.
    """
    parts = _parts(job, folder)
    with Timekeeper(job.command, [], [parts.seconds]) as watch, computing_on(executor):

        def report(done: int, total: int) -> None:
            parts.seconds = watch.seconds
            if progress:
                progress(done, total)

        finish_blocks(parts, job.tasks, job.work, threads=threads, cost=job.cost, progress=report)
    return parts.folder


def compact(
    parts_folder: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None
) -> Path:
    """Join a job's parts, write its table and return the table's path; the parts stay.

    Parameters
    ----------
    parts_folder
        What `build_parts` wrote, whole.
    folder
        Where the table goes; by default where tables are looked for first.

    Raises
    ------
    TableMissing
        There are no parts, or some are missing.
    StaleTable, ForeignTable
        They are of other code, or of no table that this llq knows.
    CorruptTable
        A part is not as it was written.
    TableNotWritable
        The folder cannot be written to.
    """
    said = read_job(parts_folder)
    kind = find_kind(f"{said['game']}-{said['variant']}")
    like = TableSpec(
        said["game"], said["variant"], said["rules_id"], said["rules_version"],
        said["parameters"], 0, (Column("any", "uint8", ("row",), "", "any"),),
    )  # fmt: skip
    spec = expected(kind, like)
    if spec.version != said["version"] or kind.job is None:
        raise StaleTable(
            f"{os.fspath(parts_folder)}: was computed by other code than this llq's; build it "
            f"again in another folder: {said['command']}"
        )
    job = kind.job(spec)
    parts = _parts(job, parts_folder)
    missing = [name for name in job.tasks if not parts.has(name)]
    if missing:
        raise TableMissing(
            f"{parts.folder} has {len(job.tasks) - len(missing)} of {len(job.tasks)} parts; "
            f"build the others: {job.command} --parts {parts.folder}"
        )
    hashes: list[int] = []

    def blocks() -> Iterator[NDArray[Any]]:
        for name in job.tasks:
            block = parts.load(name)
            assert block is not None
            hashes.append(hash_block(block))
            yield block

    watch = Stopwatch(job.command, parts.seconds)
    path = table_path(spec.name, writable_folder(folder))
    columns = job.join(blocks())
    write_table(path, spec, columns, watch.stop(), np.array(hashes, np.uint64))
    return path


def _parts(job: BlockJob[Any], folder: str | os.PathLike[str]) -> Parts:
    spec = job.spec
    if job.part is None:
        raise LlqError(f"{spec.name} is not built in parts")
    about = {
        "game": spec.game,
        "variant": spec.variant,
        "rules_id": spec.rules_id,
        "rules_version": spec.rules_version,
        "parameters": dict(spec.parameters),
        "version": spec.version,
        "command": job.command,
    }
    identity = canonical_json([spec.identity(), spec.version, *job.cut])
    return Parts(folder, identity, about, job.part, job.tasks)
