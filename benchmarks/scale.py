"""How long jobs scale over workers, and what a block costs besides its computation.

``python benchmarks/scale.py`` runs the same job of Sueca with Monte Carlo players on threads,
processes and a Dask cluster of this machine, with 1 worker up to as many as there are cores, each
kind in turns; ``--write`` writes `benchmarks/scale.json` and the figures of docs/cluster.md.

Machines are shared, so speed is told by processor time: the efficiency of N workers is the time
that one thread takes, over that of all processes together. Seconds by the clock stand beside it,
with the load. The cost of a call is that of an empty one, from the driver's submission to its
result, in processor time of the driver and the scheduler, which bound it on any machine.
"""

from __future__ import annotations

import json
import os
import pickle
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from rich.console import Console
from rich.table import Table
from speeds import is_asked_to_write, write_speeds

from llq.query.jobs.cluster import local_cluster
from llq.query.jobs.executors import Workers, open_workers
from llq.query.sueca.matches.build import BLOCK_GAMES, Block, matches_job, play_block
from llq.query.sueca.matches.table import PLAYERS
from llq.solver.jobs.blocks import computing_on, in_order, run_blocks
from llq.solver.jobs.remote_calls import send
from llq.store.checkpoints import Checkpoints

RESULTS = Path(__file__).with_suffix(".json")
KINDS = ("threads", "processes", "dask")
SEATS = ("MC", "A", "MC", "A")
BLOCKS, GAMES = 24, 1000
ROUNDS = 1
CALLS = 2000
WORKERS = 1000
"""Of the cluster that the page reckons for."""


@contextmanager
def workers_of(kind: str, number: int) -> Iterator[Workers]:
    """Give workers of a kind, started and with their kernels compiled."""
    if kind == "dask":
        with (
            local_cluster(number, port=0, dashboard_port=0) as cluster,
            open_workers(f"dask:{cluster.address}") as found,
        ):
            yield found
    else:
        with open_workers(kind, number) as found:
            yield found


def cpu_seconds() -> float:
    """Return the processor time of this process and all below it."""
    own = psutil.Process()
    total = 0.0
    for process in [own, *own.children(recursive=True)]:
        times = process.cpu_times()
        total += times.user + times.system
    return total


def run_job(found: Workers, number: int, blocks: int) -> list[bytes]:
    """Return the blocks of a job."""
    tasks = [Block((SEATS,), GAMES * n, GAMES, 1) for n in range(blocks)]
    with computing_on(found.executor):
        return [b.tobytes() for b in in_order(run_blocks(play_block, tasks, threads=number))]


def measure_job(kind: str, number: int) -> tuple[dict[str, Any], list[bytes]]:
    """Return what a job takes on some workers, and its blocks."""
    with workers_of(kind, number) as found:
        run_job(found, number, 4 * number)
        cpu, start = cpu_seconds(), time.perf_counter()
        blocks = run_job(found, number, BLOCKS)
        wall, cpu = time.perf_counter() - start, cpu_seconds() - cpu
    load = os.getloadavg()[0]
    row = {"kind": kind, "workers": number, "wall_seconds": wall, "cpu_seconds": cpu, "load": load}
    return row, blocks


def nothing(number: int) -> int:
    """Return a number."""
    return number


def measure_calls(kind: str) -> dict[str, Any]:
    """Return the cost of a call that computes nothing, in this process: driver and scheduler."""
    with workers_of(kind, 1) as found:
        assert found.executor is not None
        found.executor.submit(nothing, 0).result()
        cpu, start = time.process_time(), time.perf_counter()
        for future in as_completed([found.executor.submit(nothing, n) for n in range(CALLS)]):
            future.result()
        cpu, wall = time.process_time() - cpu, time.perf_counter() - start
    return {"kind": kind, "call_cpu_seconds": cpu / CALLS, "call_wall_seconds": wall / CALLS}


def measure_block() -> dict[str, Any]:
    """Return the bytes of a block of the standard table, and what keeping and joining it costs."""
    job = matches_job(4 * BLOCK_GAMES, 1, PLAYERS)
    task = min(job.tasks.values(), key=job.cost)
    block = play_block(task)
    with tempfile.TemporaryDirectory() as folder:
        kept = Checkpoints(Path(folder, "x.h5"), "a job")
        start = time.process_time()
        for name in job.tasks:
            kept.save(name, block[:, : len(job.tasks[name].combinations)])
        job.join(block for name in job.tasks if (block := kept.load(name)) is not None)
        seconds = (time.process_time() - start) / len(job.tasks)
    return {
        "job_bytes": len(send(play_block).pickled),
        "task_bytes": len(pickle.dumps(task)),
        "result_bytes": len(pickle.dumps(block)),
        "keep_and_join_cpu_seconds": seconds,
    }


def main() -> None:
    """Measure, print, and write if asked to."""
    is_written = is_asked_to_write()
    cores = os.cpu_count() or 1
    rows: list[dict[str, Any]] = []
    expected: list[bytes] | None = None
    for _ in range(ROUNDS):
        for number in range(1, cores + 1):
            for kind in KINDS:
                row, blocks = measure_job(kind, number)
                expected = expected or blocks
                assert blocks == expected, row
                rows.append(row)
    best = {
        (kind, number): min(
            (r for r in rows if (r["kind"], r["workers"]) == (kind, number)),
            key=lambda r: r["cpu_seconds"],
        )
        for kind in KINDS
        for number in range(1, cores + 1)
    }
    one = best["threads", 1]["cpu_seconds"]
    for row in best.values():
        row["efficiency"] = one / row["cpu_seconds"]
    calls = [measure_calls(kind) for kind in KINDS[1:]]
    block = measure_block()
    table = Table("workers", "on", "CPU s", "efficiency", "wall s", "load")
    for row in best.values():
        table.add_row(
            str(row["workers"]), row["kind"], f"{row['cpu_seconds']:.1f}",
            f"{row['efficiency']:.0%}", f"{row['wall_seconds']:.1f}", f"{row['load']:.1f}",
        )  # fmt: skip
    Console().print(table, calls, block)
    if not is_written:
        return
    found = {"curve": list(best.values()), "calls": calls, "block": block}
    RESULTS.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    call, keep = calls[-1]["call_cpu_seconds"], block["keep_and_join_cpu_seconds"]
    two = best["dask", cores]["efficiency"] / best["threads", cores]["efficiency"]
    processes = best["processes", cores]["efficiency"] / best["threads", cores]["efficiency"]
    write_speeds(
        Path(__file__).name,
        {
            "scale_processes": f"{processes:.0%}",
            "scale_dask": f"{two:.0%}",
            "scale_call": f"{1000 * call:.1f} ms",
            "scale_calls": f"{round(1 / call, -2):,.0f}",
            "scale_keep": f"{1000 * keep:.1f} ms",
            "scale_joins": f"{round(1 / keep, -1):,.0f}",
            "scale_task_bytes": f"{block['task_bytes'] / 1000:.1f} kB",
            "scale_result_bytes": f"{block['result_bytes'] / 1000:.0f} kB",
            "scale_block_seconds": f"{2 * WORKERS * max(call, keep):.1f} s",
            "scale_network": (f"{block['result_bytes'] / max(call, keep) / 2 / 1e6:.0f} MB/s"),
        },
    )


if __name__ == "__main__":
    main()
