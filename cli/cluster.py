"""``llq cluster``: a Dask cluster on this machine."""

from __future__ import annotations

import os
import signal
import sys
from threading import Event
from typing import Annotated

import typer

from llq.cli.output import Format, FormatOption, messages, print_rows, print_text

__all__ = ["cluster_command"]

_POLL_SECONDS = 0.5


def cluster_command(
    workers: Annotated[
        int, typer.Option(min=1, help="Processes of one thread each; by default one a core.")
    ] = os.cpu_count() or 1,
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen at, such as this machine's in the network. Whoever reaches it "
            "can run any code here: open it in trusted networks only."
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
    from llq.query.cluster import local_cluster

    stop = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with local_cluster(workers, host=host, port=port, dashboard_port=dashboard_port) as cluster:
        if form is Format.table:
            print_text(f"scheduler: {cluster.address}")
            print_text(f"workers:   {cluster.workers}")
            print_text(f"dashboard: {cluster.dashboard}")
            print_text(f"use it:    --on dask:{cluster.address}")
        else:
            print_rows([cluster._asdict()], form)
        sys.stdout.flush()  # who waits for the address at a pipe gets it now
        messages.print("Ctrl-C stops it.")
        while not stop.wait(_POLL_SECONDS):
            pass
    messages.print("Stopped.")
