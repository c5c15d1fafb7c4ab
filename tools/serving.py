"""Servers on free ports: one for all examples of the documentation, and any application's."""

import atexit
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from threading import Thread
from typing import Any

import uvicorn
from starlette.types import ASGIApp

_SERVE = """
import os, signal, threading
def end(): os.read(0, 1); os.kill(os.getpid(), signal.SIGTERM)
threading.Thread(target=end, daemon=True).start()
from llq.web import server; server.warm_up = lambda report: None
from llq.cli.entry import run; run()
"""
"""`llq serve` that ends with its standard input, even if who holds the other end is killed.

It prepares nothing in the background: each example compiles what it needs.
"""


@cache
def address() -> str:
    """Return the address of a server, started at the first call and ended with this process."""
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, "serve", "--port=0", "--seconds=600", "--format=csv"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"LLQ_STANDARD_TABLES": "yes"},
        text=True,
    )
    atexit.register(process.wait)
    atexit.register(process.stdin.close)  # the last one registered is called first
    next(process.stdout)  # the columns' names
    return next(process.stdout).partition(",")[0]


@contextmanager
def serving(app: ASGIApp, **options: Any) -> Iterator[str]:
    """Yield the address of an application served in a thread; until it is up, callers wait."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none", **options))
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join()
