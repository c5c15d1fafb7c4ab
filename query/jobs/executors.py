"""Where long jobs are computed: threads, processes, or a Dask cluster.

A worker is one thread of a process. Dask's ``distributed`` comes with ``pip install 'llq[dask]'``.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from llq.errors import IllegalState, WorkersLost
from llq.query.optional_imports import needed
from llq.solver.arguments import check_threads
from llq.solver.jobs.blocks import computing_on
from llq.solver.jobs.remote_calls import Job, SharingExecutor, worker_environment
from llq.solver.jobs.threads import DaemonThreads

if TYPE_CHECKING:
    from distributed import Client

_DASK = "dask:"
_WAIT_SECONDS = 15


class Workers(NamedTuple):
    """Who computes: an executor, None for threads of this process, and how many they are."""

    executor: Executor | None
    number: int


class Processes(SharingExecutor):
    """Processes of this machine, each driven by a thread; one that dies is replaced.

    The call that it was making fails with `BrokenExecutor`, and no other. The processes end with
    this one, however it ends.
    """

    def __init__(self, processes: int) -> None:
        self._threads = DaemonThreads(check_threads(processes, "processes"))
        self._workers = [_Process() for _ in range(processes)]
        self._idle: SimpleQueue[_Process] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._jobs = tempfile.TemporaryDirectory(prefix="llq-jobs-", ignore_cleanup_errors=True)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return the future of a call that one of the processes makes."""
        return self._threads.submit(self._call, partial(fn, *args, **kwargs))

    def share(self, job: Job) -> Job:
        """Return a job whose pickle is in a file, or the job itself where no file can be kept."""
        path = Path(self._jobs.name, job.digest)
        try:
            path.write_bytes(job.pickled)
        except OSError:
            return job
        return job._replace(path=path, pickled=b"")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls; without ``wait`` end the processes in the middle of theirs."""
        self._threads.shutdown(wait=wait, cancel_futures=cancel_futures)
        for worker in self._workers:
            worker.end(kill=not wait)
        self._jobs.cleanup()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Wait for all calls, or after an error for none."""
        self.shutdown(wait=kind is None, cancel_futures=kind is not None)

    def _call(self, call: Callable[[], Any]) -> Any:
        worker = self._idle.get()
        try:
            return worker.call(call)
        finally:
            self._idle.put(worker)


class _Process:
    """A process that makes one call at a time, begun with the first."""

    _process: BaseProcess | None = None
    _pipe: Connection

    def call(self, call: Callable[[], Any]) -> Any:
        sent = pickle.dumps(call)
        if self._process is None:
            context = get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_make_calls, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        try:
            self._pipe.send_bytes(sent)
            answer, error = self._pipe.recv()
        except (EOFError, OSError) as lost:
            self.end()
            raise BrokenExecutor("a worker process died") from lost
        if error is not None:
            raise error
        return answer

    def end(self, *, kill: bool = True) -> None:
        """End the process, after its call or in the middle of it; the next call begins another."""
        if self._process is not None:
            if kill:
                self._process.terminate()
            self._pipe.close()
            self._process = None


def _make_calls(pipe: Connection) -> None:
    """Make the calls that come: a process leaves Ctrl-C to its parent, and ends with it."""
    os.environ |= worker_environment()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if parent := parent_process():
        Thread(target=_end_with, args=(parent,), daemon=True).start()
    with suppress(EOFError):
        while sent := pipe.recv_bytes():
            try:
                answer = pickle.dumps((pickle.loads(sent)(), None))
            except Exception as error:
                answer = pickle.dumps((None, error))
            pipe.send_bytes(answer)


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


class _DaskWorkers(SharingExecutor):
    """A Dask cluster, whose workers pass a job on to each other."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._executor: Executor = client.get_executor(pure=False)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._executor.submit(fn, *args, **kwargs)

    def share(self, job: Job) -> Any:
        """Return the job as a task: the scheduler makes it again if its worker is lost."""
        from dask import config

        with config.set({"distributed.admin.large-graph-warning-threshold": "10 GB"}):
            return self._client.submit(Job, *job, key=f"llq-job-{job.digest}", pure=False)


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
        ``where`` is not one of these, Dask is not installed, or nobody answers at the address or
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
    with open_workers(where, number) as computing, computing_on(computing.executor):
        yield computing.number


@contextmanager
def open_workers(where: str = "threads", threads: int = 2) -> Iterator[Workers]:
    """Give workers for the time of a ``with`` statement, as `workers` does."""
    if where == "threads":
        yield Workers(None, check_threads(threads))
    elif where == "processes":
        with Processes(threads) as pool:
            yield Workers(pool, threads)
    elif isinstance(where, str) and where.startswith(_DASK) and where != _DASK:
        with _dask(where.removeprefix(_DASK)) as workers:
            yield workers
    else:
        raise IllegalState(
            f"jobs run on threads, processes or dask:tcp://HOST:PORT, a cluster's scheduler; "
            f"got {where!r}"
        )


@contextmanager
def _dask(address: str) -> Iterator[Workers]:
    distributed = needed("dask", "distributed")
    try:
        client = distributed.Client(address, timeout=_WAIT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise WorkersLost(
            f"no Dask scheduler answers at {address} ({type(error).__name__}): start one with "
            "llq cluster, or dask scheduler"
        ) from error
    with _quiet("distributed.client"), client:
        with suppress(TimeoutError):
            client.wait_for_workers(1, timeout=_WAIT_SECONDS)
        count = sum(client.nthreads().values())
        if not count:
            raise WorkersLost(
                f"the Dask scheduler at {address} has no workers: start some with dask worker "
                f"{address} --nthreads 1"
            )
        yield Workers(_DaskWorkers(client), count)


@contextmanager
def _quiet(logger: str) -> Iterator[None]:
    """Log no traceback of a lost scheduler, which `WorkersLost` tells in a line."""
    log = logging.getLogger(logger)
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)
