"""Blocks of long jobs, computed by threads of this process or by any executor.

A block depends on its task alone: no result depends on who computes it, how often or in what order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from llq.errors import BlockFailed, LlqError, OtherCode, WorkersLost, WrongType
from llq.solver.arguments import MOST_THREADS, check_integer
from llq.solver.jobs.threads import POLL_SECONDS, DaemonThreads
from llq.solver.sources import code_hash

Task = TypeVar("Task")
Result = TypeVar("Result")
Progress = Callable[[int, int], None]

_UNDER_WAY = 1024  # calls at a time

_executor: ContextVar[tuple[Executor, Callable[[Any], Any]] | None]
_executor = ContextVar("llq_executor", default=None)


@contextmanager
def computing_on(
    executor: Executor | None, send: Callable[[Any], Any] = lambda work: work
) -> Iterator[None]:
    """Compute the blocks of every job in the ``with`` statement by an executor, if one is given.

    ``send`` is called once a job, so that its function need not be sent with every block.
    """
    if not isinstance(executor, Executor | None):
        raise WrongType(f"an executor is a concurrent.futures.Executor; got {executor!r}")
    token = _executor.set(_executor.get() if executor is None else (executor, send))
    try:
        yield
    finally:
        _executor.reset(token)


def computes_here() -> bool:
    """Return whether blocks are computed in this process, where they can call back."""
    chosen = _executor.get()
    return chosen is None or isinstance(chosen[0], DaemonThreads | ThreadPoolExecutor)


def offset_progress(progress: Progress | None, before: int, total: int) -> Progress | None:
    """Return a function that reports a part's progress as the whole's, after ``before`` units."""
    return progress and (lambda done, _: progress(before + done, total))


def run_blocks(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    *,
    threads: int = 2,
    then: Callable[[int, Result], Task | None] = lambda *_: None,
) -> Generator[tuple[int, Result], None, None]:
    """Yield the number of each task and its block, as they are finished.

    By an executor (`computing_on`), a block that fails is computed once more; on threads, and of
    llq's own errors, the first comes out. After an error or Ctrl-C no further block begins, and
    nobody waits for those that have. ``then`` is called with each block in the calling thread, and
    returns the task that continues it, or None if it was the last of its chain.
    """
    check_integer("threads", threads, 1, MOST_THREADS)
    if not (chosen := _executor.get()):
        with DaemonThreads(threads) as pool:
            yield from _run(partial(pool.submit, work), tasks, then)
        return
    executor, sent = chosen[0], chosen[1](work)
    try:
        yield from _run(
            lambda task: executor.submit(_compute, code_hash(), sent, task), tasks, then
        )
    except LlqError:  # of a block
        raise
    except Exception as error:
        raise WorkersLost(
            f"the workers are gone, or cannot take this job ({error!r:.99}); a build keeps its "
            "blocks: start the workers again, then the same command"
        ) from error


def in_order(results: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """Yield the blocks of `run_blocks` in the order of the tasks."""
    early: dict[int, Result] = {}
    place = 0
    for number, result in results:
        early[number] = result
        while place in early:
            yield early.pop(place)
            place += 1


def _compute(code: str, work: Callable[[Any], Any], task: Any) -> Any:
    """Return a block where an executor computes it; what fails is tried once more."""
    if code != code_hash():
        raise OtherCode("a worker has another version of llq: install the same one there")
    try:
        return work(task)
    except LlqError:
        raise
    except Exception:
        try:
            return work(task)
        except Exception as error:
            raise BlockFailed(f"block {task!r:.80} failed twice: {error!r:.200}") from error


def _run(
    call: Callable[[Task], Future[Result]],
    tasks: Iterable[Task],
    then: Callable[[int, Result], Task | None],
) -> Generator[tuple[int, Result], None, None]:
    """Do as `run_blocks` by calls."""
    fresh, again = enumerate(tasks), deque[tuple[int, Task]]()
    running: dict[Future[Result], int] = {}
    ended: SimpleQueue[Future[Result]] = SimpleQueue()
    try:
        while True:
            while len(running) < _UNDER_WAY and (
                found := again.popleft() if again else next(fresh, None)
            ):
                future = call(found[1])
                running[future] = found[0]
                future.add_done_callback(ended.put)
            if not running:
                return
            future = _next(ended)
            number = running.pop(future)
            result = future.result()
            if (after := then(number, result)) is not None:
                again.append((number, after))
            yield number, result
    finally:
        for future in running:
            future.cancel()


def _next(ended: SimpleQueue[Future[Result]]) -> Future[Result]:
    """Return a call that has ended, hearing signals while it waits."""
    while True:
        with suppress(Empty):
            return ended.get(timeout=POLL_SECONDS)
