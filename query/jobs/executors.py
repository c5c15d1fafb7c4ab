"""Where long jobs are computed: threads, processes, or a Dask cluster.

A worker is one thread of a process. Dask's ``distributed`` comes with ``pip install 'llq[dask]'``.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from multiprocessing.process import BaseProcess
from threading import Lock, Thread
from typing import Any, NamedTuple

from llq.errors import LlqError, WorkersLost
from llq.query.jobs.arguments import check_threads
from llq.solver.jobs.blocks import computing_on
from llq.solver.jobs.remote_calls import worker_environment

__all__ = ["NO_DASK", "Processes", "Workers", "check_where", "open_workers", "workers"]

NO_DASK = "this needs Dask, which is not installed: pip install 'llq[dask]'"

_DASK = "dask:"
_WAIT_SECONDS = 15


class Workers(NamedTuple):
    """Who computes."""

    executor: Executor | None
    """None for threads of this process."""
    number: int


class Processes(Executor):
    """Processes of this machine, a new set of them if one dies.

    Calls that were lost with them fail with `BrokenExecutor` and can be made again. The processes
    end with this one, however it ends.

    Parameters
    ----------
    processes
        Their number, at least 1.
    """

    def __init__(self, processes: int) -> None:
        check_threads(processes)
        self._count, self._lock = processes, Lock()
        self._pool = self._make()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return the future of a call that one of the processes makes.

        Raises
        ------
        RuntimeError
            The executor has been shut down.
        """
        with self._lock:
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BrokenExecutor:
                self._pool.shutdown(wait=False)
                self._pool = self._make()
                return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls; without ``wait`` end the processes in the middle of theirs."""
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)
        if not wait:
            for process in processes:
                process.terminate()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Wait for all calls, or after an error for none."""
        self.shutdown(wait=kind is None, cancel_futures=kind is not None)

    def _make(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._count, multiprocessing.get_context("spawn"), initializer=_begin
        )


def _begin() -> None:
    """Begin a process: it leaves Ctrl-C to its parent, and ends with it."""
    os.environ |= worker_environment()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if parent := multiprocessing.parent_process():
        Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def check_where(where: str) -> None:
    """Refuse what is no place to compute.

    Raises
    ------
    LlqError
        It is none, or needs Dask, which is not installed.
    """
    if where in ("threads", "processes"):
        return
    if not (isinstance(where, str) and where.startswith(_DASK) and where != _DASK):
        raise LlqError(
            f"jobs run on threads, processes or dask:tcp://HOST:PORT, a cluster's scheduler; "
            f"got {where!r}"
        )
    if find_spec("distributed") is None:
        raise LlqError(NO_DASK)


@contextmanager
def workers(where: str | Executor = "processes", number: int = 2) -> Iterator[int]:
    """Compute every long job in a ``with`` statement elsewhere; give the number of workers.

    Results do not depend on it. What a worker needs of a table is sent to it. A function's own
    ``executor`` goes before.

    Parameters
    ----------
    where
        ``threads`` or ``processes`` of this machine; ``dask:`` and the address of a Dask cluster's
        scheduler; or any executor, which is left running and counts as one.
    number
        The number of threads or processes; a cluster has its own number.

    Raises
    ------
    LlqError
        ``where`` is none of these, Dask is not installed, or nobody answers at the address or
        computes there.

    Examples
    --------
    >>> import llq
    >>> with llq.workers("processes", 2):
    ...     match = llq.sueca.match("A,A", "R,R", games=20_000, seed=1)
    >>> f"{match.lead:.1f} ± {match.lead_error:.1f}"
    '11.2 ± 0.2'
    """
    if isinstance(where, Executor):
        with computing_on(where):
            yield 1
        return
    with open_workers(where, number) as found, computing_on(found.executor):
        yield found.number


@contextmanager
def open_workers(where: str = "threads", threads: int = 2) -> Iterator[Workers]:
    """Give workers for the time of a ``with`` statement, as `workers` does.

    Parameters
    ----------
    where
        ``threads`` or ``processes`` of this machine, or ``dask:`` and the address of a Dask
        cluster's scheduler, such as ``dask:tcp://127.0.0.1:8786``.
    threads
        The number of threads or processes; a cluster has its own number.

    Raises
    ------
    LlqError
        ``where`` is none of these, Dask is not installed, or nobody answers at the address or
        computes there.
    """
    check_where(where)
    check_threads(threads)
    if where == "threads":
        yield Workers(None, threads)
    elif where == "processes":
        with Processes(threads) as pool:
            yield Workers(pool, threads)
    else:
        with _dask(where.removeprefix(_DASK)) as workers:
            yield workers


@contextmanager
def _dask(address: str) -> Iterator[Workers]:
    from distributed import Client

    try:
        client = Client(address, timeout=_WAIT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise WorkersLost(
            f"no Dask scheduler answers at {address} ({type(error).__name__}): start one with "
            "llq cluster, or dask scheduler"
        ) from error
    with client:
        with suppress(TimeoutError):
            client.wait_for_workers(1, timeout=_WAIT_SECONDS)
        count = sum(client.nthreads().values())
        if not count:
            raise WorkersLost(
                f"the Dask scheduler at {address} has no workers: start some with dask worker "
                f"{address} --nthreads 1"
            )
        yield Workers(client.get_executor(pure=False), count)
