"""A server for the examples of the documentation: one for all of them, on a free port."""

import atexit
import os
import subprocess
import sys
from functools import cache

__all__ = ["address"]

_SERVE = "from llq.cli.entry import run; run()"


@cache
def address() -> str:
    """Return the address of a server, started at the first call and ended with this process."""
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, "serve", "--port", "0", "--format", "csv"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"LLQ_STANDARD_TABLES": "yes"},
        text=True,
    )
    atexit.register(process.wait)
    atexit.register(process.terminate)  # the last one registered is called first
    assert process.stdout is not None
    next(process.stdout)  # the columns' names
    return next(process.stdout).partition(",")[0]
