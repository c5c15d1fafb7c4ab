"""Speed and size of Love Letter's solver, table and lookups, each beside something to compare.

Run it with ``python benchmarks/love_letter.py``; it builds the table if need be. ``--write`` writes
the figures that pages show. Look-ups are of many different states, and in seconds of a processor.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table
from speeds import Seconds, is_asked_to_write, peak_mb, write_speeds

import llq
from llq.errors import LlqError
from llq.query.love_letter.table import table as tables
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.table.states import State
from llq.solver.love_letter.variants import CLASSIC

THESIS_BUILD_SECONDS = 13.5
RUNS = 7
MANY = 20_000

cpu_seconds = partial(Seconds.of_processor, runs=RUNS)
"""The processor time of some runs."""


def median_seconds(function: Callable[[], object]) -> float:
    """Return the median wall time of some runs."""
    return statistics.median(timeit.repeat(function, number=1, repeat=RUNS))


def question(table: tables.Table, state: State) -> tuple[tuple[int, int], dict[str, object]]:
    """Return a state as a player asks for it: two cards, and what they see and know."""
    numbers = [card.number for card in table.rules.cards]
    in_hand = [(state.low == card) + (state.high == card) for card in range(len(numbers))]
    left = zip(table.rules.copies, state.unseen, in_hand, strict=True)
    seen = [
        number
        for number, (copies, unseen, own) in zip(numbers, left, strict=True)
        for _ in range(copies - unseen - own)
    ]
    facts: dict[str, object] = {"seen": seen, "handmaid": state.maid}
    if state.known:
        facts["opponent"] = numbers[state.opponent]
    if state.hand_known:
        facts["opponent_knows"] = numbers[(state.low, state.high)[state.hand_known - 1]]
    return (numbers[state.high], numbers[state.low]), facts


def process_seconds(*words: str) -> float:
    """Return the median wall time of a whole Python process."""
    return median_seconds(lambda: subprocess.run([sys.executable, *words], capture_output=True))


def compile_seconds() -> float:
    """Return the processor time of a first solve with an empty kernel cache, less a warm one."""
    code = (
        "import time; from llq.solver.love_letter.variants import CLASSIC;"
        "from llq.solver.love_letter.table.solver import solve;"
        "a = time.process_time(); solve(CLASSIC); b = time.process_time(); solve(CLASSIC);"
        "print((b - a) - (time.process_time() - b))"
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
        return llq.love_letter.table.open()
    except LlqError:
        llq.love_letter.table.build()
        return llq.love_letter.table.open()


def main() -> None:
    """Measure and print."""
    writes = is_asked_to_write()
    rows = []
    solve(CLASSIC)
    two_threads = median_seconds(lambda: solve(CLASSIC))
    one_thread = cpu_seconds(lambda: solve(CLASSIC, threads=1))
    compiling = Seconds.of([compile_seconds() for _ in range(3)])
    rows.append(("compile the solver, once", f"{compiling:.1f} s", ""))
    rows.append(("solve, one thread, warm", f"{one_thread:.2f} s", ""))
    rows.append(
        (
            "solve, two threads, warm",
            f"{two_threads:.2f} s",
            f"{one_thread / two_threads:.2f} × one thread; "
            f"{THESIS_BUILD_SECONDS / two_threads:.0f} × the thesis's 13.5 s",
        )
    )
    rows.append(("peak memory so far", f"{peak_mb():.0f} MiB", ""))

    table = opened()
    size = table.info.size_bytes
    raw = table.values.nbytes + table.actions_chosen.nbytes
    rows.append(("table file", f"{size / 1e6:.2f} MB", f"{size / raw:.2f} × the bare arrays"))
    load = cpu_seconds(llq.love_letter.table.open)
    read = cpu_seconds(lambda: Path(table.info.path).read_bytes())
    rows.append(("open and verify it", f"{load * 1e3:.0f} ms", f"{load / read:.0f} × a bare read"))

    rng = np.random.default_rng(1)
    ranks = rng.choice(np.flatnonzero(table.reachable), 2 * MANY).tolist()
    states = [table.space.unrank(rank) for rank in ranks]
    states = [state for state in states if state.known or state.opponent < 0][:MANY]
    questions = [question(table, state) for state in states]
    plain = dict.fromkeys(states)
    looked_up = [table.state(hand, **facts) for hand, facts in questions]
    assert looked_up == states

    def make() -> None:
        for hand, facts in questions:
            table.state(hand, **facts)

    def ask() -> None:
        for hand, facts in questions:
            table.lookup(table.state(hand, **facts))

    def look_up() -> None:
        for state in states:
            table.lookup(state)

    def beside() -> None:
        for state in states:
            plain[state]

    making, asking, scalar, plainly = (
        cpu_seconds(job) / len(states) for job in (make, ask, look_up, beside)
    )
    beside_it = f"{scalar / plainly:.0f} × a dict's"
    rows.append(("state of what a player sees", f"{making * 1e6:.1f} µs", ""))
    rows.append(("lookup of a state", f"{scalar * 1e6:.1f} µs", beside_it))
    rows.append(("both, from cards to move", f"{asking * 1e6:.1f} µs", ""))
    every = cpu_seconds(lambda: [table.actions(state) for state in states[:200]]) / 200
    rows.append(("every action of one state", f"{every * 1e3:.1f} ms", ""))
    batch_ranks = rng.integers(0, table.space.size, 10**6)
    batch = table.space.unrank_many(batch_ranks)
    many = cpu_seconds(lambda: table.lookup_many(batch)) / 10**6
    gather = cpu_seconds(lambda: table.values[batch_ranks]) / 10**6
    rows.append(
        ("lookups in a batch", f"{1e-6 / many:.1f} M/s", f"{many / gather:.1f} × numpy's own index")
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
    Console(width=110).print(f"Love Letter, {time.strftime('%Y-%m-%d')}, of {RUNS} runs", printed)
    if writes:
        write_speeds(
            Path(__file__).name,
            {
                "love_letter_compile": compiling.shown("s of CPU", 1, 1),
                "love_letter_solve": one_thread.shown("s of CPU", 1, 2),
                "love_letter_file": f"{size / 1e6:.1f} MB",
                "love_letter_open": load.shown("ms", 1e3, 0),
                "love_letter_lookup": scalar.shown("µs", 1e6, 1),
                "love_letter_state": making.shown("µs", 1e6, 1),
                "love_letter_actions": every.shown("ms", 1e3, 2),
                "love_letter_batch": many.rate("million/s", 1e-6, 0),
            },
        )


if __name__ == "__main__":
    main()
