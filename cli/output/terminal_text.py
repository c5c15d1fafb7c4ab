"""Texts that harm no terminal and that the encoding of an output can show."""

import codecs
import io
import sys
import unicodedata

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
