"""Executors of long jobs, as ``--on`` names them: threads, processes, or a Dask cluster."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from threading import Thread

from llq.errors import IllegalState, WorkersLost
from llq.query.optional_imports import needed
from llq.solver.arguments import check_threads
from llq.solver.jobs.blocks import computing_on

_WAIT_SECONDS = 15
_LIBRARIES = ("NUMBA_NUM", "OMP_NUM", "MKL_NUM", "OPENBLAS_NUM")


@contextmanager
def computing_at(workers: str = "threads", count: int = 2) -> Iterator[int]:
    """Run long jobs within a ``with`` statement on chosen workers; yield their count.

    ``workers`` is ``threads`` or ``processes`` of this machine, or the address of a Dask scheduler,
    whose cluster has a count of its own.
    """
    if workers == "threads":
        yield check_threads(count)
    elif workers == "processes":
        context = get_context("spawn")
        receiver, sender = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(
            check_threads(count, workers), context, _prepare_worker, (receiver,)
        )
        with pool, sender, computing_on(pool):  # sender is closed first: nobody waits for a block
            yield count
    elif "://" in workers:
        distributed = needed("dask", "distributed")
        try:
            client = distributed.Client(workers, timeout=_WAIT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise WorkersLost(f"no Dask scheduler answers at {workers}: start one") from error
        with client:
            with suppress(TimeoutError):
                client.wait_for_workers(1, timeout=_WAIT_SECONDS)
            if not (threads := sum(client.nthreads().values())):
                raise WorkersLost(f"no workers: start some with dask worker {workers} --nthreads 1")
            send = partial(client.scatter, broadcast=True, hash=False)
            with computing_on(client.get_executor(pure=False), send):
                yield threads
    else:
        raise IllegalState(
            f"jobs run on threads, processes or tcp://HOST:PORT, a Dask scheduler; got {workers!r}"
        )


def _prepare_worker(parent: Connection) -> None:
    """Prepare a worker process: one thread, Ctrl-C ignored, ending with its parent."""
    os.environ |= {f"{name}_THREADS": "1" for name in _LIBRARIES}
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_exit_with, args=(parent,), daemon=True).start()


def _exit_with(parent: Connection) -> None:
    wait([parent])  # nothing is sent: it is ready once the other end is closed
    os._exit(0)
