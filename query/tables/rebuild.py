"""Tables recomputed and compared, in full or by random blocks."""

import os
import random
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from llq.query.games import find_kind
from llq.query.jobs.block_build import BlockJob
from llq.query.tables.files import open_todays
from llq.solver.jobs.progress import Progress
from llq.store.schema import hash_block
from llq.store.tables import TableFile, open_table


@dataclass(frozen=True)
class Rebuilt:
    """The result of recomputing a table."""

    path: Path
    agrees: bool | None
    """Whether the computed values equal the file's, bit by bit; None if nothing was computed."""
    finding: str
    """Computed parts, and any differences, in words."""


def rebuild_file(
    path: str | os.PathLike[str],
    *,
    share: float = 0.01,
    seed: int = 1,
    within: float | None = None,
    threads: int = 2,
    progress: Progress = None,
) -> Rebuilt:
    """Recompute a table, or a ``share`` of its cost, and check the file bit by bit.

    Of a table built in blocks ``seed`` chooses some, at least one; of a training the first steps
    are computed, of best responses the cheapest, and any other table in full, unless that would
    take longer than ``within`` seconds.
    """
    with open_todays(path) as table:
        table.verify()
        info = table.info
        kind = find_kind(info.spec.name).table
        options = kind.options_of(info.spec.name, info.spec)
        if job := kind.job(**options):
            computed, differing = replay_blocks(table, job, share, seed, progress)
            return _partly_rebuilt(table, computed, differing, len(job.tasks))
        seconds = kind.replay_seconds(table)
        if within is not None and seconds > within:
            return Rebuilt(info.path, None, f"left out: it takes {seconds:.0f} s")
        if replayed := kind.replay(table, share, progress):
            return _partly_rebuilt(table, *replayed, len(table.block_hashes()))
    with tempfile.TemporaryDirectory() as folder:
        built = kind.build(**options, folder=folder, threads=threads, progress=progress)
        with open_table(built) as rebuilt:
            content = rebuilt.info.content_hash
    is_same = content == info.content_hash
    difference = "" if is_same else f", the file has {info.content_hash[:12]}"
    return Rebuilt(info.path, is_same, f"rebuilt: content {content[:12]}{difference}")


def replay_blocks(
    table: TableFile, job: BlockJob[Any], share: float, seed: int, progress: Progress = None
) -> tuple[list[str], list[str]]:
    """Recompute a random share of blocks; return their names, and those with other hashes."""
    hashes = table.block_hashes().tolist()
    with table.checking():
        expected = dict(zip(job.tasks, hashes, strict=True))
    costs = {name: job.cost(task) for name, task in job.tasks.items()}
    budget, chosen = share * sum(costs.values()), list[str]()
    names = sorted(job.tasks)
    random.Random(seed).shuffle(names)
    for name in names:
        if costs[name] <= budget:
            chosen.append(name)
            budget -= costs[name]
    chosen = chosen or [min(names, key=costs.__getitem__)]
    differing = []
    for number, name in enumerate(chosen, 1):
        if hash_block(job.work(job.tasks[name])) != expected[name]:
            differing.append(name)
        if progress:
            progress(number, len(chosen))
    return chosen, differing


def _partly_rebuilt(
    table: TableFile, computed: list[str], differing: list[str], total: int
) -> Rebuilt:
    blocks = f"{len(computed)} of {total} blocks" if total else ", ".join(computed)
    differences = f"; these differ: {', '.join(differing[:5])}" if differing else ""
    return Rebuilt(table.info.path, not differing, f"{blocks} recomputed{differences}")
