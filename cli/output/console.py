"""The two streams of a command: results on stdout, messages on stderr.

Neither interprets markup: brackets in data, paths and messages are printed as they are. Rich only
draws on terminals, and is not loaded for the plain lines of a pipe, since loading it takes longer
than a lookup.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


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

        is_stderr = self._name == "stderr"
        return Console(stderr=is_stderr, highlight=False, markup=False, emoji=False)

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


_WIDTH, _WIDEST = 80, 120

stdout = Stream("stdout")
messages = Stream("stderr")

_ASCII = str.maketrans(
    {
        "±": "+-", "×": "x", "·": ".", "•": "*", "…": "...", "–": "-", "—": "-", "−": "-",
        "≤": "<=", "≥": ">=", "≈": "~", "→": "->", "█": "#", "─": "-", "│": "|",
        "“": '"', "”": '"', "‘": "'", "’": "'", "♠": "S", "♥": "H", "♦": "D", "♣": "C",
    }
)  # fmt: skip
_ESCAPED = ("Cc", "Cs", "Zl", "Zp")
_DIRECTION_MARKS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_MOST_OF_A_TEXT = 80
_MOST_OF_A_MESSAGE = 1000


def shorten(text: object, most: int = _MOST_OF_A_TEXT, keep: str = "") -> str:
    r"""Return a text for a message: on one line, harmless to terminals, short.

    Control characters, direction marks and lone surrogates are escaped; the middle of a text of
    more than ``most`` characters is left out. Characters in ``keep`` stay, such as a line break.
    """
    message = str(text)
    if len(message) > most:
        tail = most // 3
        message = f"{message[: most - tail - 1]}…{message[len(message) - tail :]}"
    return escape_text(message, keep)


def message_text(error: object, keep: str = "") -> str:
    """Return an error or label for a message, cut to a thousand characters by `shorten`."""
    return shorten(error, _MOST_OF_A_MESSAGE, keep)


def escape_text(text: str, keep: str = "") -> str:
    """Return a text with everything a terminal might obey escaped, except characters to keep."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if character in keep or not _is_escaped(character) else repr(character)[1:-1]
        for character in text
    )


def can_show(character: str) -> bool:
    """Return whether stdout can encode a character."""
    try:
        character.encode(sys.stdout.encoding or "utf-8")
    except UnicodeError:
        return False
    return True


def to_ascii(text: str) -> str:
    """Return a text with typographic characters replaced by ASCII.

    >>> to_ascii("0.62 ± 0.01 …")
    '0.62 +- 0.01 ...'
    """
    return text if text.isascii() else text.translate(_ASCII)


def fit_encoding() -> None:
    """Make stdout and stderr replace the characters that they cannot encode."""
    codecs.register_error("llq", _replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="llq")


def _is_escaped(character: str) -> bool:
    return unicodedata.category(character) in _ESCAPED or character in _DIRECTION_MARKS


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Return ASCII replacements for unencodable characters."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    replaced = to_ascii(error.object[error.start : error.end])
    return "".join(letter if letter.isascii() else "?" for letter in replaced), error.end
