"""The two streams of a command: results on stdout, messages on stderr.

Neither interprets markup: brackets in data, paths and messages are printed as they are. Rich only
draws on terminals, and is not loaded for the plain lines of a pipe, since loading it takes longer
than a lookup.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_WIDTH, _WIDEST = 80, 120  # of what is laid out, and of the longest line, where no terminal is


class Stream:
    """Output stream ``stdout`` or ``stderr`` of `sys`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.last_sign = monotonic()
        """Time of the last output, initially the start."""
        self.is_silent = True
        """Whether nothing has been printed yet."""

    @cached_property
    def console(self) -> Console:
        """Rich's console of this stream."""
        from rich.console import Console

        return Console(stderr=self._name == "stderr", highlight=False, markup=False, emoji=False)

    @property
    def is_terminal(self) -> bool:
        """Whether the stream is a terminal."""
        return not self._is_plain and self.console.is_terminal

    @property
    def width(self) -> int:
        """Cells in a line: a terminal's width, or the layout width elsewhere."""
        return self.console.width if self.is_terminal else _WIDTH

    @property
    def longest_line(self) -> int:
        """Maximum line width in cells: terminal width, else 120."""
        return self.console.width if self.is_terminal else _WIDEST

    def print(self, text: str = "", style: str = "") -> None:
        """Print lines unchanged; only a terminal shows a style, and it breaks long lines itself."""
        self.last_sign = monotonic()
        self.is_silent = False
        if self._is_plain:
            print(text, file=getattr(sys, self._name))
            return
        from rich.text import Text

        self.console.print(Text(text, style), soft_wrap=True)

    def clear(self) -> None:
        """Clear a terminal, scrolled-away lines included."""
        if self.is_terminal:
            print("\x1b[H\x1b[2J\x1b[3J", end="", flush=True, file=getattr(sys, self._name))

    @contextmanager
    def paged(self) -> Iterator[None]:
        """Page the block's output on a terminal."""
        if not self.is_terminal:
            yield
            return
        os.environ.setdefault("LESS", "-FRX")  # with styles, and gone at once from what fits
        with self.console.pager(styles=True):
            yield

    def draw(self, renderable: RenderableType, **options: Any) -> None:
        """Print what Rich lays out."""
        self.is_silent = False
        self.console.print(renderable, **options)

    @property
    def _is_plain(self) -> bool:
        """Whether the stream is surely no terminal, judged without Rich."""
        is_forced = any(name in os.environ for name in ("FORCE_COLOR", "TTY_COMPATIBLE"))
        is_drawn = "console" in vars(self)
        return not (is_forced or is_drawn or getattr(sys, self._name).isatty())


stdout = Stream("stdout")
messages = Stream("stderr")
