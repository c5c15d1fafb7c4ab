"""Threads that nobody waits for: errors and Ctrl-C end a job while kernels still run."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from llq.solver.arguments import MOST_THREADS, check_integer

POLL_SECONDS = 0.5  # a signal just before a wait without an end is heard only when that ends


class _Result(Future[Any]):
    """A future whose wait is split into short intervals."""

    def result(self, timeout: float | None = None) -> Any:
        while timeout is None and not self.done():
            with suppress(TimeoutError):  # one of the call itself comes again below
                return super().result(POLL_SECONDS)
        return super().result(timeout)


class DaemonThreads(Executor):
    """An executor of daemon threads; a failing ``with`` statement waits for no thread."""

    def __init__(self, threads: int) -> None:
        count = check_integer("threads", threads, 1, MOST_THREADS)
        self._calls: SimpleQueue[tuple[_Result, Callable[[], Any]] | None] = SimpleQueue()
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return the future of a call made by any of the threads."""
        future = _Result()
        self._calls.put((future, partial(fn, *args, **kwargs)))
        return future

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Wait for all calls; after an error, cancel pending calls without waiting."""
        with suppress(Empty):
            while kind and (task := self._calls.get_nowait()):
                future, _call = task
                future.cancel()
        for _thread in self._threads:
            self._calls.put(None)
        for thread in self._threads:
            while not kind and thread.is_alive():
                thread.join(POLL_SECONDS)

    def _work(self) -> None:
        while task := self._calls.get():
            future, call = task
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(call())
                except BaseException as error:  # its caller's to handle, as in every executor
                    future.set_exception(error)
            del task, future, call  # or the last call's arguments live as long as the thread
