"""Worker threads that never hold up the process: Ctrl-C and errors are heard at once.

`concurrent.futures.ThreadPoolExecutor` waits for what its threads have begun, however an error or
Ctrl-C ends the work, and again when the interpreter exits. A kernel without the interpreter lock
cannot be stopped, so that wait is as long as its block. The threads here are daemons, and a body
that fails abandons them: each finishes what it has begun, begins nothing else, and nobody waits.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from operator import index
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Any

from llq.errors import IllegalState

_POLL_SECONDS = 0.5


class _Result(Future[Any]):
    """A future whose result is waited for in turns.

    A signal that comes just before the main thread blocks on a lock is heard only when it wakes.
    """

    def result(self, timeout: float | None = None) -> Any:
        while timeout is None and not self.done():
            with suppress(TimeoutError):  # one of the call itself comes again below
                return super().result(_POLL_SECONDS)
        return super().result(timeout)


_Task = tuple[_Result, Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class DaemonThreads(Executor):
    """An executor of daemon threads, which a ``with`` statement that fails does not wait for.

    Parameters
    ----------
    threads
        Their number, at least 1.

    Raises
    ------
    IllegalState
        That is not a positive integer.

    Examples
    --------
    >>> from llq.solver.jobs.threads import DaemonThreads
    >>> with DaemonThreads(2) as pool:
    ...     list(pool.map(abs, [-1, 2, -3]))
    [1, 2, 3]
    """

    def __init__(self, threads: int) -> None:
        try:
            is_number = index(threads) >= 1
        except TypeError:
            is_number = False
        if not is_number:
            raise IllegalState(f"threads must be a positive integer; got {threads!r}")
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._is_open = True
        self._threads = [
            Thread(target=_work, args=(self._tasks,), daemon=True) for _ in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return the future of a call that one of the threads makes.

        Raises
        ------
        RuntimeError
            The executor has been shut down.
        """
        if not self._is_open:
            raise RuntimeError("the executor has been shut down")
        future = _Result()
        self._tasks.put((future, fn, args, kwargs))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls, cancel those not begun if asked to, and wait for the others."""
        self._is_open = False
        if cancel_futures:
            self._cancel()
        for _ in self._threads:
            self._tasks.put(None)
        if wait:
            for thread in self._threads:
                while thread.is_alive():
                    thread.join(_POLL_SECONDS)

    def _cancel(self) -> None:
        try:
            while True:
                task = self._tasks.get_nowait()
                if task:
                    task[0].cancel()
        except Empty:
            pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Wait for all calls, or after an error cancel them and wait for none."""
        self.shutdown(wait=kind is None, cancel_futures=kind is not None)


def _work(tasks: SimpleQueue[_Task | None]) -> None:
    """Make the calls of a queue until a None comes."""
    while task := tasks.get():
        future, function, positional, named = task
        del task  # or the last call's arguments live as long as the thread
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(function(*positional, **named))
            except BaseException as error:  # its caller's to handle, as in every executor
                future.set_exception(error)
        del future, function, positional, named
