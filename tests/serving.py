"""A server on a free port for all examples of the documentation."""

import atexit
import os
import subprocess
import sys
from functools import cache

__all__ = ["address"]

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
