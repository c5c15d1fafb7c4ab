"""Long jobs whose blocks stay apart: queried before there is a table, and compacted into one.

The blocks are those of every build (`llq.store.checkpoints`), in a folder or at a URL that holds
this job alone, beside a file that says what the job is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import CorruptTable, ForeignTable, LlqError, StaleTable, TableMissing
from llq.query.games import expected, find_kind
from llq.query.jobs.block_build import (
    BlockJob,
    BlockRows,
    Timekeeper,
    finish_blocks,
    identity_of,
    write_blocks,
)
from llq.solver.jobs.blocks import computing_on
from llq.store.checkpoints import BLOCK, KeptBlocks
from llq.store.database import literal
from llq.store.folders import Folder, open_folder
from llq.store.locate import table_path, writable_folder
from llq.store.schema import Column, TableSpec

if TYPE_CHECKING:
    import duckdb

_JOB = "job.json"
_BATCH = 64


def build_parts(
    job: BlockJob[Any],
    folder: str | os.PathLike[str],
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> str:
    """Keep every block of a job in a folder, and return the folder.

    An interrupted build resumes; nothing is joined, so that the whole need not fit anywhere.

    Parameters
    ----------
    folder
        A folder, or a URL such as ``s3://bucket/prefix``, with the blocks of this job or none.
    threads, progress, executor
        As in `build_from_blocks`.

    Raises
    ------
    ForeignTable
        The folder has blocks of another job.
    TableNotWritable
        The folder or the disk refuses a file.
    """
    if job.rows is None:
        raise LlqError(f"{job.spec.name} is not built in parts")
    parts = KeptBlocks(folder, identity_of(job))
    about = _read_job(parts.files)
    if about is None:
        spec = job.spec
        about = {
            "job": parts.key,
            "game": spec.game,
            "variant": spec.variant,
            "rules_id": spec.rules_id,
            "rules_version": spec.rules_version,
            "parameters": dict(spec.parameters),
            "version": spec.version,
            "command": job.command,
        }
        with parts.files.writing(_JOB) as file:
            file.write(json.dumps(about).encode())
    if about["job"] != parts.key:
        raise ForeignTable(
            f"{parts.files} has parts of another job, {about['command']}, or of other code: take "
            "another folder"
        )
    with Timekeeper(job.command, [parts]) as watch, computing_on(executor):

        def report(done: int, total: int) -> None:
            watch.keep()
            if progress:
                progress(done, total)

        finish_blocks(parts, job.tasks, job.work, threads=threads, cost=job.cost, progress=report)
        parts.seconds = watch.seconds
    return f"{parts.files}"


def compact(
    parts_folder: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None
) -> Path:
    """Join a job's blocks, write its table and return the table's path; the blocks stay.

    Parameters
    ----------
    parts_folder
        What `build_parts` wrote, whole.
    folder
        Where the table goes; by default where tables are looked for first.

    Raises
    ------
    TableMissing
        There are no blocks, or some are missing.
    StaleTable, ForeignTable
        They are of other code, or of no table that this llq knows.
    CorruptTable
        A block is not as it was written.
    TableNotWritable
        The folder cannot be written to.
    """
    job, parts = _find_job(parts_folder)
    missing = len(job.tasks.keys() - parts.names())
    if missing:
        raise TableMissing(
            f"{parts.files} has {len(job.tasks) - missing} of {len(job.tasks)} parts; build the "
            f"others: {job.command} --parts {parts.files}"
        )
    path = table_path(job.spec.name, writable_folder(folder))
    blocks = (_load(parts, name) for name in job.tasks)
    write_blocks(path, job, blocks, Timekeeper(job.command, [parts]))
    return path


def load_parts(connection: duckdb.DuckDBPyConnection, folder: str | os.PathLike[str]) -> None:
    """Make the table ``part`` of the blocks that a folder has by now, a row for each result.

    Raises
    ------
    TableMissing
        There are no blocks.
    StaleTable, ForeignTable, CorruptTable
        As `compact` does.
    """
    job, parts = _find_job(folder)
    assert job.rows is not None
    ready = parts.names()
    names = [name for name in job.tasks if name in ready]
    keys = {key: values.dtype.kind for key, values in job.rows.keys(job.tasks[names[0]]).items()}
    for first in range(0, len(names), _BATCH):
        texts: dict[str, int] = {}
        blocks = [
            _columns(job.rows, job.tasks[name], _load(parts, name), texts)
            for name in names[first : first + _BATCH]
        ]
        connection.register(
            "blocks", {key: np.concatenate([block[key] for block in blocks]) for key in blocks[0]}
        )
        columns = ", ".join(
            f"{_texts(texts)}[{key} + 1] AS {key}" for key, kind in keys.items() if kind == "U"
        )
        query = f"SELECT * REPLACE ({columns}) FROM blocks" if columns else "FROM blocks"
        connection.execute(
            f"INSERT INTO part {query}" if first else f"CREATE TABLE part AS {query}"
        )
    connection.unregister("blocks")


def _columns(
    rows: BlockRows, task: Any, block: NDArray[Any], texts: dict[str, int]
) -> dict[str, NDArray[Any]]:
    """Return a block's rows by column; a text is its number in a list, which may grow."""
    fields = np.moveaxis(block, rows.axis, 0)
    columns = {}
    for key, values in rows.keys(task).items():
        if values.dtype.kind == "U":
            numbers = [texts.setdefault(text, len(texts)) for text in values.ravel().tolist()]
            values = np.array(numbers, np.uint16).reshape(values.shape)
        columns[key] = np.broadcast_to(values, fields.shape[1:]).ravel()
    return columns | {
        field: values.ravel() for field, values in zip(rows.fields, fields, strict=True)
    }


def _find_job(folder: str | os.PathLike[str]) -> tuple[BlockJob[Any], KeptBlocks]:
    """Return the job of a folder with blocks, as this llq's code has it, and the blocks."""
    files = open_folder(folder)
    about = _read_job(files)
    if about is None or not files.names(BLOCK):
        raise TableMissing(f"{files} has no parts of a job: build some with --parts")
    kind = find_kind(f"{about['game']}-{about['variant']}")
    like = TableSpec(
        about["game"], about["variant"], about["rules_id"], about["rules_version"],
        about["parameters"], 0, (Column("any", "uint8", ("row",), "", "any"),),
    )  # fmt: skip
    spec = expected(kind, like)
    if spec.version != about.get("version") or kind.job is None:
        raise StaleTable(
            f"{files} was computed by other code than this llq's; build it again in another "
            f"folder: {about['command']}"
        )
    job = kind.job(spec)
    return job, KeptBlocks(files, identity_of(job))


def _read_job(files: Folder) -> dict[str, Any] | None:
    """Return what the job of a folder is; None if the folder has none."""
    try:
        with files.reading(_JOB) as file:
            about: dict[str, Any] = json.load(file)
            return about
    except OSError:
        return None
    except ValueError as error:
        raise CorruptTable(f"{files}/{_JOB}: is not as it was written") from error


def _load(parts: KeptBlocks, name: str) -> NDArray[Any]:
    block = parts.load(name)
    if block is None:
        raise CorruptTable(
            f"{parts.files}: block {name} is not as it was written; the command that builds the "
            "parts computes it again"
        )
    return block


def _texts(texts: dict[str, int]) -> str:
    """Return texts as a list in SQL."""
    return f"[{', '.join(map(literal, texts))}]"
