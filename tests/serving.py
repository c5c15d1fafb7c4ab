"""Servers on free ports: one for all examples of the documentation, and hosts of exported sites."""

import atexit
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

__all__ = ["address", "hosted"]

_SERVE = """
import os, signal, threading
def end(): os.read(0, 1); os.kill(os.getpid(), signal.SIGTERM)
threading.Thread(target=end, daemon=True).start()
from llq.cli.entry import run; run()
"""
"""`llq serve` that ends with its standard input, even if who holds the other end is killed."""


@cache
def address() -> str:
    """Return the address of a server, started at the first call and ended with this process."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            _SERVE,
            *["serve", "--port", "0", "--seconds", "600", "--format", "csv"],
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"LLQ_STANDARD_TABLES": "yes"},
        text=True,
    )
    atexit.register(process.wait)
    assert process.stdin is not None
    atexit.register(process.stdin.close)  # the last one registered is called first
    assert process.stdout is not None
    next(process.stdout)  # the columns' names
    return next(process.stdout).partition(",")[0]


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Yield the address of a host of the files in a folder."""
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
        thread = Thread(target=host.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{host.server_port}"
        host.shutdown()
        thread.join()
