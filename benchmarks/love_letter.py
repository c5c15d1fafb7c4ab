"""Speed and size of Love Letter's solver, table and lookups, each beside something to compare.

Run it with ``python benchmarks/love_letter.py``; it builds the table if need be.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

import llq
from llq.errors import LlqError
from llq.query.love_letter import table as tables
from llq.solver.love_letter.solver import solve
from llq.solver.love_letter.variants import CLASSIC

THESIS_BUILD_SECONDS = 13.5
RUNS = 7


def median_seconds(function: Callable[[], object]) -> float:
    """Return the median wall time of some runs."""
    return statistics.median(timeit.repeat(function, number=1, repeat=RUNS))


def process_seconds(*words: str) -> float:
    """Return the median wall time of a whole Python process."""
    return median_seconds(lambda: subprocess.run([sys.executable, *words], capture_output=True))


def compile_seconds() -> float:
    """Return the time of a first solve with an empty kernel cache, less a warm one."""
    code = (
        "import time; from llq.solver.love_letter.variants import CLASSIC;"
        "from llq.solver.love_letter.solver import solve;"
        "a = time.perf_counter(); solve(CLASSIC); b = time.perf_counter(); solve(CLASSIC);"
        "print((b - a) - (time.perf_counter() - b))"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    return float(done.stdout)


def opened() -> tables.Table:
    """Return the table, built first if need be."""
    try:
        return llq.love_letter.open_table()
    except LlqError:
        llq.love_letter.build_table()
        return llq.love_letter.open_table()


def main() -> None:
    """Measure and print."""
    rows = []
    solve(CLASSIC)
    two, one = (
        median_seconds(lambda: solve(CLASSIC)),
        median_seconds(lambda: solve(CLASSIC, threads=1)),
    )
    rows.append(("compile the solver, once", f"{compile_seconds():.1f} s", ""))
    rows.append(("solve, one thread, warm", f"{one:.2f} s", ""))
    rows.append(
        (
            "solve, two threads, warm",
            f"{two:.2f} s",
            f"{one / two:.2f} × one thread; {THESIS_BUILD_SECONDS / two:.0f} × the thesis's 13.5 s",
        )
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rows.append(("peak memory so far", f"{peak:.0f} MiB", ""))

    table = opened()
    size = table.info.size_bytes
    raw = table.values.nbytes + table.actions_chosen.nbytes
    rows.append(("table file", f"{size / 1e6:.2f} MB", f"{size / raw:.2f} × the bare arrays"))
    load = median_seconds(llq.love_letter.open_table)
    read = median_seconds(lambda: Path(table.info.path).read_bytes())
    rows.append(("open and verify it", f"{load * 1e3:.0f} ms", f"{load / read:.0f} × a bare read"))

    state = table.state((5, 6), seen=[1, 2, 3, 1, 4, 1])
    plain = {state: table.lookup(state)}
    count = 100_000
    scalar = timeit.timeit(lambda: table.lookup(state), number=count) / count
    beside = timeit.timeit(lambda: plain[state], number=count) / count
    rows.append(
        ("lookup of one state", f"{scalar * 1e6:.1f} µs", f"{scalar / beside:.0f} × a dict's")
    )
    every = timeit.timeit(lambda: table.actions(state), number=100) / 100
    rows.append(("every action of one state", f"{every * 1e3:.1f} ms", ""))
    states = table.space.unrank_many(np.random.default_rng(1).integers(0, table.space.size, 10**6))
    batch = median_seconds(lambda: table.lookup_many(states)) / 10**6
    rows.append(
        ("lookups in a batch", f"{1e-6 / batch:.1f} M/s", f"{scalar / batch:.0f} × one by one")
    )
    command = process_seconds("-c", "from llq.cli.main import main; main()", "lookup", "1", "8")
    bare = process_seconds("-c", "import numpy, h5py, typer")
    rows.append(
        (
            "llq lookup 1 8, whole process",
            f"{command:.2f} s",
            f"{command / bare:.1f} × importing numpy, h5py and typer",
        )
    )
    printed = Table("what", "measured", "beside")
    for row in rows:
        printed.add_row(*row)
    Console(width=110).print(f"Love Letter, {time.strftime('%Y-%m-%d')}, median of {RUNS}", printed)


if __name__ == "__main__":
    main()
