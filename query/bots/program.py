"""External programs as players: one JSON line per request, one per answer.

A program is asked as its protocol says and held to it: an answer that is not legal, too late or
missing ends the match with the request and the answer. Nothing is ever played in its place.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import weakref
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path
from random import Random
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from threading import Lock
from time import perf_counter
from typing import Any, NoReturn

from llq.errors import IllegalAction, IllegalState, UnknownStrategy
from llq.query.bots.contract import PROTOCOL, contract_of, plain
from llq.query.text.files import MOST_BYTES, read_text
from llq.query.text.json_text import read_json
from llq.solver.arguments import check_integer

_FORMAT = "llq-bot/1"
_LIMITS_MS = (500, 120_000)
_DEFAULT_MS = 15_000
_SHOWN = 300  # characters of a request or an answer in a message
_PIPE_BYTES = 65_536


@dataclass
class Counter:
    """Request and answer statistics for one request kind."""

    requests: int = 0
    acted: int = 0
    """Answers that chose a move, not declines or mere agreements."""
    seconds: float = 0.0
    slowest_seconds: float = 0.0


COUNTERS: dict[str, dict[str, Counter]] = {}
"""Request counters by program name and ``op``, for reports."""


def rows_of(counters: Mapping[str, Counter]) -> list[dict[str, Any]]:
    """Return request statistics, one row per request kind."""
    return [
        {
            "request": op,
            "requests": counter.requests,
            "acted": counter.acted,
            "mean_ms": round(1000 * counter.seconds / counter.requests, 2),
            "slowest_ms": round(1000 * counter.slowest_seconds, 1),
        }
        for op, counter in counters.items()
    ]


@dataclass(frozen=True)
class Manifest:
    """Contents of a package's ``bot.json``."""

    name: str
    run: tuple[str, ...]
    env: Mapping[str, str]
    timeout_seconds: float


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a package."""
    path = folder / "bot.json"
    try:
        items = read_json(read_text(path, "manifest"), path.name)
        if not isinstance(items, dict) or items.get("format") != _FORMAT:
            raise ValueError(f"it is not an object of the format {_FORMAT!r}")
        if items.get("protocol", PROTOCOL) != PROTOCOL:
            raise ValueError(f"it speaks {items['protocol']!r}, not {PROTOCOL!r}")
        run, env = items.get("run"), items.get("env", {})
        if not isinstance(run, list) or not isinstance(env, dict):
            raise ValueError("run is a list and env an object")
        if not run or str(run[0]).startswith("/") or ".." in Path(str(run[0])).parts:
            raise ValueError("run begins with a program's name or a path within the package")
        timeout = check_integer("timeout_ms", items.get("timeout_ms", _DEFAULT_MS), 0)
        low, high = _LIMITS_MS
        environment = {key: str(value) for key, value in env.items()}
        seconds = min(max(timeout, low), high) / 1000
        name = str(items.get("name", folder.name))[:40]
        return Manifest(name, tuple(map(str, run)), environment, seconds)
    except ValueError as error:
        raise UnknownStrategy(f"no package of a bot in {folder}: {error}") from None


class Process:
    """A program's process group: the process with its children, stopped as a whole."""

    def __init__(self, program: Program) -> None:
        environment = {"PYTHONUNBUFFERED": "1", "LLQ_PROTOCOL": PROTOCOL}
        try:
            self._running = subprocess.Popen(
                _command(program),
                cwd=program.folder,
                env={**os.environ, **environment, **program.manifest.env},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:  # a value error: a null character, a name with =
            raise UnknownStrategy(f"{program.name} cannot be started: {error}") from None
        pipes = (self._running.stdin, self._running.stdout, self._running.stderr)
        self._pipes = [pipe for pipe in pipes if pipe]
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in self._pipes)
        self._selector = DefaultSelector()
        for pipe in self._pipes[1:]:
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, EVENT_READ)
        os.set_blocking(self._stdin, False)
        self._unread = {self._stdout: b"", self._stderr: b""}
        self._has_answered = False
        _processes.add(self)

    def ask(self, request: str, seconds: float) -> str:
        """Return the line that answers a request, written and read within one time."""
        deadline, unsent = perf_counter() + seconds, f"{request}\n".encode()
        if self._has_answered and (self._read(self._stdout) or self._unread[self._stdout]):
            raise IllegalAction("it wrote more than its answer before it was asked again")
        self._selector.register(self._stdin, EVENT_WRITE)
        while unsent or b"\n" not in self._unread[self._stdout]:
            if len(self._unread[self._stdout]) > MOST_BYTES:
                raise IllegalAction(f"a line has at most {MOST_BYTES:,} bytes")
            remaining = deadline - perf_counter()
            ready = self._selector.select(remaining) if remaining > 0 else []
            if not ready:
                raise IllegalAction(f"no answer within {seconds:g} s{self._last_words()}")
            for pipe in (key.fd for key, _ in ready):
                if pipe == self._stdin:
                    unsent = self._write(unsent)
                elif not self._read(pipe):
                    if pipe == self._stdout:
                        raise IllegalAction(f"the program ended{self._last_words()}")
                    self._selector.unregister(pipe)
        line, _, self._unread[self._stdout] = self._unread[self._stdout].partition(b"\n")
        self._has_answered = True
        return line.decode("utf-8", "replace")

    def stop(self) -> None:
        """Kill the process group and close its pipes."""
        if self not in _processes:
            return
        _processes.discard(self)
        with suppress(OSError):  # there is none any more
            os.killpg(self._running.pid, signal.SIGKILL)
        self._running.wait()
        self._selector.close()
        for pipe in self._pipes:
            pipe.close()

    def _write(self, request: bytes) -> bytes:
        """Write to the program, and return the request's unwritten rest."""
        try:
            unsent = request[os.write(self._stdin, request) :]
        except BrokenPipeError:  # an answer or its end may be there to read
            unsent = b""
        if not unsent:
            self._selector.unregister(self._stdin)
        return unsent

    def _read(self, pipe: int) -> bytes:
        """Read available pipe data into a bounded buffer, and return it."""
        data = b""
        with suppress(BlockingIOError):
            data = os.read(pipe, _PIPE_BYTES)
        self._unread[pipe] = (self._unread[pipe] + data)[-2 * MOST_BYTES :]
        return data

    def _last_words(self) -> str:
        self._read(self._stderr)
        lines = self._unread[self._stderr].decode("utf-8", "replace").strip().splitlines()
        return f"; its last words: {lines[-1][:_SHOWN]}" if lines else ""


_processes: set[Process] = set()


class Program:
    """Player backed by a package's external program.

    ``folder`` is the package, unpacked.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)
        self.name = f"bot:{self.manifest.name}"
        self.counters: dict[str, Counter] = {}
        """Request counters by ``op``."""
        COUNTERS[self.name] = self.counters
        self._running: list[Process] = []
        self._answer = ""
        self._lock = Lock()  # a line is answered before the next, whatever thread asks
        weakref.finalize(self, stop_programs, self._running)

    def close(self) -> None:
        """Stop the program's process; the next request starts another."""
        stop_programs(self._running)
        self._running.clear()

    def choose(self, view: Any, random: Random) -> Any:
        """Return the program's choice among a view's legal moves."""
        contract, legal = contract_of(view), view.legal
        moves = [plain(move) for move in legal]
        request = {
            "op": "choose",
            "game": contract.game,
            "state": contract.state_of(view),
            "legal": moves,
            "seed": random.getrandbits(32),
        }
        with self._lock:
            reply = self.talk(self.process(), request)
            if reply.get("action") not in moves:
                self._refuse(request, "action is one of the legal moves, as they are listed")
            self.counters["choose"].acted += 1
        return legal[moves.index(reply["action"])]

    def process(self) -> Process:
        """Return the program's process, started and greeted the first time."""
        if not self._running:
            self._running.append(Process(self))
            timeout = round(1000 * self.manifest.timeout_seconds)
            hello = {"op": "hello", "protocol": PROTOCOL, "engine": "llq", "timeout_ms": timeout}
            if self.talk(self._running[0], hello).get("protocol", PROTOCOL) != PROTOCOL:
                self._refuse(hello, f"the protocol is {PROTOCOL}")
        return self._running[0]

    def talk(self, process: Process, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request."""
        counter = self.counters.setdefault(request["op"], Counter())
        counter.requests += 1
        began, self._answer = perf_counter(), ""
        try:
            text = json.dumps(request, separators=(",", ":"))
            self._answer = process.ask(text, self.manifest.timeout_seconds)
        except IllegalAction as error:
            self._refuse(request, str(error))
        seconds = perf_counter() - began
        counter.seconds += seconds
        counter.slowest_seconds = max(counter.slowest_seconds, seconds)
        reply: Any = None
        with suppress(IllegalState):
            reply = read_json(self._answer, "")
        if not isinstance(reply, dict):
            self._refuse(request, "not a JSON object on one line")
        if "error" in reply:
            self._refuse(request, "the program gave up")
        return reply

    def _refuse(self, request: dict[str, Any], reason: str) -> NoReturn:
        """Close the program and raise IllegalAction for an invalid answer."""
        self.close()
        state = request.get("state", {})
        moves = state.get("history", state.get("moves"))
        place = "" if moves is None else f" after {len(moves)} moves"
        answer = f" with {self._answer.strip()!r:.{_SHOWN}}" if self._answer else ""
        query = {key: value for key, value in request.items() if key != "state"}
        hand = state.get("hand", "")
        holding = f", holding {hand if isinstance(hand, str) else ' '.join(hand)}" if hand else ""
        seat = f" as seat {state['seat']}" if "seat" in state else ""
        raise IllegalAction(
            f"{self.name} answers {json.dumps(query):.{_SHOWN}}{seat}{place}{holding}{answer}"
            f": {reason}"
        )


def stop_programs(processes: Collection[Process] | None = None) -> None:
    """Stop processes of programs, by default all."""
    for process in list(_processes if processes is None else processes):
        process.stop()


def find_program(folder: str) -> Program | None:
    """Load the program in a folder, unless the name refers to module ``bot``."""
    module = PathFinder.find_spec("bot", [*sys.path, ""])
    is_module = module is not None and module.has_location
    return None if is_module and not Path(folder).is_dir() else Program(folder)


def _command(program: Program) -> list[str]:
    """Return the program's command line; raise UnknownStrategy if its file is missing."""
    first, *arguments = program.manifest.run
    inside = program.folder / first
    if os.sep in first or inside.is_file():
        file = str(inside.resolve())
    elif first in ("python", "python3"):
        file = sys.executable  # whose packages are those that the package may need
    else:
        file = shutil.which(first) or ""
    if not file or not Path(file).is_file():
        raise UnknownStrategy(f"{program.name} runs {first!r}, which is not on this machine")
    return [file, *arguments]
