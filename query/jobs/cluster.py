"""A Dask cluster on this machine: a scheduler and workers, each a process of one thread."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import NamedTuple

from llq.errors import LlqError
from llq.query.optional_imports import needed
from llq.solver.arguments import check_threads
from llq.solver.jobs.remote_calls import worker_environment


class Cluster(NamedTuple):
    """A cluster that runs."""

    address: str
    """Of its scheduler, such as ``tcp://127.0.0.1:8786``."""
    dashboard: str
    """Of its page for browsers; without Bokeh the page is a plain list of the workers."""
    workers: int


@contextmanager
def local_cluster(
    workers: int = 2, *, host: str = "127.0.0.1", port: int = 8786, dashboard_port: int = 8787
) -> Iterator[Cluster]:
    """Run a cluster for the time of a ``with`` statement; a worker that dies is replaced.

    Parameters
    ----------
    workers
        Processes of one thread each.
    host
        The address that the scheduler listens at. Anyone who reaches it can run code here.
    port, dashboard_port
        0 for any free one.

    Raises
    ------
    LlqError
        Dask is not installed, or the address is taken or not this machine's.
    """
    check_threads(workers, "workers")
    distributed = needed("dask", "distributed")
    from dask import config

    _check_address(host, port)
    settings = {
        "distributed.nanny.pre-spawn-environ": worker_environment(),
        "distributed.worker.profile.enabled": False,  # which samples every call each 10 ms
    }
    with config.set(settings):
        cluster = distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host=host,
            scheduler_port=port,
            dashboard_address=f"{host}:{dashboard_port}",
        )
        with cluster:
            link = str(cluster.dashboard_link)
            if find_spec("bokeh") is None:
                link = link.removesuffix("/status") + "/info/main/workers.html"
            yield Cluster(str(cluster.scheduler_address), link, workers)


def _check_address(host: str, port: int) -> None:
    """Refuse an address before Dask tries it, which leaves sockets open."""
    try:
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
    except OSError as error:
        raise LlqError(
            f"no scheduler can listen on {host}:{port} ({error.strerror}): give another --host or "
            "--port"
        ) from error
