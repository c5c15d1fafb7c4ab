"""Requests a second of ``llq serve``, and how long they wait, with 16 clients and many questions.

``python benchmarks/serve.py`` starts a server on one core and `wrk`, the load generator of Debian's
package of that name, on the others. For lookups of Love Letter and Dominion it measures two runs:
*paced*, clients that come at random, a thousand requests a second together; and *saturated*, each
client asking again as soon as it is answered. The processor time of a request says what a busy
machine hides. Last, ``--requests 200000`` lookups are asked, with the server's memory after each
run. ``--write`` writes ``benchmarks/serve.json``, with the machine and the command.
"""

from __future__ import annotations

import json
import os
import platform
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from speeds import is_asked_to_write

from llq import dominion, love_letter

HERE = Path(__file__).parent
CLIENTS, RATE, SECONDS = 16, 1000, 20
QUESTIONS = 5000
_SERVE = "from llq.cli.entry import run; run()"


def main() -> None:
    """Print what was measured, and write it if asked to."""
    writes, requests = is_asked_to_write(), _option("--requests", 200_000)
    if shutil.which("wrk") is None:
        sys.exit("this needs wrk, a load generator: apt-get install wrk")
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder, server() as (address, process):
        for game, questions in (("love-letter", hands()), ("dominion", decks())):
            path = Path(folder) / game
            path.write_text("".join(f"/api/v1/{game}/lookup?{one}\n" for one in questions))
            load(address, path, 3)  # compiled, and read from disk
            for kind, rate in (("paced", RATE), ("saturated", None)):
                before = processor_seconds(process.pid)
                row = {"lookup": game, "run": kind} | load(address, path, SECONDS, rate)
                used = processor_seconds(process.pid) - before
                rows.append(row | {"processor_us": round(1e6 * used / row["requests"])})
        memory, asked = [resident(process.pid)], 0
        while asked < requests:
            asked += load(address, Path(folder) / "love-letter", SECONDS)["requests"]
            memory.append(resident(process.pid))
    table = Table(
        "lookup", "run", "requests", "a second", "median ms", "99 % ms", "errors", "µs of a core"
    )
    for row in rows:
        table.add_row(*(f"{row[name]:,}" if name == "requests" else str(row[name]) for name in row))
    console = Console()
    console.print(table)
    console.print(f"memory over {asked:,} requests, MB: {', '.join(map(str, memory))}")
    if writes:
        found = {
            "command": shlex.join(["python", "benchmarks/serve.py", *sys.argv[1:], "--write"]),
            "machine": f"{processor()}, {os.cpu_count()} cores; Python {platform.python_version()}",
            "clients": CLIENTS,
            "runs": rows,
            "memory_mb": memory,
            "memory_requests": asked,
        }
        (HERE / "serve.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


def load(address: str, questions: Path, seconds: int, rate: int | None = None) -> dict[str, Any]:
    """Return what wrk measures of some seconds."""
    environment = {"LLQ_QUESTIONS": str(questions), "LLQ_CONNECTIONS": str(CLIENTS)}
    environment |= {"LLQ_RATE": str(rate)} if rate else {}
    command = ["wrk", "-t1", f"-c{CLIENTS}", f"-d{seconds}", "-s", str(HERE / "serve.lua"), address]
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=True
    )
    line = next(one for one in done.stdout.splitlines() if one.startswith("LLQ "))
    requests, bad, lost, took, median, most = map(float, line.split()[1:])
    return {
        "requests": int(requests),
        "per_second": round(requests / took),
        "median_ms": median,
        "p99_ms": most,
        "errors": int(bad + lost),
    }


@contextmanager
def server() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Yield the address and the process of a server that keeps to one core."""
    one = min(os.sched_getaffinity(0))
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, "serve", "--port", "0", "--format", "csv"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {one}),
    )
    try:
        assert process.stdout is not None
        next(process.stdout)  # the columns' names
        address = next(process.stdout).partition(",")[0]
        used = -1.0
        while used != (now := processor_seconds(process.pid)):  # it compiles as it starts
            used = now
            time.sleep(2)
        yield address, process
    finally:
        process.terminate()
        process.wait()


def hands() -> list[str]:
    """Return questions about turns of random rounds."""
    lot, found = random.Random(1), []
    while len(found) < QUESTIONS:
        state = love_letter.new_game(lot.getrandbits(32))
        while not state.is_terminal and len(found) < QUESTIONS:
            view = state.view()
            copies = love_letter.rules("classic").cards
            seen = [
                str(card.number)
                for card in copies
                for _ in range(card.copies - view.unseen[card.name] - view.hand.count(card.name))
            ]
            asked = f"hand={','.join(view.hand)}" + (f"&seen={','.join(seen)}" if seen else "")
            asked += f"&opponent={view.opponent}" if view.opponent else ""
            asked += f"&opponent_knows={view.opponent_knows}" if view.opponent_knows else ""
            found.append(asked + ("&handmaid=true" if view.handmaid else ""))
            state.apply(lot.choice(state.legal_actions()))
    return found


def decks() -> list[str]:
    """Return questions about turns of games of Greedy and of chance."""
    lot, found = random.Random(1), []
    while len(found) < QUESTIONS:
        state = dominion.new_game(lot.getrandbits(32))
        while not state.is_terminal and len(found) < QUESTIONS:
            held = zip(state.rules.cards, state.deck, strict=True)
            deck = ",".join(f"{count}+{card.name}" for card, count in held if count)
            found.append(f"deck={deck}&coins={state.coins}&turn={state.turn}")
            state.apply(lot.choice(state.legal_actions()))
    return found


def resident(process: int) -> int:
    """Return the memory of a process, in megabytes."""
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


def processor_seconds(process: int) -> float:
    """Return the time that a process has computed, to a tenth of a second."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return round(sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK"), 1)


def processor() -> str:
    """Return the processor's name."""
    lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


def _option(name: str, usual: int) -> int:
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else usual


if __name__ == "__main__":
    main()
