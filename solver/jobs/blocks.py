"""Blocks of long jobs, computed by threads, processes or other machines.

A job is a function and tasks; a block is what the function returns for one of them, and depends on
the task alone. So no result depends on who computes the blocks, how often or in which order, and
any `concurrent.futures.Executor` will do. Here is everything that runs them: threads of this
process, unless `computing_on` says otherwise.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from queue import Empty, SimpleQueue
from typing import TypeVar

from llq.errors import BlockFailed, LlqError, WorkersLost
from llq.solver.jobs.remote_calls import remote_call
from llq.solver.jobs.threads import DaemonThreads

Task = TypeVar("Task")
Result = TypeVar("Result")

ATTEMPTS = 3
"""Times that a block is computed before it counts as failed."""

_UNDER_WAY = 4096  # calls at a time: two for each of two thousand workers
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
        yield from _run(executor, work, list(tasks), names, attempts or ATTEMPTS, then)
        return
    with DaemonThreads(threads) as pool:
        yield from _run(pool, work, list(tasks), names, attempts or 1, then)


def in_order(results: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """Yield the blocks of `run_blocks` in the order of the tasks."""
    early: dict[int, Result] = {}
    place = 0
    for number, result in results:
        early[number] = result
        while place in early:
            yield early.pop(place)
            place += 1


def _run(
    executor: Executor,
    work: Callable[[Task], Result],
    tasks: list[Task],
    names: Sequence[str] | None,
    attempts: int,
    then: Callable[[int, Result], Task | None],
) -> Generator[tuple[int, Result], None, None]:
    """Do as `run_blocks` on an executor; `tasks` is modified in place."""
    if isinstance(executor, DaemonThreads | ThreadPoolExecutor):
        call: Callable[[Task], Future[Result]] = partial(executor.submit, work)
    else:
        call = remote_call(executor, work)
    waiting = deque(range(len(tasks)))
    running: dict[Future[Result], int] = {}
    finished: SimpleQueue[Future[Result]] = SimpleQueue()
    tries: Counter[int] = Counter()
    failed: dict[int, Exception] = {}
    done = 0
    try:
        while waiting or running:
            while waiting and len(running) < _UNDER_WAY:
                try:
                    future = call(tasks[waiting[0]])
                except RuntimeError as error:  # shut down, or broken for good
                    raise _lost(error, done, len(tasks)) from error
                running[future] = waiting.popleft()
                future.add_done_callback(finished.put)
            future = _next(finished)
            number = running.pop(future)
            try:
                result = future.result()
            except LlqError:
                raise
            except CancelledError as error:  # Dask's scheduler went, and with it all that it knew
                raise _lost(error, done, len(tasks)) from error
            except Exception as error:  # of the block, or its worker died
                if attempts == 1:
                    raise
                # Dask raises KilledWorker once a block has ended four workers
                tries[number] += attempts if type(error).__name__ == "KilledWorker" else 1
                if tries[number] < attempts:
                    waiting.append(number)
                else:
                    failed[number] = error
                continue
            done += 1
            after = then(number, result)
            if after is not None:
                tasks[number] = after
                waiting.append(number)
            yield number, result
    finally:
        for future in running:
            future.cancel()
    for number, cause in failed.items():
        others = len(failed) - 1
        more = f"; {others} other block{'s' * (others > 1)} failed too" if others else ""
        raise BlockFailed(
            f"block {names[number] if names else number} failed {attempts} times: "
            f"{type(cause).__name__}: {_short(cause)}; its arguments are "
            f"{_short(repr(tasks[number]))}{more}; the other {done} are finished"
        ) from cause


def _next(finished: SimpleQueue[Future[Result]]) -> Future[Result]:
    """Return a call that has ended, hearing signals while it waits."""
    while True:
        with suppress(Empty):
            return finished.get(timeout=_POLL_SECONDS)


def _lost(error: BaseException, done: int, total: int) -> WorkersLost:
    return WorkersLost(
        f"the workers are gone ({type(error).__name__}{_short(error) and ': '}{_short(error)}) "
        f"after {done} of {total} blocks; a build keeps them and resumes: start the workers again, "
        "then the same command"
    )


def _short(text: object) -> str:
    line = " ".join(str(text).split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]} …"
