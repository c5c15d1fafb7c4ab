"""Jobs of several seconds: limited numbers, separate threads, time limits.

A job checks its clock in `Job.progress`, which long functions of the library call as they go on: it
raises `TakesTooLong` once the time is over or the client has left. Work that never calls it
is still refused in time; its thread keeps its place among the jobs until it ends.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import StrEnum
from threading import Thread
from time import monotonic
from typing import Any, Protocol, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from llq.errors import Busy, TakesTooLong, TooLarge
from llq.solver.compiler_process import seconds_compiling
from llq.web.http.limits import Limits

Result = TypeVar("Result")
PageHandler = Callable[[Request], Awaitable[Response]]

_POLL_SECONDS = 0.25
"""Interval in which a job looks for its end and its client, in seconds."""


class Asker(Protocol):
    """A waiting client of any protocol; its ``report_progress``, if any, gets progress."""

    @property
    def app(self) -> Any:
        """The application, whose ``state`` holds the limits."""

    async def is_disconnected(self) -> bool:
        """Whether the client has left."""


class Job:
    """Time budget of work, excluding kernel compilation."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.is_wanted = True
        self.reached = (0, 0)  # the last progress: done, total
        self._deadline = monotonic() + limits.seconds - seconds_compiling()

    @property
    def seconds_left(self) -> float:
        """Remaining time of the work."""
        return self._deadline + seconds_compiling() - monotonic()

    def progress(self, done: int, total: int) -> None:
        """Record progress; raise `TakesTooLong` after the deadline or the client's departure."""
        self.reached = (done, total)
        if not self.is_wanted or self.seconds_left < 0:
            raise self.too_long(f"{done:,} of {total:,} were done; ask for fewer")

    def check_games(self, games: int) -> int:
        """Return the number of games, or raise TooLarge above the limit."""
        if games > self.limits.games:
            raise TooLarge(f"a match has at most {self.limits.games:,} games here; got {games:,}")
        return games

    def too_long(self, reason: str) -> TakesTooLong:
        """Return a `TakesTooLong` error for the time limit."""
        rule = f"an answer here takes at most {self.limits.seconds:g} seconds"
        return TakesTooLong(f"{rule}: {reason}")


class WorkKind(StrEnum):
    """Kinds of work with separate concurrency limits, as in `Limits`."""

    jobs = "jobs"
    queries = "queries"
    pages = "pages"


def semaphore_of(app: Any, kind: WorkKind) -> asyncio.Semaphore:
    """Return an application's semaphore for one work kind."""
    if not hasattr(app.state, "places"):
        limits = app.state.limits
        app.state.places = {kind: asyncio.Semaphore(getattr(limits, kind)) for kind in WorkKind}
    semaphore: asyncio.Semaphore = app.state.places[kind]
    return semaphore


async def do_job(
    asker: Asker, work: Callable[[Job], Result], kind: WorkKind = WorkKind.jobs
) -> Result:
    """Run work in a background thread, within the limits, and return its result."""
    limits: Limits = asker.app.state.limits
    semaphore = semaphore_of(asker.app, kind)
    is_page = "llq.visit" in getattr(asker, "scope", {})
    while not await _take_place(semaphore, limits):
        if not is_page or await asker.is_disconnected():
            noun = "simulations" if kind is WorkKind.jobs else kind
            limit = getattr(limits, kind)
            raise Busy(f"{limit} {noun} are being computed, the most at one time; ask again")
    job, deadline = Job(limits), monotonic() + limits.seconds
    future = _start_thread(lambda: work(job))
    future.add_done_callback(lambda _: semaphore.release())
    try:
        while not future.done():
            # A page may wait while kernels compile; any other answer is refused in time.
            seconds_left = job.seconds_left if is_page else deadline - monotonic()
            if seconds_left < -_POLL_SECONDS:
                if job.reached[1] and job.seconds_left < 0:
                    raise job.too_long("ask for less")
                raise Busy(
                    "the first answer of a kind compiles, or reads or lays out a table: ask again "
                    "in a few seconds"
                )
            await asyncio.wait({future}, timeout=_POLL_SECONDS)
            if report := getattr(asker, "report_progress", None):
                await report(*job.reached)
            if not future.done() and await asker.is_disconnected():
                raise job.too_long("the caller has left")
        return future.result()
    finally:
        job.is_wanted = False


async def _take_place(semaphore: asyncio.Semaphore, limits: Limits) -> bool:
    """Take a place if one is free in time, and return whether one was."""
    with suppress(TimeoutError):
        await asyncio.wait_for(semaphore.acquire(), limits.wait_seconds)
        return True
    return False


def as_page_job(show: Callable[[Request], Response]) -> PageHandler:
    """Return a page handler that runs as a `WorkKind.pages` job."""
    handle = as_job(lambda request, _: show(request), WorkKind.pages)
    vars(handle).update(vars(show))
    return handle


def as_job(show: Callable[[Request, Job], Response], kind: WorkKind = WorkKind.jobs) -> PageHandler:
    """Return a page handler that runs as a job of a kind, which it gets."""

    async def handle(request: Request) -> Response:
        return await do_job(request, lambda job: show(request, job), kind)

    vars(handle).update(vars(show))
    return handle


def _start_thread(work: Callable[[], Result]) -> asyncio.Future[Result]:
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()
    future.add_done_callback(lambda done: done.exception())  # nobody may be left to hear of it

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # whatever it is, it is the caller's
            deliver(future.set_exception, error)
        else:
            deliver(future.set_result, result)

    def deliver(settle: Callable[[Any], None], outcome: Any) -> None:
        with suppress(RuntimeError):  # the server has stopped
            loop.call_soon_threadsafe(settle, outcome)

    Thread(target=run, name="llq job", daemon=True).start()
    return future
