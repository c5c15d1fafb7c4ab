"""Validated numbers and flags from callers: in range, or an error that names the argument."""

import os
from operator import index
from typing import Any

from llq.errors import IllegalState, WrongType

MOST_GAMES = 10**15
"""Largest number of games in a match: thirty years' work at a million games a second."""

MOST_THREADS = 1024
"""Largest number of threads: further ones only compete, and a cluster has its own number."""

_MOST_DIGITS = 18


def check_integer(name: str, value: Any, least: int, most: int | None = None) -> int:
    """Return an integer argument within its bounds, or raise.

    >>> from llq.solver.arguments import check_integer
    >>> check_integer("games", 0, 1, 10**15)
    Traceback (most recent call last):
    llq.errors.IllegalState: games must be a positive integer; got 0
    """
    requirement = {0: "a non-negative integer", 1: "a positive integer"}.get(
        least, f"an integer of at least {least:,}"
    )
    try:
        number = index(value)
    except TypeError:
        raise WrongType(f"{name} must be {requirement}; got {value!r}") from None
    if number < least:
        raise IllegalState(f"{name} must be {requirement}; got {number_text(number)}")
    if most is not None and number > most:
        raise IllegalState(f"{name} must be at most {most:,}; got {number_text(number)}")
    return number


def check_threads(threads: Any, name: str = "threads") -> int:
    """Return the number of threads or processes; None means one per core."""
    if threads is None:
        return os.cpu_count() or 1
    return check_integer(name, threads, 1, MOST_THREADS)


def check_flags(**flags: Any) -> None:
    """Refuse what is neither True nor False."""
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise WrongType(f"{name} must be True or False; got {value!r:.40}")


def read_digits(text: str) -> int | None:
    """Return the integer written by up to 18 decimal digits, None for any other text.

    >>> from llq.solver.arguments import read_digits
    >>> read_digits("31"), read_digits("-1"), read_digits("9" * 5000)
    (31, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None


def number_text(number: int) -> str:
    """Return a number's digits, or its length: Python refuses to print more than 4,300 digits."""
    if abs(number) < 10**20:
        return str(number)
    return f"a number of some {number.bit_length() * 3 // 10:,} digits"
