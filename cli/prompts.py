"""Questions to a person who plays: lines of standard input, asked again until they fit."""

import contextlib
import sys
from collections.abc import Callable
from typing import TypeVar

from llq.cli.output.console import messages
from llq.cli.output.terminal_text import message_text
from llq.errors import LlqError

Result = TypeVar("Result")


class Ended(LlqError):  # noqa: N818 - as all errors here are named
    """The input ended, or the person leaves."""


def ask(prompt: str, read: Callable[[str], Result]) -> Result:
    """Return the parsed input line, prompting again after each invalid line."""
    is_watched = sys.stdin.isatty()
    if is_watched:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # line editing and history for input()
    while True:
        try:
            line = input(f"{prompt}> " if is_watched else "").strip()
        except EOFError:
            raise Ended("the input ended before the game did") from None
        if line.lower() in ("quit", "exit", "q"):
            raise Ended("left before the end")
        try:
            return read(line)
        except LlqError as error:
            messages.print(message_text(error))
