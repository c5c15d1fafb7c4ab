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
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any, NamedTuple

import platformdirs
from filelock import FileLock

from llq.errors import LlqError, OtherCode
from llq.solver.sources import kernel_hash, tree_hash

__all__ = ["Answer", "Job", "answer", "answer_job", "receive", "send", "worker_environment"]

_KEPT_JOBS = 4


class Answer(NamedTuple):
    """What came of a few blocks, up to the first that failed."""

    results: list[Any]
    error: Exception | None
    """Of the block after the results; those after it were not begun."""
    seconds: float


class Job(NamedTuple):
    """What all blocks of a job have in common, as it is sent."""

    name: str
    """Of its function."""
    code: str
    """The hash of the code that computes the blocks; empty if that is not llq's own."""
    digest: str
    """SHA-256 of the pickle."""
    pickled: bytes


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


def answer(work: Callable[[Any], Any], tasks: Sequence[Any]) -> Answer:
    """Compute blocks one after the other until one fails."""
    start, results = perf_counter(), list[Any]()
    for task in tasks:
        try:
            results.append(work(task))
        except Exception as error:
            return Answer(results, error, perf_counter() - start)
    return Answer(results, None, perf_counter() - start)


def answer_job(job: Job, tasks: bytes, _call: int) -> Answer:
    """Compute blocks of a job that was sent here, the tasks pickled; no two calls are the same.

    Raises
    ------
    OtherCode
        This worker's code of the job is not the sender's, or the job was damaged on its way.
    """
    work = receive(job)
    with _first_here(job):
        found = answer(work, pickle.loads(tasks))
    if found.error is not None:
        try:
            pickle.loads(pickle.dumps(found.error))
        except Exception:  # whatever an error of somebody's own does when it is copied
            told = RuntimeError(f"{type(found.error).__name__}: {found.error}")
            return found._replace(error=told)
    return found


def receive(job: Job) -> Callable[[Any], Any]:
    """Return the function that was sent; see `answer_job`."""
    with _lock:
        if job.digest in _jobs:
            _jobs.move_to_end(job.digest)
            return _jobs[job.digest]
    if hashlib.sha256(job.pickled).hexdigest() != job.digest:
        raise OtherCode(f"the job {job.name} was damaged on its way to {_here()}")
    if "numba" not in sys.modules:
        os.environ |= worker_environment()
    if (code := _code(job.name)) != job.code:
        raise OtherCode(
            f"{_here()} has other code for {job.name} ({code[:8] or 'none'}, not "
            f"{job.code[:8] or 'none'}): install the same version of llq there"
        )
    work: Callable[[Any], Any] = pickle.loads(job.pickled)
    with _lock:
        _jobs[job.digest] = work
        while len(_jobs) > _KEPT_JOBS:
            _jobs.popitem(last=False)
    return work


_jobs: OrderedDict[str, Callable[[Any], Any]] = OrderedDict()
_lock = Lock()


def _code(name: str) -> str:
    """Return the hash of the code that a function of llq depends on; empty for any other."""
    return tree_hash("solver", "store", "query") if name.startswith("llq.") else ""


def _here() -> str:
    return f"the worker {socket.gethostname()}:{os.getpid()}"


@contextmanager
def _first_here(job: Job) -> Iterator[None]:
    """Let one process of a machine compute the first block of a kind: it compiles for all.

    What it compiled is in numba's cache, which the others read.
    """
    root = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_path("llq", appauthor=False)
    folder = Path(root) / f"compiled-{kernel_hash()[:16]}"
    mark = folder / hashlib.sha256(job.name.encode()).hexdigest()[:16]
    with suppress(OSError):  # where nothing can be kept, each process compiles for itself
        folder.mkdir(parents=True, exist_ok=True)
    if not job.code or mark.exists() or not os.access(folder, os.W_OK):
        yield
        return
    lock = FileLock(f"{mark}.lock")
    lock.acquire()
    try:
        if mark.exists():
            lock.release()
        yield
        mark.touch()
    finally:
        lock.release()
