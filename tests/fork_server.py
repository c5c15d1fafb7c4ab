"""An ``llq`` that starts at once: each command is a fork of a process that has imported all of it.

Nothing but imports happens before a fork, so a command starts as a new process does. It has the
arguments, the folder, the environment and the streams of who calls it, who gets its exit code.

``python -m tests.fork_server SOCKET`` waits for commands until its parent ends.
"""

import atexit
import gc
import importlib
import json
import os
import pkgutil
import shutil
import socket
import socketserver
import subprocess
import sys
import tempfile
import warnings
from functools import cache
from pathlib import Path
from runpy import run_path

import typer

ROOT = Path(__file__).parent.parent

_CLIENT = """#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect("{address}")
    socket.send_fds(server, [b"+"], [0, 1, 2])
    server.sendall(json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode())
    server.shutdown(socket.SHUT_WR)
    sys.exit(int(server.makefile().read()))
"""


def modules() -> list[str]:
    """Return the names of all modules of the package."""
    return [
        module.name
        for package in run_path(str(ROOT / "setup.py"))["PACKAGES"]
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__, f"{package}.")
    ]


@cache
def start() -> Path:
    """Start the server of this process, if none runs, and return the folder of its ``llq``."""
    folder = Path(tempfile.mkdtemp(prefix="llq-"))
    atexit.register(shutil.rmtree, folder)
    address = folder / "socket"
    llq = folder / "llq"
    llq.write_text(_CLIENT.format(python=sys.executable, address=address))
    llq.chmod(0o755)
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.fork_server", str(address)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
    atexit.register(server.terminate)
    assert server.stdout is not None
    assert server.stdout.readline() == b"ready\n"
    return folder


def compile_widest() -> None:
    """Compile the kernels of matches once, for players of every kind: a user compiles less.

    Tests of the solvers ask for the narrower kernels themselves.
    """
    from llq.solver.literature.matches.lineup import Lineup
    from llq.solver.sueca import players

    narrow = players.needs_of
    players.needs_of = lambda kinds: (True, True, True) if any(narrow(kinds)) else narrow(())
    Lineup.has_learners = True


class _Command(socketserver.BaseRequestHandler):
    """One command, in a process of its own."""

    request: socket.socket

    def handle(self) -> None:
        from tests import terminal

        _, streams, *_ = socket.recv_fds(self.request, 1, 3)
        with self.request.makefile() as message:
            arguments, folder, environment = json.load(message)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(
            2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False
        )
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = ["llq", *arguments]
        self.request.sendall(str(terminal.main()).encode())


class _Server(socketserver.ForkingMixIn, socketserver.UnixStreamServer):
    timeout = 1.0


def _serve(address: str) -> None:
    """Run the commands that clients send, until the parent of this process ends."""
    parent = os.getppid()
    for name in modules():
        importlib.import_module(name)
    compile_widest()
    app = typer.Typer()
    app.command()(_count_to)
    app([], standalone_mode=False)  # imports what only a command's parameters need
    gc.freeze()
    warnings.simplefilter("ignore", DeprecationWarning)  # of a fork beside threads of a library
    with _Server(address, _Command) as server:
        print("ready", flush=True)
        while os.getppid() == parent:
            server.handle_request()


def _count_to(number: int = 0) -> None:
    """Do nothing."""


if __name__ == "__main__":
    _serve(*sys.argv[1:])
