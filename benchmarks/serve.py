"""What ``llq serve`` answers beside heavy work, how long each waits, and what memory it keeps.

``python benchmarks/serve.py`` starts a server on one core and asks it from another by 16 clients,
each on one connection. Lookups of Love Letter and Dominion come in two runs: *paced*, at random, a
thousand requests a second together, and *saturated*, each client asking again as soon as it is
answered. The processor time of a request says what a busy machine hides. Then every kind of
question that the API describes is asked by its own example, alone and beside two jobs that never
end before their time: the fewest turns to 8 Provinces, and the ranking of kingdom cards. Last, the
server's memory is printed after each of three rounds of those jobs, done whole, and then over
``--requests 200000`` lookups. ``--write`` writes ``benchmarks/serve.json``, with the machine and
the command.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import random
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode, urlsplit

from rich.console import Console
from rich.table import Table
from speeds import is_asked_to_write

from llq import dominion, love_letter

HERE = Path(__file__).parent
CLIENTS, RATE, SECONDS = 16, 1000, 20
QUESTIONS = 5000
PATIENCE = 120
"""Seconds that an answer of the server may take, so that heavy jobs end."""
HEAVY = (
    "/api/v1/dominion/fewest?hand=4+copper,estate&draw=3+copper,2+estate&provinces=8",
    "/api/v1/dominion/kingdom-ranking?provinces=8",
)
ROUNDS = 3
_SERVE = "from llq.cli.entry import run; run()"


def main() -> None:
    """Print what was measured, and write it if asked to."""
    writes, requests = is_asked_to_write(), _option("--requests", 200_000)
    seconds = _option("--seconds", SECONDS)
    runs: list[dict[str, Any]] = []
    with server() as (address, process):
        for game, questions in (("love-letter", hands()), ("dominion", decks())):
            paths = [f"/api/v1/{game}/lookup?{one}" for one in questions]
            load(address, paths, 3)  # read from disk
            for kind, rate in (("paced", RATE), ("saturated", None)):
                before = processor_seconds(process.pid)
                row = {"lookup": game, "run": kind} | load(address, paths, seconds, rate)
                used = processor_seconds(process.pid) - before
                runs.append(row | {"processor_us": round(1e6 * used / row["requests"])})
        every = examples(address)
        alone = ask_each(address, every)
        beside = ask_each(address, every, HEAVY)
        memory = {"start_mb": resident(process.pid), "after_heavy_jobs_mb": list[int]()}
        for _ in range(ROUNDS):
            asyncio.run(_ask_all(address, HEAVY))
            memory["after_heavy_jobs_mb"].append(resident(process.pid))
        lookups = [f"/api/v1/love-letter/lookup?{one}" for one in hands()]
        asked, memory["over_lookups_mb"] = 0, list[int]()
        while asked < requests:
            asked += load(address, lookups, seconds)["requests"]
            memory["over_lookups_mb"].append(resident(process.pid))
    table = Table(
        "lookup", "run", "requests", "a second", "median ms", "99 % ms", "errors", "µs of a core"
    )
    for row in runs:
        table.add_row(*(f"{row[name]:,}" if name == "requests" else str(row[name]) for name in row))
    kinds = [
        {"question": path.partition("?")[0], "alone_ms": one, "beside_ms": other, "status": status}
        for path, (one, _), (other, status) in zip(every, alone, beside, strict=True)
    ]
    waits = Table("question", "alone ms", "beside two jobs ms", "status")
    for row in kinds:
        waits.add_row(*map(str, row.values()))
    console = Console()
    console.print(table, waits)
    console.print(f"memory, MB: {memory}")
    if writes:
        found = {
            "command": shlex.join(["python", "benchmarks/serve.py", *sys.argv[1:], "--write"]),
            "machine": f"{processor()}, {os.cpu_count()} cores; Python {platform.python_version()}",
            "clients": CLIENTS,
            "runs": runs,
            "questions": kinds,
            "memory": memory,
            "memory_requests": asked,
        }
        (HERE / "serve.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


def load(
    address: str, paths: Sequence[str], seconds: int, rate: int | None = None
) -> dict[str, Any]:
    """Return how long answers took in some seconds, asked at random or one after the other."""
    waits, errors, took = asyncio.run(_load(address, paths, seconds, rate))
    return {
        "requests": len(waits),
        "per_second": round(len(waits) / took),
        "median_ms": round(1000 * median(waits), 3),
        "p99_ms": round(1000 * quantiles(waits, n=100)[-1], 3),
        "errors": errors,
    }


async def _load(
    address: str, paths: Sequence[str], seconds: int, rate: int | None
) -> tuple[list[float], int, float]:
    waits: list[float] = []
    errors, asked, lot, begun = 0, cycle(paths), random.Random(1), time.monotonic()

    async def ask_on() -> None:
        nonlocal errors
        client = await Client.of(address)
        while time.monotonic() - begun < seconds:
            if rate:
                await asyncio.sleep(lot.expovariate(rate / CLIENTS))
            since = time.monotonic()
            errors += await client.ask(next(asked)) != 200
            waits.append(time.monotonic() - since)

    await asyncio.gather(*(ask_on() for _ in range(CLIENTS)))
    return waits, errors, time.monotonic() - begun


def ask_each(
    address: str, paths: Sequence[str], beside: Sequence[str] = ()
) -> list[tuple[float, int]]:
    """Return the milliseconds that each question waited, and its status, beside heavy jobs."""

    async def ask() -> list[tuple[float, int]]:
        heavy = asyncio.ensure_future(_ask_all(address, beside))
        await asyncio.sleep(1.0 if beside else 0.0)
        client, answers = await Client.of(address), []
        for path in paths:
            since = time.monotonic()
            status = await client.ask(path)
            answers.append((round(1000 * (time.monotonic() - since), 1), status))
        await heavy
        return answers

    return asyncio.run(ask())


async def _ask_all(address: str, paths: Sequence[str]) -> None:
    """Ask some questions at once, and wait for all answers."""
    clients = [await Client.of(address) for _ in paths]
    await asyncio.gather(*(one.ask(path) for one, path in zip(clients, paths, strict=True)))


def examples(address: str) -> list[str]:
    """Return a question of every kind that a link can ask, as the API's description has it."""
    described = asyncio.run(_described(address))
    return [
        f"{path}?{urlencode(given)}"
        for path, methods in described["paths"].items()
        if "get" in methods and not path.endswith("/stream")
        for given in [
            {
                one["name"]: one.get("example") or one["schema"]["examples"][0]
                for one in methods["get"].get("parameters", ())
                if one.get("required")
            }
        ]
    ]


async def _described(address: str) -> dict[str, Any]:
    client = await Client.of(address)
    await client.ask("/openapi.json")
    described: dict[str, Any] = json.loads(client.body)
    return described


class Client:
    """One connection to a server, which is kept; what it measures is the server's time."""

    def __init__(
        self, host: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._host, self._reader, self._writer = host, reader, writer
        self.body = b""

    @classmethod
    async def of(cls, address: str) -> Client:
        """Return a client that has connected."""
        host = urlsplit(address)
        return cls(host.netloc, *await asyncio.open_connection(host.hostname, host.port))

    async def ask(self, path: str) -> int:
        """Return the status of an answer, which is read whole."""
        self._writer.write(f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\n\r\n".encode())
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length:")[2].split()[0])
        self.body = await self._reader.readexactly(length)
        return int(head.split()[1])


@contextmanager
def server() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Yield the address and the process of a server that keeps to one core."""
    one = min(os.sched_getaffinity(0))
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            _SERVE,
            "serve",
            "--port",
            "0",
            "--seconds",
            str(PATIENCE),
            "--format",
            "csv",
        ],
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
