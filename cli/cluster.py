"""``llq cluster``: a Dask cluster on this machine."""

from __future__ import annotations

import os
import signal
import sys
from multiprocessing import resource_tracker
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.output.printing import Format, FormatOption, messages, print_rows, print_text

if TYPE_CHECKING:
    from llq.query.jobs.cluster import Cluster

_POLL_SECONDS = 0.5


def cluster_command(
    workers: Annotated[
        int, typer.Option(min=1, help="Processes of one thread each; by default one a core.")
    ] = os.cpu_count() or 1,
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on, such as this machine's on the network. Anyone who reaches "
            "it can run code here: open it on trusted networks only."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the scheduler; 0 for any free one.")
    ] = 8786,
    dashboard_port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the page for browsers; 0 for any.")
    ] = 8787,
    form: FormatOption = Format.table,
) -> None:
    """Run a Dask cluster on this machine until Ctrl-C: a scheduler and workers.

    Long commands compute there with --on; more workers join from any machine with dask worker.
    It needs Dask: pip install 'llq[dask]'.

    For example:

      llq cluster --workers 4

      llq build sueca-matches --on dask:tcp://127.0.0.1:8786
    """
    from llq.query.jobs.cluster import local_cluster

    stop = Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    # What is blocked here is blocked in the workers: Ctrl-C is for this process alone. Starting the
    # tracker, as the first worker would, takes the block away.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with local_cluster(workers, host=host, port=port, dashboard_port=dashboard_port) as cluster:
            _print_addresses(cluster, form)
            messages.print("Ctrl-C stops it.")
            while not (stop.is_set() or signal.sigtimedwait({signal.SIGINT}, _POLL_SECONDS)):
                pass
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    messages.print("Stopped.")


def _print_addresses(cluster: Cluster, form: Format) -> None:
    """Print where a cluster is; who waits for that at a pipe gets it at once."""
    if form is Format.table:
        print_text(f"scheduler: {cluster.address}")
        print_text(f"workers:   {cluster.workers}")
        print_text(f"dashboard: {cluster.dashboard}")
        print_text(f"use it:    --on dask:{cluster.address}")
    else:
        print_rows([cluster._asdict()], form)
    sys.stdout.flush()
