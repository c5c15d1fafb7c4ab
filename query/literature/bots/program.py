"""Others' programs as players: packages that keep FishLab's protocol, a process a seat.

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
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from random import Random
from threading import Thread
from time import perf_counter
from typing import IO, Any, NoReturn

from llq.errors import IllegalAction, IllegalState, UnknownStrategy
from llq.query.literature.bots.protocol import (
    CARD_OF,
    NAME_OF,
    PROTOCOL,
    RULES,
    SETS,
    event_of,
    hello,
    owners_of,
    request_of,
    rules_item,
)
from llq.query.literature.positions.history import hand_as_dealt
from llq.solver.literature.actions import Ask, Claim, Pass
from llq.solver.literature.positions.position import Position
from llq.solver.literature.rules import HALF, IN_HALF, Stage, card_name, cards_of, half_suit_name

MANIFEST = "fishbot.json"
_FORMAT = "fishlab-bot/1"
_LIMITS_MS = (500, 120_000)
_USUAL_MS = 15_000
_SHOWN = 300  # characters of a request or an answer in a message


@dataclass
class Counter:
    """What a program was asked of one kind, and what it answered."""

    requests: int = 0
    acted: int = 0
    """Answers that asked, claimed or passed: the others declined, or only agreed."""
    seconds: float = 0.0
    slowest_seconds: float = 0.0


@dataclass(frozen=True)
class Manifest:
    """What a package says of itself."""

    name: str
    run: tuple[str, ...]
    env: Mapping[str, str]
    timeout_seconds: float
    poll_off_turn: bool


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a package.

    Raises
    ------
    UnknownStrategy
        There is none, or it is not one that can be run here.
    """
    path = folder / MANIFEST
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
            bool(plain.get("poll_off_turn", True)),
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        why = f"{error} is missing" if type(error) is KeyError else why
        raise UnknownStrategy(f"no package of a bot in {folder}: {path.name}: {why}") from None


@dataclass
class _Seat:
    """The process of one seat."""

    process: subprocess.Popen[str]
    answers: Queue[str]
    log: IO[str]
    random: Random | None = None
    """The chance of the game under way, by which games are told apart."""
    history: list[dict[str, Any]] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)


class Program:
    """A package's program as a player of ``fishlab``.

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
        self._seats: dict[int, _Seat] = {}
        weakref.finalize(self, _stop_all, self._seats)

    def choose(self, view: Position, random: Random) -> Ask:
        """Return the program's ask."""
        request, reply = self._ask(view, random)
        card = CARD_OF.get(reply.get("card", ""), -1)
        ask = Ask(reply.get("target", -1), card_name(card, RULES.pack) if card >= 0 else "")
        if reply.get("action") != "ask" or ask not in view.legal:
            self._refuse(request, reply, _why_not(view, reply))
        self.counters["ask"].acted += 1
        return ask

    def claim(self, view: Position, random: Random) -> Claim | None:
        """Return the program's claim, None if it declines."""
        seen = view.perspective
        is_off_turn = seen.stage is Stage.WINDOW and seen.turn != view.seat
        if is_off_turn and not self.manifest.poll_off_turn:
            return None
        request, reply = self._ask(view, random)
        if reply.get("action") == "none":
            if not view.may_decline:
                self._refuse(request, reply, "it is the last resort, and somebody must claim")
            return None
        half, owners = self._read_claim(request, reply, view.seat)
        if half_suit_name(half) not in view.claimable:
            if seen.stage is Stage.FORCED and view.may_decline:
                return None  # of another half suit than it was asked about: the sweep comes back
            self._refuse(request, reply, "that half suit cannot be claimed now")
        if view.may_decline and seen.needed_chance > float(reply.get("confidence", 1.0)):
            return None
        self.counters[request["op"]].acted += 1
        return Claim(half_suit_name(half), owners)

    def pass_turn(self, view: Position, random: Random) -> Pass:
        """Return to whom the program passes the turn."""
        request, reply = self._ask(view, random)
        if reply.get("action") != "pass" or reply.get("to") not in request["candidates"]:
            self._refuse(request, reply, f"the turn may pass to {request['candidates']}")
        self.counters["pass"].acted += 1
        return Pass(int(reply["to"]))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """What the program was asked so far, a row for each kind of request."""
        return [
            {
                "request": op,
                "requests": counter.requests,
                "acted": counter.acted,
                "mean_ms": round(1000 * counter.seconds / counter.requests, 2),
                "slowest_ms": round(1000 * counter.slowest_seconds, 1),
            }
            for op, counter in self.counters.items()
        ]

    def close(self) -> None:
        """Stop the program's processes."""
        _stop_all(self._seats)

    def _read_claim(
        self, request: dict[str, Any], reply: dict[str, Any], seat: int
    ) -> tuple[int, tuple[int, ...]]:
        """Return the half suit and the holders of an answer that claims."""
        number, owners = reply.get("set"), reply.get("owner")
        if reply.get("action") != "declare" or type(number) is not int:
            self._refuse(request, reply, "it neither claims nor declines")
        if not 0 <= number < len(SETS) or not isinstance(owners, list):
            self._refuse(request, reply, f"sets are 0 to {len(SETS) - 1}, owner is six seats")
        team = range(seat % 2, RULES.players, 2)
        if len(owners) != IN_HALF or any(type(o) is not int or o not in team for o in owners):
            self._refuse(request, reply, f"owner is six seats of the team {[*team]}")
        return SETS[number], tuple(owners_of(SETS[number], tuple(owners)))

    def _ask(self, view: Position, random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return what a seat is asked, and the program's answer."""
        if view.rules != RULES:
            raise IllegalState(
                f"{self.name} plays by the rules of fishlab; got {view.rules.rules_id}"
            )
        number, seen = view.seat, view.perspective
        if number not in self._seats:
            self._seats[number] = self._start()
            self._talk(self._seats[number], hello() | self._timeout())
        seat = self._seats[number]
        if seat.random is not random:
            seat.random, seat.history = random, []
            seat.counts = [RULES.pack.cards // RULES.players] * RULES.players
            moves = [(move, "") for move in seen.moves]
            hand = hand_as_dealt(seen.hand, number, moves, RULES)
            self._talk(
                seat,
                {
                    "op": "new_game",
                    "seat": number,
                    "deck_sets": len(SETS),
                    "hand": [NAME_OF[card] for card in cards_of(hand)],
                    "rules": rules_item(),
                },
            )
        for move in seen.moves[len(seat.history) :]:
            seat.history.append(event_of(move, seat.counts))
        request = request_of(view, seat.history)
        return request, self._talk(seat, request)

    def _timeout(self) -> dict[str, int]:
        return {"timeout_ms": round(1000 * self.manifest.timeout_seconds)}

    def _talk(self, seat: _Seat, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request."""
        counter = self.counters.setdefault(request["op"], Counter())
        counter.requests += 1
        began = perf_counter()
        assert seat.process.stdin
        try:
            seat.process.stdin.write(f"{json.dumps(request, separators=(',', ':'))}\n")
            seat.process.stdin.flush()
            line = seat.answers.get(timeout=self.manifest.timeout_seconds)
        except Empty:
            limit = f"{self.manifest.timeout_seconds:g} s"
            self._refuse(request, None, f"no answer within {limit}{_tail(seat)}")
        except OSError:
            line = ""
        taken = perf_counter() - began
        counter.seconds += taken
        counter.slowest_seconds = max(counter.slowest_seconds, taken)
        if not line:
            self._refuse(request, None, f"the program ended{_tail(seat)}")
        try:
            reply: Any = json.loads(line)
        except ValueError:
            reply = line.strip()
        if not isinstance(reply, dict):
            self._refuse(request, reply, "not a JSON object on one line")
        if "error" in reply:
            self._refuse(request, reply, "the program gave up")
        if request["op"] == "hello" and reply.get("protocol", PROTOCOL) != PROTOCOL:
            self._refuse(request, reply, f"the protocol is {PROTOCOL}")
        return reply

    def _start(self) -> _Seat:
        """Start a process."""
        run = list(self.manifest.run)
        inside = self.folder / run[0]
        if os.sep in run[0] or inside.is_file():
            program = str(inside.resolve())
        elif run[0] in ("python", "python3"):
            program = sys.executable  # whose packages are those that the package may need
        else:
            program = shutil.which(run[0]) or ""
        if not program or not Path(program).is_file():
            raise UnknownStrategy(f"{self.name} runs {run[0]!r}, which is not on this machine")
        own = {"PYTHONUNBUFFERED": "1", "FISHLAB_PROTOCOL": PROTOCOL}
        log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        try:
            process = subprocess.Popen(
                [program, *run[1:]],
                cwd=self.folder,
                env={**os.environ, **own, **self.manifest.env},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise UnknownStrategy(f"{self.name} cannot be started: {error}") from None
        answers: Queue[str] = Queue()
        Thread(target=_read_lines, args=(process, answers), daemon=True).start()
        return _Seat(process, answers, log)

    def _refuse(self, request: dict[str, Any], reply: Any, why: str) -> NoReturn:
        """Stop the match at an answer that is none.

        Raises
        ------
        IllegalAction
            Always.
        """
        state = request.get("state", {})
        where = f" after {len(state['history'])} moves" if "history" in state else ""
        answered = "" if reply is None else f" with {json.dumps(reply):.{_SHOWN}}"
        asked = {key: value for key, value in request.items() if key not in ("state", "cards")}
        hand = f", holding {' '.join(state['hand'])}" if "hand" in state else ""
        seat = f" as seat {state['seat']}" if "seat" in state else ""
        raise IllegalAction(
            f"{self.name} answers {json.dumps(asked):.{_SHOWN}}{seat}{where}{hand}{answered}: {why}"
        )


def _why_not(view: Position, reply: dict[str, Any]) -> str:
    """Return the rule that an answer to ``ask`` breaks."""
    card, target, hand = reply.get("card"), reply.get("target"), view.hand
    if reply.get("action") != "ask":
        return "it was to ask"
    if card not in CARD_OF:
        return f"{card!r} is not a card"
    ours = card_name(CARD_OF[card], RULES.pack)
    if ours in hand:
        return f"it holds the {card}"
    half = CARD_OF[card] // IN_HALF
    if not view.perspective.hand >> IN_HALF * half & HALF:
        return f"it has no card of the half suit of the {card}"
    if target not in view.perspective.ask_targets:
        return f"seat {target!r} is not an opponent with cards"
    return "it is not legal"


def _read_lines(process: subprocess.Popen[str], answers: Queue[str]) -> None:
    """Put a process's lines into a queue, and an empty one when it ends."""
    assert process.stdout
    for line in process.stdout:
        answers.put(line)
    answers.put("")


def _tail(seat: _Seat) -> str:
    """Return the last thing that a program wrote as an error."""
    seat.log.seek(0)
    lines = seat.log.read().strip().splitlines()
    return f"; its last words: {lines[-1][:_SHOWN]}" if lines else ""


def _stop_all(seats: dict[int, _Seat]) -> None:
    """Stop processes."""
    for seat in seats.values():
        seat.process.kill()
        seat.process.wait()
        for stream in (seat.process.stdin, seat.process.stdout, seat.log):
            if stream:
                stream.close()
    seats.clear()
