"""The two streams of a command: results on stdout, messages on stderr.

Neither console reads markup: brackets in data, paths and messages are printed as they are.
"""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

from rich.console import Console

__all__ = [
    "can_show",
    "escaped",
    "fit_encoding",
    "in_ascii",
    "messages",
    "plus_minus",
    "shown",
    "stdout",
]

stdout = Console(highlight=False, markup=False, emoji=False)
messages = Console(stderr=True, highlight=False, markup=False, emoji=False)

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


def shown(text: object, most: int = _MOST_OF_A_TEXT) -> str:
    r"""Return a text as a message may repeat it: on one line, harmless to a terminal, short.

    Control characters, direction marks and lone surrogates are escaped; the middle of a text of
    more than ``most`` characters is left out.

    Examples
    --------
    >>> shown("a\x1b[2J\n")
    'a\\x1b[2J\\n'
    >>> shown("x" * 5000, 20)
    'xxxxxxxxxxxxx…xxxxxx'
    """
    whole = str(text)
    if len(whole) > most:
        tail = most // 3
        whole = f"{whole[: most - tail - 1]}…{whole[len(whole) - tail :]}"
    return escaped(whole)


def escaped(text: str, keep: str = "") -> str:
    """Return a text with what a terminal might obey escaped, but for the characters to keep."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if character in keep or not _is_escaped(character) else repr(character)[1:-1]
        for character in text
    )


def can_show(character: str) -> bool:
    """Return whether the encoding of stdout has a character."""
    try:
        character.encode(sys.stdout.encoding or "utf-8")
    except UnicodeError:
        return False
    return True


def plus_minus() -> str:
    """Return the sign between a value and its error, as stdout can show it."""
    return "±" if can_show("±") else "+-"


def in_ascii(text: str) -> str:
    """Return a text with typographic characters replaced by those of a typewriter.

    Examples
    --------
    >>> in_ascii("0.62 ± 0.01 …")
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
    """Return what is encoded in place of characters that an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    replaced = in_ascii(error.object[error.start : error.end])
    return "".join(c if c.isascii() else "?" for c in replaced), error.end
