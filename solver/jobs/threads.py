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
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from llq.errors import LlqError
from llq.solver.arguments import MOST_THREADS, check_integer

POLL_SECONDS = 0.5
"""A signal just before the main thread waits without an end would be heard only when it wakes."""


class _Result(Future[Any]):
    """A future whose result is waited for in turns."""

    def result(self, timeout: float | None = None) -> Any:
        while timeout is None and not self.done():
            with suppress(TimeoutError):  # one of the call itself comes again below
                return super().result(POLL_SECONDS)
        return super().result(timeout)


class DaemonThreads(Executor):
    """An executor of daemon threads, which a ``with`` statement that fails does not wait for.

    Raises
    ------
    IllegalState
        The number of threads is not from 1 to 1,024.
    LlqError
        The system starts no thread more.

    Examples
    --------
    >>> from llq.solver.jobs.threads import DaemonThreads
    >>> with DaemonThreads(2) as pool:
    ...     list(pool.map(abs, [-1, 2, -3]))
    [1, 2, 3]
    """

    def __init__(self, threads: int) -> None:
        self._tasks: SimpleQueue[tuple[_Result, Callable[[], Any]] | None] = SimpleQueue()
        self._is_open = True
        self._threads: list[Thread] = []
        for _ in range(check_integer("threads", threads, 1, MOST_THREADS)):
            thread = Thread(target=_work, args=(self._tasks,), daemon=True)
            try:
                thread.start()
            except RuntimeError as error:
                self.shutdown(wait=False)
                raise LlqError(
                    f"the system starts {len(self._threads)} threads and not {threads}: ask for "
                    "fewer"
                ) from error
            self._threads.append(thread)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return the future of a call that one of the threads makes."""
        if not self._is_open:
            raise RuntimeError("the executor has been shut down")
        future = _Result()
        self._tasks.put((future, lambda: fn(*args, **kwargs)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls, cancel those not begun if asked to, and wait for the others."""
        self._is_open = False
        with suppress(Empty):
            while cancel_futures:
                if task := self._tasks.get_nowait():
                    task[0].cancel()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            while wait and thread.is_alive():
                thread.join(POLL_SECONDS)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Wait for all calls, or after an error cancel them and wait for none."""
        self.shutdown(wait=kind is None, cancel_futures=kind is not None)


def _work(tasks: SimpleQueue[tuple[_Result, Callable[[], Any]] | None]) -> None:
    """Make the calls of a queue until a None comes."""
    while task := tasks.get():
        future, call = task
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(call())
            except BaseException as error:  # its caller's to handle, as in every executor
                future.set_exception(error)
        del task, future, call  # or the last call's arguments live as long as the thread
