"""What each kind of command takes the first time, nothing compiled, and the second.

``python benchmarks/first_run.py`` measures every command, ``… first_run.py tables "lookup 1 8"``
only these. ``--write`` writes `benchmarks/first_run.json`, where commands that were not measured
stay as they are, and the figure that pages show.

Each command has an empty kernel cache of its own, and the tables that are there. CPU seconds are of
the process and its children; a bare ``import numpy`` is measured in turns with it, as machines are
shared, and the ratio is that of the least seconds of each. numpy's threads are left out of both
(``OPENBLAS_NUM_THREADS=1``): they wait for work, which counts as CPU time and delays nobody, so
that a quiet clock shows this ratio. Run it by the Python of a real installation, as an editable one
finds modules more slowly.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from speeds import Seconds as Cpu
from speeds import is_asked_to_write, write_speeds

RESULTS = Path(__file__).with_suffix(".json")

COMMANDS = (
    "lookup 1 8",
    "--help",
    "tables",
    "dominion lookup --deck 7c,3e --coins 4 --turn 1",
    "build --help",
    "sql FROM|love_letter_classic_opening",
    "love-letter match table strategic -n 2000",
    "love-letter exact table strategic",
    "dominion match optimal picky -n 200",
    "dominion strategies match picky greedy",
    "dominion kingdom turns smithy --copies 1 --provinces 1",
    "sueca advise --hand AS,KS,7S,2S,7H,6H,5H,2D,AC,7C --trump C",
    "sueca match MC,MC A,A -n 20",
    "sueca match pimc,pimc A,A -n 4",
    "literature advise docs/literature/game.txt",
    "literature match greedy possible -n 20",
    "literature match strong article -n 4",
)
LOOKUP = "lookup 1 8"
QUICK = 9
"""Runs of a command whose second run takes less than a second; the others have one more run."""


class Seconds(NamedTuple):
    """What a process took."""

    wall: float
    cpu: float


def main() -> None:
    """Measure, print and, if that is asked for, write the results."""
    writes = is_asked_to_write()
    rows = []
    for command in sys.argv[1:] or COMMANDS:
        with tempfile.TemporaryDirectory() as cache:
            words = ["-c", "from llq.cli.entry import run; run()", *arguments(command)]
            first = measured(words, cache)
            second, bare, greatest = alternating(words, cache)
        seconds = {
            "first_wall_seconds": first.wall,
            "first_cpu_seconds": first.cpu,
            "second_wall_seconds": second.wall,
            "second_cpu_seconds": second.cpu,
            "second_cpu_greatest_seconds": greatest,
            "numpy_wall_seconds": bare.wall,
            "numpy_cpu_seconds": bare.cpu,
            "load": os.getloadavg()[0],
        }
        rounded = {name: round(value, 3) for name, value in seconds.items()}
        rows.append({"command": f"llq {command}"} | rounded)
    show(rows)
    if writes:
        write(rows)


def arguments(command: str) -> list[str]:
    """Return the words of a command; a bar stands for a blank within a word."""
    return [word.replace("|", " ") for word in command.split()]


def write(rows: list[dict[str, float | str]]) -> None:
    """Put results in the place of older ones of the same commands."""
    stored = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else []
    by_command = {row["command"]: row for row in [*stored, *rows]}
    known = [f"llq {command}" for command in COMMANDS]
    lines = [by_command[command] for command in known if command in by_command]
    RESULTS.write_text(json.dumps(lines, indent=2) + "\n", "utf-8")
    for row in rows:
        if row["command"] == f"llq {LOOKUP}":
            cpu = Cpu.of([float(row[f"second_cpu_{name}seconds"]) for name in ("", "greatest_")])
            speed = {"love_letter_process": cpu.shown("s of CPU", 1, 2)}
            write_speeds(Path(__file__).name, speed)


def alternating(words: list[str], cache: str) -> tuple[Seconds, Seconds, float]:
    """Return the least of a command and of a bare import of numpy, measured in turns.

    Last is the greatest CPU time of the command.
    """
    runs, bare = [measured(words, cache)], [measured(["-c", "import numpy"], cache)]
    while len(runs) < QUICK and runs[0].cpu < 1:
        runs.append(measured(words, cache))
        bare.append(measured(["-c", "import numpy"], cache))
    return least(runs), least(bare), max(one_run.cpu for one_run in runs)


def measured(words: list[str], cache: str) -> Seconds:
    """Return what one Python process takes."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = os.environ | {"NUMBA_CACHE_DIR": cache, "OPENBLAS_NUM_THREADS": "1"}
    subprocess.run([sys.executable, *words], env=environment, capture_output=True, check=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Seconds(wall, cpu)


def least(runs: list[Seconds]) -> Seconds:
    """Return the least of some runs."""
    return Seconds(*(min(column) for column in zip(*runs, strict=True)))


def show(rows: list[dict[str, float | str]]) -> None:
    """Print the results."""
    table = Table("command", "first, s", "CPU", "second, s", "CPU", "× import numpy, CPU", "load")
    for row in rows:
        ratio = float(row["second_cpu_seconds"]) / float(row["numpy_cpu_seconds"])
        cells = [f"{row[name]:.2f}" for name in [*row][1:5]]
        table.add_row(str(row["command"]), *cells, f"{ratio:.1f}", f"{row['load']:.1f}")
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
