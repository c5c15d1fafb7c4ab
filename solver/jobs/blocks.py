"""Blocks of long jobs, computed by threads, processes or other machines.

A job is a function and tasks; a block is what the function returns for one of them, and depends on
the task alone. So no result depends on who computes the blocks, how often or in which order, and
any `concurrent.futures.Executor` will do. Here is everything that runs them: threads of this
process, unless `computing_on` says otherwise.
"""

from __future__ import annotations

import pickle
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from llq.errors import BlockFailed, LlqError, WorkersLost
from llq.solver.jobs.remote_calls import Answer, answer, answer_job, send
from llq.solver.jobs.threads import DaemonThreads

__all__ = ["ATTEMPTS", "computes_here", "computing_on", "in_order", "run_blocks"]

Task = TypeVar("Task")
Result = TypeVar("Result")

ATTEMPTS = 3
"""Times that a block is computed before it counts as failed."""

_UNDER_WAY = 4096  # calls at a time: two for each of two thousand workers
_CALL_SECONDS = 0.5  # of a call, if blocks are shorter: a hundred times what it costs to send one
_UNTIMED = 64  # calls at a time while it is not known how long a block takes
_POLL_SECONDS = 0.5  # a signal just before a wait without an end would not be heard
_SHOWN = 300

_executor: ContextVar[Executor | None] = ContextVar("llq_executor", default=None)


@contextmanager
def computing_on(executor: Executor | None) -> Iterator[None]:
    """Compute the blocks of every job in the ``with`` statement by an executor, not by threads.

    Parameters
    ----------
    executor
        Processes, a Dask cluster's ``Client.get_executor()``, or any other. It is left running.
        None changes nothing.

    Raises
    ------
    LlqError
        It is not an executor.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from llq.solver.jobs.blocks import computing_on, in_order, run_blocks
    >>> with ThreadPoolExecutor(2) as pool, computing_on(pool):
    ...     list(in_order(run_blocks(abs, [-3, 1, -2])))
    [3, 1, 2]
    """
    if executor is None:
        yield
        return
    if not isinstance(executor, Executor):
        raise LlqError(f"an executor is a concurrent.futures.Executor; got {executor!r}")
    token = _executor.set(executor)
    try:
        yield
    finally:
        _executor.reset(token)


def computes_here() -> bool:
    """Return whether blocks are computed in this process, where they can call back."""
    executor = _executor.get()
    return executor is None or isinstance(executor, DaemonThreads | ThreadPoolExecutor)


def run_blocks(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    *,
    threads: int = 2,
    names: Sequence[str] | None = None,
    attempts: int | None = None,
    then: Callable[[int, Result], Task | None] = lambda *_: None,
) -> Generator[tuple[int, Result], None, None]:
    """Yield the number of each task and its block, as they are finished.

    A block that fails, or whose worker dies, is computed again; the others are finished before its
    error comes out. An error of llq's own is an answer and comes out at once. After it, after
    Ctrl-C, or when the caller stops early, no further block begins, and nobody waits for those
    that have.

    Parameters
    ----------
    work
        Returns a block, the same at every call. If the executor has processes or other machines,
        it is a function of a module, or a `functools.partial` of one, and can be pickled: it is
        sent once to each of them.
    tasks
        What it takes.
    threads
        The number of threads, unless there is an executor (`computing_on`).
    names
        Of the tasks, for messages.
    attempts
        Times that a block is computed before it counts as failed; with 1 its error comes out at
        once and as it is, which is the default on threads.
    then
        Called with each block in the calling thread; returns the task that continues it, or None
        if it was the last of its chain.

    Raises
    ------
    BlockFailed
        A block failed, or ended its worker, as often as that; all others were yielded before.
    WorkersLost
        There is nobody left to compute.
    LlqError
        A block raised it.
    """
    if not tasks:
        return
    executor = _executor.get()
    if executor is not None:
        yield from _Run(executor, work, tasks, names, attempts or ATTEMPTS, then).results()
        return
    with DaemonThreads(threads) as pool:
        yield from _Run(pool, work, tasks, names, attempts or 1, then).results()


def in_order(results: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """Yield the blocks of `run_blocks` in the order of the tasks."""
    early: dict[int, Result] = {}
    place = 0
    for number, result in results:
        early[number] = result
        while place in early:
            yield early.pop(place)
            place += 1


class _Run(Generic[Task, Result]):
    """A job under way."""

    def __init__(
        self,
        executor: Executor,
        work: Callable[[Task], Result],
        tasks: Sequence[Task],
        names: Sequence[str] | None,
        attempts: int,
        then: Callable[[int, Result], Task | None],
    ) -> None:
        self._executor, self._tasks, self._attempts = executor, list(tasks), attempts
        self._then = then
        self._names = names or [str(number) for number in range(len(tasks))]
        self._waiting = deque(range(len(tasks)))
        self._running: dict[Future[Answer], list[int]] = {}
        self._finished: SimpleQueue[Future[Answer]] = SimpleQueue()
        self._tries: Counter[int] = Counter()
        self._failed: dict[int, BaseException] = {}
        self._alone: deque[int] = deque()  # lost with their worker so often that each is suspect
        self._losses: Counter[int] = Counter()
        self._calls = count()
        self._seconds: float | None = None  # a block took so far, on average
        self._done = 0
        self._is_local = isinstance(executor, DaemonThreads) or computes_here()
        if self._is_local:
            self._call: Callable[[list[Task]], Future[Answer]] = lambda some: executor.submit(
                answer, work, some
            )
        else:
            job = _shared(executor, send(work))
            self._call = lambda some: executor.submit(
                answer_job, job, pickle.dumps(some), next(self._calls)
            )

    def results(self) -> Iterator[tuple[int, Result]]:
        """Yield every block that does not fail."""
        try:
            while self._waiting or self._alone or self._running:
                if not (self._waiting or self._running):
                    self._waiting.append(self._alone.popleft())
                self._submit()
                future = self._next()
                yield from self._take(self._running.pop(future), future)
        finally:
            for future in self._running:
                future.cancel()
        if self._failed:
            raise self._failure() from next(iter(self._failed.values()))

    def _submit(self) -> None:
        """Keep enough calls under way."""
        most = _UNTIMED if self._seconds is None and not self._is_local else _UNDER_WAY
        while self._waiting and len(self._running) < most:
            some = [self._waiting.popleft()]
            while self._waiting and len(some) < self._size() and not self._is_suspect(some[0]):
                some.append(self._waiting.popleft())
            try:
                future = self._call([self._tasks[number] for number in some])
            except RuntimeError as error:  # shut down, or broken for good
                self._waiting.extendleft(reversed(some))
                raise self._lost(error) from error
            self._running[future] = some
            future.add_done_callback(self._finished.put)

    def _size(self) -> int:
        """Return how many blocks a call should compute."""
        if self._is_local or not self._seconds:
            return 1
        return max(1, min(round(_CALL_SECONDS / self._seconds), len(self._waiting) // _UNTIMED))

    def _is_suspect(self, number: int) -> bool:
        """Return whether a block has failed before: it is computed in a call of its own."""
        return self._tries[number] > 0

    def _next(self) -> Future[Answer]:
        """Return a call that has ended."""
        while True:
            with suppress(Empty):
                return self._finished.get(timeout=_POLL_SECONDS)

    def _take(self, some: list[int], future: Future[Answer]) -> Iterator[tuple[int, Result]]:
        """Yield what a call has computed, and see to what it has not."""
        try:
            found = future.result()
        except LlqError:
            raise
        except CancelledError as error:  # Dask's scheduler went, and with it all that it knew
            raise self._lost(error) from error
        except BrokenExecutor as error:  # a process died, and took all calls under way along
            for number in some:
                self._losses[number] += 1
                if self._losses[number] >= self._attempts:
                    self._fail(number, error, is_last=True)
                elif self._losses[number] == self._attempts - 1:
                    self._alone.append(number)
                else:
                    self._waiting.append(number)
            return
        except Exception as error:  # the worker ended, or the answer cannot be pickled
            is_last = type(error).__name__ == "KilledWorker"  # Dask's: it has tried four workers
            for number in some:
                self._fail(number, error, is_last=is_last and len(some) == 1)
            return
        for number, result in zip(some, found.results, strict=False):
            self._done += 1
            after = self._then(number, result)
            if after is not None:
                self._tasks[number] = after
                self._waiting.append(number)
            yield number, result
        rest = some[len(found.results) :]
        if found.error is not None:
            self._fail(rest[0], found.error)
            rest = rest[1:]
        self._waiting.extendleft(reversed(rest))
        if found.results:
            each = found.seconds / len(found.results)
            before = each if self._seconds is None else self._seconds
            self._seconds = max(1e-6, 0.9 * before + 0.1 * each)

    def _fail(self, number: int, error: Exception, *, is_last: bool = False) -> None:
        """Compute a block again, later and alone, unless it has failed too often."""
        if isinstance(error, LlqError) or self._attempts == 1:
            raise error
        self._tries[number] += self._attempts if is_last else 1
        if self._tries[number] >= self._attempts:
            self._failed[number] = error
        else:
            self._waiting.append(number)

    def _failure(self) -> BlockFailed:
        number, error = next(iter(self._failed.items()))
        others = len(self._failed) - 1
        more = f"; {others} other block{'s' * (others > 1)} failed too" if others else ""
        return BlockFailed(
            f"block {self._names[number]} failed {self._attempts} times: "
            f"{type(error).__name__}: {_short(error)}; its arguments are "
            f"{_short(repr(self._tasks[number]))}{more}; the other {self._done} are finished"
        )

    def _lost(self, error: BaseException) -> WorkersLost:
        return WorkersLost(
            f"the workers are gone ({type(error).__name__}{_short(error) and ': '}{_short(error)}) "
            f"after {self._done} of {len(self._tasks)} blocks; a build keeps them and resumes: "
            "start the workers again, then the same command"
        )


def _shared(executor: Executor, job: Any) -> Any:
    """Return what stands for a job in calls: on Dask a task, whose result workers pass on."""
    client = getattr(executor, "_client", None)  # of a Client.get_executor(), which has no other
    if client is None:
        return job
    from dask import config

    with config.set({"distributed.admin.large-graph-warning-threshold": "10 GB"}):
        # as a task, not scattered: the scheduler makes it again if its worker is lost
        return client.submit(type(job), *job, key=f"llq-job-{job.digest}", pure=False)


def _short(text: object) -> str:
    line = " ".join(str(text).split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]} …"
