"""Blocks of long jobs, computed by this process's threads or by any executor.

A block depends on its task alone: no result depends on who computes it, how often or in what order.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from llq.errors import BlockFailed, LlqError, OtherCode, WorkersLost
from llq.solver.jobs.threads import POLL_SECONDS, DaemonThreads
from llq.solver.sources import code_hash

Task = TypeVar("Task")
Result = TypeVar("Result")

_MOST_CALLS = 1024  # calls that an executor has at a time


class _Workers(NamedTuple):
    """An executor, and the function that sends it a job's work once."""

    executor: Executor
    send: Callable[[Any], Any]


_workers = ContextVar[_Workers | None]("llq_executor", default=None)


@contextmanager
def computing_on(
    executor: Executor | None, send: Callable[[Any], Any] = lambda work: work
) -> Iterator[None]:
    """Compute all blocks inside the ``with`` statement on an executor (default: threads).

    ``send`` is called once a job, so that its function need not be sent with every block.
    """
    token = _workers.set(_workers.get() if executor is None else _Workers(executor, send))
    try:
        yield
    finally:
        _workers.reset(token)


def computes_here() -> bool:
    """Return whether this process computes the blocks, so that they can call back."""
    workers = _workers.get()
    return workers is None or isinstance(workers.executor, DaemonThreads | ThreadPoolExecutor)


def run_blocks(
    work: Callable[[Task], Result], tasks: Iterable[Task], *, threads: int = 2
) -> Generator[tuple[int, Result], None, None]:
    """Yield each task's number and block in order of completion.

    By an executor (`computing_on`), a block that fails is computed once more; on threads, and of
    llq's own errors, the first comes out. After an error or Ctrl-C no further block begins, and
    nobody waits for those that have.
    """
    workers = _workers.get()
    call = (_compute, code_hash(), workers.send(work)) if workers else (work,)
    pending, running = enumerate(tasks), dict[Future[Result], int]()
    with nullcontext(workers.executor) if workers else DaemonThreads(threads) as executor:
        submit: Any = partial(executor.submit, *call)
        try:
            while True:
                room = (_MOST_CALLS if workers else 4 * threads) - len(running)
                for number, task in islice(pending, room):
                    running[submit(task)] = number
                if not running:
                    return
                wait(running, POLL_SECONDS, FIRST_COMPLETED)
                for future in [future for future in running if future.done()]:
                    yield running.pop(future), future.result()
        except Exception as error:
            if workers is None or isinstance(error, LlqError):
                raise
            raise WorkersLost(
                f"the workers are gone, or cannot take this job ({error!r:.99}); a build keeps its "
                "blocks: start the workers again, then the same command"
            ) from error
        finally:
            for future in running:
                future.cancel()


def in_order(results: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """Yield the blocks of `run_blocks` in task order."""
    early: dict[int, Result] = {}
    next_number = 0
    for number, result in results:
        early[number] = result
        while next_number in early:
            yield early.pop(next_number)
            next_number += 1


def _compute(code: str, work: Callable[[Any], Any], task: Any, tries: int = 2) -> Any:
    """Return a block computed by an executor's worker; any failure is retried once."""
    if code != code_hash():
        raise OtherCode("a worker has another version of llq: install the same one there")
    try:
        return work(task)
    except LlqError:
        raise
    except Exception as error:
        if tries > 1:
            return _compute(code, work, task, tries - 1)
        raise BlockFailed(f"block {task!r:.80} failed twice: {error!r:.200}") from error
