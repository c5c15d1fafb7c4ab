"""Work that takes seconds: a few jobs at once, each in a thread of its own, ended by its clock.

A job checks its clock in `Job.progress`, which long functions of the library call as they go on: it
raises `TakesTooLong` once the time is over or the client has left. What never calls it is
answered for in time all the same; its thread keeps its place among the jobs until it ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import StrEnum
from threading import Thread
from time import monotonic
from typing import Any, Protocol, TypeVar, runtime_checkable

from starlette.requests import Request
from starlette.responses import Response

from llq.errors import Busy, TakesTooLong, TooLarge
from llq.solver.compiler_process import seconds_compiling
from llq.web.http.limits import Limits

Result = TypeVar("Result")

_LOOKS = 0.25
"""Seconds after which it is looked whether someone still waits."""


class Asker(Protocol):
    """Who waits for work: a request, or the like of it in another protocol."""

    @property
    def app(self) -> Any:
        """The application, whose ``state`` holds the limits."""

    async def is_disconnected(self) -> bool:
        """Whether nobody waits any more."""


@runtime_checkable
class Listener(Asker, Protocol):
    """Who hears meanwhile how far the work has got."""

    async def hear(self, done: int, total: int) -> None:
        """Report finished and total work."""


class Job:
    """The time that work may take, for which the compiling of kernels does not count.

    ``reached`` is what was done at the last word of progress, and of how much.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.is_wanted = True
        self.reached = (0, 0)
        self._ends = monotonic() + limits.seconds - seconds_compiling()

    @property
    def seconds_left(self) -> float:
        """How long the work may still take."""
        return self._ends + seconds_compiling() - monotonic()

    def progress(self, done: int, total: int) -> None:
        """Note how far the work has got."""
        self.reached = (done, total)
        if not self.is_wanted or self.seconds_left < 0:
            raise self.too_long(f"{done:,} of {total:,} were done; ask for fewer")

    def check_games(self, games: int) -> int:
        """Return the number of games, if that many may be played."""
        if games > self.limits.games:
            raise TooLarge(f"a match has at most {self.limits.games:,} games here; got {games:,}")
        return games

    def too_long(self, why: str) -> TakesTooLong:
        """Return the error that the work takes longer than it may."""
        return TakesTooLong(f"an answer here takes at most {self.limits.seconds:g} seconds: {why}")


class Kind(StrEnum):
    """Work by what it may keep from being done: each kind has places of its own, as in `Limits`."""

    jobs = "jobs"
    queries = "queries"
    pages = "pages"


def places_of(app: Any, kind: Kind) -> asyncio.Semaphore:
    """Return what counts an application's places for some kind of work."""
    if not hasattr(app.state, "places"):
        limits = app.state.limits
        app.state.places = {kind: asyncio.Semaphore(getattr(limits, kind)) for kind in Kind}
    found: asyncio.Semaphore = app.state.places[kind]
    return found


async def do_job(asker: Asker, work: Callable[[Job], Result], kind: Kind = Kind.jobs) -> Result:
    """Return what some work returns, done in a thread while others are answered."""
    limits: Limits = asker.app.state.limits
    places, is_page = places_of(asker.app, kind), "llq.visit" in getattr(asker, "scope", {})
    while True:
        with suppress(TimeoutError):
            await asyncio.wait_for(places.acquire(), limits.wait_seconds)
            break
        if not is_page or await asker.is_disconnected():
            what = "simulations" if kind is Kind.jobs else kind
            most = f"{getattr(limits, kind)} {what}"
            raise Busy(f"{most} are being computed, the most at one time; ask again")
    job, ends = Job(limits), monotonic() + limits.seconds
    future = _start(lambda: work(job))
    future.add_done_callback(lambda _: places.release())
    try:
        while not future.done():
            if (job.seconds_left if is_page else ends - monotonic()) < -_LOOKS:
                if job.reached[1] and job.seconds_left < 0:
                    raise job.too_long("ask for less")
                raise Busy(
                    "the first answer of a kind compiles, or reads or lays out a table: ask again "
                    "in a few seconds"
                )
            await asyncio.wait({future}, timeout=_LOOKS)
            if isinstance(asker, Listener):
                await asker.hear(*job.reached)
            if not future.done() and await asker.is_disconnected():
                break
        else:
            return future.result()
        raise job.too_long("the caller has left")
    finally:
        job.is_wanted = False


def in_time(show: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
    """Return what shows a page, done as a job of its own kind."""

    async def shown(request: Request) -> Response:
        return await do_job(request, lambda _: show(request), Kind.pages)

    vars(shown).update(vars(show))
    return shown


def _start(work: Callable[[], Result]) -> asyncio.Future[Result]:
    """Return the result to come of work begun in a thread, which ends with the program."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()
    future.add_done_callback(lambda done: done.exception())  # nobody may be left to hear of it

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # whatever it is, it is the caller's
            tell(future.set_exception, error)
        else:
            tell(future.set_result, result)

    def tell(settle: Callable[[Any], None], outcome: Any) -> None:
        with suppress(RuntimeError):  # the server has stopped
            loop.call_soon_threadsafe(settle, outcome)

    Thread(target=run, name="llq job", daemon=True).start()
    return future
