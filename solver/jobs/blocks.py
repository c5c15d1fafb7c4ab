"""Blocks of long jobs, computed by threads, processes or other machines.

A job is a function and tasks; a block is what the function returns for one of them, and depends on
the task alone. So no result depends on who computes the blocks, how often or in which order, and
any `concurrent.futures.Executor` will do. Here is everything that runs them: threads of this
process, unless `computing_on` says otherwise.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from queue import Empty, SimpleQueue
from typing import TypeVar

from llq.errors import BlockFailed, LlqError, WorkersLost, WrongType
from llq.solver.arguments import MOST_THREADS, check_integer
from llq.solver.jobs.remote_calls import remote_call
from llq.solver.jobs.threads import POLL_SECONDS, DaemonThreads

Task = TypeVar("Task")
Result = TypeVar("Result")

_UNDER_WAY = 4096  # calls at a time: two for each of two thousand workers
_SHOWN = 80

_executor: ContextVar[Executor | None] = ContextVar("llq_executor", default=None)


@contextmanager
def computing_on(executor: Executor | None) -> Iterator[None]:
    """Compute the blocks of every job in the ``with`` statement by an executor, not by threads.

    Parameters
    ----------
    executor
        Processes, a Dask cluster's ``Client.get_executor()``, or any other. It is left running.
        None changes nothing.

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
        raise WrongType(f"an executor is a concurrent.futures.Executor; got {executor!r}")
    token = _executor.set(executor)
    try:
        yield
    finally:
        _executor.reset(token)


def computes_here() -> bool:
    """Return whether blocks are computed in this process, where they can call back."""
    executor = _executor.get()
    return executor is None or isinstance(executor, DaemonThreads | ThreadPoolExecutor)


def offset_progress(
    progress: Callable[[int, int], None] | None, before: int, total: int
) -> Callable[[int, int], None] | None:
    """Return a function that reports a part's progress as the whole's, after ``before`` units."""
    if progress is None:
        return None
    return lambda done, _: progress(before + done, total)


def run_blocks(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    *,
    threads: int = 2,
    names: Sequence[str] | None = None,
    then: Callable[[int, Result], Task | None] = lambda *_: None,
) -> Generator[tuple[int, Result], None, None]:
    """Yield the number of each task and its block, as they are finished.

    On this process's threads an error comes out at once. By an executor, a block that fails or
    whose worker dies is computed once more; if that fails too, the others are finished before the
    error comes out. An error of llq's own is an answer and always comes out at once. After an error
    or Ctrl-C, or when the caller stops early, no further block begins, and nobody waits for those
    that have.

    Parameters
    ----------
    work
        Returns a block, the same at every call. If the executor has processes or other machines,
        it is a function of a module, or a `functools.partial` of one, and can be pickled: it is
        sent once to each of them.
    threads
        The number of threads, unless there is an executor (`computing_on`).
    names
        Of the tasks, for messages.
    then
        Called with each block in the calling thread; returns the task that continues it, or None
        if it was the last of its chain.

    Raises
    ------
    BlockFailed
        A block failed, or ended its worker, twice; all others were yielded before.
    WorkersLost
        There is nobody left to compute.
    """
    check_integer("threads", threads, 1, MOST_THREADS)
    executor = _executor.get()
    if executor is not None:
        call = partial(_call, executor, work) if computes_here() else remote_call(executor, work)
        yield from _run(call, tasks, names, then, may_retry=True)
    elif tasks:
        with DaemonThreads(min(threads, len(tasks))) as pool:
            yield from _run(partial(_call, pool, work), tasks, names, then, may_retry=False)


def in_order(results: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """Yield the blocks of `run_blocks` in the order of the tasks."""
    early: dict[int, Result] = {}
    place = 0
    for number, result in results:
        early[number] = result
        while place in early:
            yield early.pop(place)
            place += 1


def _call(executor: Executor, work: Callable[[Task], Result], task: Task) -> Future[Result]:
    return executor.submit(work, task)


def _run(
    call: Callable[[Task], Future[Result]],
    tasks: Sequence[Task],
    names: Sequence[str] | None,
    then: Callable[[int, Result], Task | None],
    *,
    may_retry: bool,
) -> Generator[tuple[int, Result], None, None]:
    """Do as `run_blocks` by calls."""
    again: deque[int] = deque()  # chains that go on, and what failed once
    numbers = _numbers(len(tasks), again)
    changed: dict[int, Task] = {}
    running: dict[Future[Result], int] = {}
    finished: SimpleQueue[Future[Result]] = SimpleQueue()
    failed: dict[int, Exception] = {}
    done = 0
    try:
        while True:
            while len(running) < _UNDER_WAY and (number := next(numbers)) is not None:
                try:
                    future = call(changed.get(number, tasks[number]))
                except RuntimeError as error:  # shut down, or broken for good
                    raise _lost(error, done, len(tasks)) from error
                running[future] = number
                future.add_done_callback(finished.put)
            if not running:
                break
            future = _next(finished)
            number = running.pop(future)
            try:
                result = future.result()
            except CancelledError as error:  # Dask's scheduler went, and with it all that it knew
                raise _lost(error, done, len(tasks)) from error
            except Exception as error:  # of the block, or its worker died
                if isinstance(error, LlqError) or not may_retry:
                    raise
                # Dask raises KilledWorker once a block has ended four workers
                if number not in failed and type(error).__name__ != "KilledWorker":
                    again.append(number)
                failed[number] = error
                continue
            failed.pop(number, None)
            done += 1
            if (after := then(number, result)) is not None:
                changed[number] = after
                again.append(number)
            yield number, result
    finally:
        for future in running:
            future.cancel()
    for number, cause in failed.items():
        raise BlockFailed(
            f"block {names[number] if names else number} failed twice: {type(cause).__name__}: "
            f"{_short(cause)}; its arguments are {_short(changed.get(number, tasks[number]))}; "
            f"the other {done} are finished"
        ) from cause


def _numbers(count: int, again: deque[int]) -> Iterator[int | None]:
    """Yield the numbers of all tasks, then those to be called again, None while there are none."""
    yield from range(count)
    while True:
        yield again.popleft() if again else None


def _next(finished: SimpleQueue[Future[Result]]) -> Future[Result]:
    """Return a call that has ended, hearing signals while it waits."""
    while True:
        with suppress(Empty):
            return finished.get(timeout=POLL_SECONDS)


def _lost(error: BaseException, done: int, total: int) -> WorkersLost:
    return WorkersLost(
        f"the workers are gone ({type(error).__name__}{_short(error) and ': '}{_short(error)}) "
        f"after {done} of {total} blocks; a build keeps them and resumes: start the workers again, "
        "then the same command"
    )


def _short(value: object) -> str:
    line = " ".join(str(value).split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]} …"
