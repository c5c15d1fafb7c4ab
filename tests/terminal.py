"""Documented commands as a terminal of 80 columns shows them, without computing anything twice.

A command that is run by `run` computes its answer once. When it is about to print, it forks: one
process prints to the pipe, the other to a file that says that it is a terminal.
"""

import io
import os
import re
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from rich.cells import cell_len

from tests import fork_server
from tools import examples

WIDTH = 80

_FOLDER = "LLQ_TEST_TERMINALS"
_FRAME = re.compile(r"[\u2500-\u257f…]")
_CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_BREAKS = re.compile(r"[/\\_,;:.\s-]+")
_UNBROKEN = 24
"""Cells that no column is narrower than where a word needs them."""


class Printed(NamedTuple):
    """What a command printed in a pipe, and what each ``llq`` in it would have on a terminal."""

    pipe: str
    terminals: tuple[str, ...]


def run(command: str) -> Printed:
    """Run a command of the documentation once; return what it prints in either place."""
    with tempfile.TemporaryDirectory() as name:
        pipe = examples.run(command, before=fork_server.start(), environment={_FOLDER: name})
        terminals = (p.read_text("utf-8") for p in sorted(Path(name).iterdir()))
        return Printed(pipe, tuple(map(without_styles, terminals)))


def read_screen(end: int) -> str:
    """Return what processes show on a pseudo-terminal until it is closed; close its other end."""
    text = b""
    with suppress(OSError):  # how Linux tells that the terminal is closed
        while part := os.read(end, 65536):
            text += part
    os.close(end)
    return text.decode()


def without_styles(text: str) -> str:
    """Return what a terminal shows of a text: no control sequences."""
    return _CONTROLS.sub("", text)


def too_wide(text: str) -> list[str]:
    """Return the lines of a text that a terminal would break."""
    return [line for line in text.splitlines() if cell_len(line) > WIDTH]


def lost(printed: Printed) -> list[str]:
    """Return the words of the pipe that the terminal lacks.

    A word may be folded after a mark such as ``_`` or ``/``, and anywhere if it is very long.
    """
    screen = " ".join(printed.terminals)
    texts = _FRAME.sub(" ", printed.pipe).split()
    words = {part[:_UNBROKEN] for text in texts for part in _BREAKS.split(text)}
    return sorted(word for word in words if word not in screen)


class _Forked(io.TextIOWrapper):
    """A stdout that forks when it is first written to, or asked whether it is a terminal."""

    child: int | None = None
    terminal: io.TextIOBase | None = None

    def isatty(self) -> bool:
        self._fork()
        return self.terminal is not None

    def write(self, text: str) -> int:
        self._fork()
        return self.terminal.write(text) if self.terminal else super().write(text)

    def flush(self) -> None:
        if self.terminal:
            self.terminal.flush()
        else:
            super().flush()

    def _fork(self) -> None:
        if self.child is not None:
            return
        super().flush()
        self.child = os.fork()
        if self.child == 0:
            path = Path(os.environ[_FOLDER], f"{os.getpid()}.txt")
            self.terminal = path.open("w", encoding="utf-8")
            nowhere = os.open(os.devnull, os.O_WRONLY)
            for stream in (1, 2):
                os.dup2(nowhere, stream)


def main() -> int:
    """Run ``llq`` with the arguments of this process and return its exit code.

    Its stdout forks if it is run by `run`.
    """
    from llq.cli.main import main

    stdout = sys.stdout
    if _FOLDER in os.environ:
        sys.stdout = stdout = _Forked(stdout.detach(), encoding="utf-8")
    code: object = 0
    with suppress(BrokenPipeError):
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code
        stdout.flush()
    if isinstance(stdout, _Forked) and stdout.child is not None:
        if stdout.child == 0:
            os._exit(0)  # the threads of the other process are not there to be waited for
        os.waitpid(stdout.child, 0)
    assert code is None or isinstance(code, int)
    return code or 0
