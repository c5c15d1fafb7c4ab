"""Others' programs as players: a process is asked by a line of JSON and answers by one.

A program is asked as its protocol says and held to it: an answer that is not legal, too late or
missing ends the match with the request and the answer. Nothing is ever played in its place.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path
from queue import Empty, Queue
from random import Random
from threading import Lock, Thread
from time import perf_counter
from typing import IO, Any, NoReturn

from llq.errors import IllegalAction, UnknownStrategy
from llq.query.bots.answering import fault
from llq.query.bots.contract import PROTOCOL, plain, table_of

_FORMAT = "llq-bot/1"
_LIMITS_MS = (500, 120_000)
_USUAL_MS = 15_000
_SHOWN = 300  # characters of a request or an answer in a message


@dataclass
class Counter:
    """What a program was asked of one kind, and what it answered."""

    requests: int = 0
    acted: int = 0
    """Answers that chose a move: the others declined, or only agreed."""
    seconds: float = 0.0
    slowest_seconds: float = 0.0


ASKED: dict[str, dict[str, Counter]] = {}
"""What each program was asked last, by its name and the request's ``op``: for reports."""


def rows_of(counters: Mapping[str, Counter]) -> list[dict[str, Any]]:
    """Return what a program was asked, a row for each kind of request."""
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
    """What a package says of itself."""

    name: str
    run: tuple[str, ...]
    env: Mapping[str, str]
    timeout_seconds: float


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a package.

    Raises
    ------
    UnknownStrategy
        There is none, or it is not one that can be run here.
    """
    path = folder / "bot.json"
    try:
        plain = json.loads(path.read_text("utf-8"))
        if plain["format"] != _FORMAT:
            raise ValueError(f"its format is {plain['format']!r}, not {_FORMAT!r}")
        if plain.get("protocol", PROTOCOL) != PROTOCOL:
            raise ValueError(f"it speaks {plain['protocol']!r}, not {PROTOCOL!r}")
        run = tuple(map(str, plain["run"]))
        if not run or run[0].startswith("/") or ".." in Path(run[0]).parts:
            raise ValueError("run begins with a program's name or a path within the package")
        low, high = _LIMITS_MS
        return Manifest(
            str(plain["name"])[:40],
            run,
            {str(key): str(value) for key, value in plain.get("env", {}).items()},
            min(max(int(plain.get("timeout_ms", _USUAL_MS)), low), high) / 1000,
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        why = error.strerror if isinstance(error, OSError) else fault(error)
        raise UnknownStrategy(f"no package of a bot in {folder}: {path.name}: {why}") from None


class Process:
    """A process of a program."""

    def __init__(self, program: Program) -> None:
        command = program.command()
        self.log: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        self.answers: Queue[str] = Queue()
        own = {"PYTHONUNBUFFERED": "1", "LLQ_PROTOCOL": PROTOCOL}
        try:
            self.running = subprocess.Popen(
                command,
                cwd=program.folder,
                env={**os.environ, **own, **program.manifest.env},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.log,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            self.log.close()
            raise UnknownStrategy(f"{program.name} cannot be started: {error}") from None
        Thread(target=_read_lines, args=(self.running, self.answers), daemon=True).start()

    def last_words(self) -> str:
        """Return the last thing that the program wrote as an error."""
        self.log.seek(0)
        lines = self.log.read().strip().splitlines()
        return f"; its last words: {lines[-1][:_SHOWN]}" if lines else ""

    def stop(self) -> None:
        """Stop the process."""
        self.running.kill()
        self.running.wait()
        for stream in (self.running.stdin, self.running.stdout, self.log):
            if stream:
                stream.close()


class Program:
    """A package's program as a player of the game that it is asked about.

    Parameters
    ----------
    folder
        The package, unpacked.

    Raises
    ------
    UnknownStrategy
        There is no package there that can be run here.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)
        self.name = f"bot:{self.manifest.name}"
        self.counters: dict[str, Counter] = {}
        """What was asked and answered, by the request's ``op``."""
        ASKED[self.name] = self.counters
        self._running: list[Process] = []
        self._lock = Lock()  # a line is answered before the next, whatever thread asks
        weakref.finalize(self, _stop_all, self._running)

    def close(self) -> None:
        """Stop the program's process."""
        _stop_all(self._running)

    def choose(self, view: Any, random: Random) -> Any:
        """Return the program's move, one of the view's legal ones."""
        table, legal = table_of(view), view.legal
        moves = [plain(move) for move in legal]
        request = {
            "op": "choose",
            "game": table.game,
            "state": table.state_of(view),
            "legal": moves,
            "seed": random.getrandbits(32),
        }
        with self._lock:
            reply = self.talk(self.process(), request)
            if reply.get("action") not in moves:
                self.refuse(request, reply, "action is one of the legal moves, as they are listed")
            self.counters["choose"].acted += 1
        return legal[moves.index(reply["action"])]

    def command(self) -> list[str]:
        """Return the words that run the program.

        Raises
        ------
        UnknownStrategy
            It is not on this machine.
        """
        first, *others = self.manifest.run
        inside = self.folder / first
        if os.sep in first or inside.is_file():
            program = str(inside.resolve())
        elif first in ("python", "python3"):
            program = sys.executable  # whose packages are those that the package may need
        else:
            program = shutil.which(first) or ""
        if not program or not Path(program).is_file():
            raise UnknownStrategy(f"{self.name} runs {first!r}, which is not on this machine")
        return [program, *others]

    def process(self) -> Process:
        """Return the program's process, started and greeted the first time."""
        if not self._running:
            self._running.append(Process(self))
            timeout = round(1000 * self.manifest.timeout_seconds)
            hello = {"op": "hello", "protocol": PROTOCOL, "engine": "llq", "timeout_ms": timeout}
            reply = self.talk(self._running[0], hello)
            if reply.get("protocol", PROTOCOL) != PROTOCOL:
                self.refuse(hello, reply, f"the protocol is {PROTOCOL}")
        return self._running[0]

    def talk(self, process: Process, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request.

        Raises
        ------
        IllegalAction
            There is none in time, or it is an error or no object on one line.
        """
        counter = self.counters.setdefault(request["op"], Counter())
        counter.requests += 1
        began = perf_counter()
        assert process.running.stdin
        try:
            process.running.stdin.write(f"{json.dumps(request, separators=(',', ':'))}\n")
            process.running.stdin.flush()
            line = process.answers.get(timeout=self.manifest.timeout_seconds)
        except Empty:
            limit = f"{self.manifest.timeout_seconds:g} s"
            self.refuse(request, None, f"no answer within {limit}{process.last_words()}")
        except OSError:
            line = ""
        taken = perf_counter() - began
        counter.seconds += taken
        counter.slowest_seconds = max(counter.slowest_seconds, taken)
        if not line:
            self.refuse(request, None, f"the program ended{process.last_words()}")
        try:
            reply: Any = json.loads(line)
        except ValueError:
            reply = line.strip()
        if not isinstance(reply, dict):
            self.refuse(request, reply, "not a JSON object on one line")
        if "error" in reply:
            self.refuse(request, reply, "the program gave up")
        return reply

    def refuse(self, request: dict[str, Any], reply: Any, why: str) -> NoReturn:
        """Stop the match at an answer that is none.

        Raises
        ------
        IllegalAction
            Always.
        """
        state = request.get("state", {})
        moves = state.get("history", state.get("moves"))
        where = "" if moves is None else f" after {len(moves)} moves"
        answered = "" if reply is None else f" with {json.dumps(reply):.{_SHOWN}}"
        asked = {key: value for key, value in request.items() if key != "state"}
        hand = state.get("hand", "")
        hand = f", holding {hand if isinstance(hand, str) else ' '.join(hand)}" if hand else ""
        seat = f" as seat {state['seat']}" if "seat" in state else ""
        raise IllegalAction(
            f"{self.name} answers {json.dumps(asked):.{_SHOWN}}{seat}{where}{hand}{answered}: {why}"
        )


def _read_lines(process: subprocess.Popen[str], answers: Queue[str]) -> None:
    """Put a process's lines into a queue, and an empty one when it ends."""
    assert process.stdout
    for line in process.stdout:
        answers.put(line)
    answers.put("")


def _stop_all(running: list[Process]) -> None:
    """Stop processes."""
    for process in running:
        process.stop()
    running.clear()


def find_program(name: Any) -> Program | None:
    """Return the program of ``bot:FOLDER``; None for another name, or one of a module ``bot``.

    Raises
    ------
    UnknownStrategy
        There is no package in the folder.
    """
    word, _, folder = name.strip().partition(":") if isinstance(name, str) else ("", "", "")
    if word != "bot" or (not Path(folder).is_dir() and _has_module("bot")):
        return None
    return Program(folder)


def _has_module(name: str) -> bool:
    """Return whether a module of a name can be imported, from the current folder too."""
    spec = PathFinder.find_spec(name, [*sys.path, ""])
    return spec is not None and spec.has_location
