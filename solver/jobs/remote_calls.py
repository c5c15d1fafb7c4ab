"""What a worker does for a job: a process, or another machine, that got it by pickle.

A job is sent once to each worker, under its SHA-256, with all that its blocks read of tables: a
worker never reads a table of its own. A worker whose code of the job differs refuses it.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import socket
import sys
from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from llq.errors import LlqError, OtherCode
from llq.solver.sources import code_hash

_KEPT_JOBS = 4


class Job(NamedTuple):
    """What all blocks of a job have in common, as it is sent."""

    name: str
    """Of its function."""
    code: str
    """The hash of the code that computes the blocks; empty if that is not llq's own."""
    digest: str
    """SHA-256 of the pickle."""
    pickled: bytes
    path: Path | None = None
    """The file that has the pickle in its place."""


class SharingExecutor(Executor):
    """An executor that sends a job once, and not with every call."""

    @abstractmethod
    def share(self, job: Job) -> Any:
        """Return what stands for a job in calls, and is the job where they are made."""


def worker_environment() -> dict[str, str]:
    """Return the environment of a worker, which is one thread among many: its libraries add none.

    It must be set before numba and NumPy are loaded.
    """
    names = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
    return dict.fromkeys(names, "1")


def send(work: Callable[[Any], Any]) -> Job:
    """Return a function as it is sent to workers.

    Raises
    ------
    LlqError
        It, or what it holds, cannot be pickled.
    """
    try:
        pickled = pickle.dumps(work, protocol=pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise LlqError(
            f"this job cannot be sent to other processes ({error}): compute it on threads"
        ) from error
    function = work
    while isinstance(function, partial):
        function = function.func
    kind = function if hasattr(function, "__qualname__") else type(function)
    name = f"{kind.__module__}:{kind.__qualname__}"
    return Job(name, _code(name), hashlib.sha256(pickled).hexdigest(), pickled)


def remote_call(executor: Executor, work: Callable[[Any], Any]) -> Callable[[Any], Future[Any]]:
    """Return a function that has a block computed elsewhere."""
    job = send(work)
    shared = executor.share(job) if isinstance(executor, SharingExecutor) else job
    return lambda task: executor.submit(answer_job, shared, pickle.dumps(task))


def answer_job(job: Job, task: bytes) -> Any:
    """Compute a block of a job that was sent here.

    Raises
    ------
    OtherCode
        This worker's code of the job is not the sender's, or the job was damaged on its way.
    """
    work = _receive(job)
    try:
        return work(pickle.loads(task))
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:  # whatever an error of somebody's own does when it is copied
            raise RuntimeError(f"{type(error).__name__}: {error}") from None
        raise


def _receive(job: Job) -> Callable[[Any], Any]:
    """Return the function that was sent."""
    with _lock:
        if job.digest in _jobs:
            _jobs.move_to_end(job.digest)
            return _jobs[job.digest]
    pickled = job.path.read_bytes() if job.path else job.pickled
    if hashlib.sha256(pickled).hexdigest() != job.digest:
        raise OtherCode(f"the job {job.name} was damaged on its way to {_here()}")
    if "numba" not in sys.modules:
        os.environ |= worker_environment()
    if (code := _code(job.name)) != job.code:
        raise OtherCode(
            f"{_here()} has other code for {job.name} ({code[:8] or 'none'}, not "
            f"{job.code[:8] or 'none'}): install the same version of llq there"
        )
    work: Callable[[Any], Any] = pickle.loads(pickled)
    with _lock:
        _jobs[job.digest] = work
        while len(_jobs) > _KEPT_JOBS:
            _jobs.popitem(last=False)
    return work


_jobs: OrderedDict[str, Callable[[Any], Any]] = OrderedDict()
_lock = Lock()


def _code(name: str) -> str:
    """Return the hash of the code that a function of llq depends on; empty for any other."""
    return code_hash() if name.startswith("llq.") else ""


def _here() -> str:
    return f"the worker {socket.gethostname()}:{os.getpid()}"
