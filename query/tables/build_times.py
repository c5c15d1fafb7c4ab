"""The time and memory that building a table takes, measured, for help texts and messages.

A table that comes with llq records how long it took; the others were measured separately. Help
texts load neither a table nor a game for this.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from llq.store.shipped import standard_folder

__all__ = ["PUBLISHED", "build_minutes", "build_takes", "in_rough_words"]

PUBLISHED = "standard.json"
"""What is published of the tables that come with llq, in their folder."""

_MEMORY = {
    "love_letter-classic-study": "2.6 GB",
    "love_letter-classic-solution": "5.5 GB",
    "love_letter-classic-exploitability": "5 GB",
    "love_letter-classic-exploiter": "1.3 GB",
    "dominion-fewest": "2 GB",
    "dominion-race": "0.8 GB",
}


class _Measured(NamedTuple):
    seconds: float
    memory: str = ""


_ON_REQUEST = {
    "love_letter-archer": _Measured(90),
    "love_letter-hobbit-study": _Measured(384, "5.4 GB"),
    "dominion-250": _Measured(90, "1.5 GB"),
    "dominion-race-estates": _Measured(784, "7.1 GB"),
    "dominion-strategies, 250 turns": _Measured(3600, "3.5 GB"),
    # 96 µs of a core a game, 431 combinations
    "sueca-matches, 100,000 games": _Measured(2070),
}
"""Tables that do not come with llq, on two cores."""

_SOME_SECONDS = 20
_MOST_SECONDS = 100


def build_takes(table: str) -> str:
    """Return the time and memory that a table takes; nothing if it was never measured.

    Parameters
    ----------
    table
        The file's name, such as ``love_letter-classic-study``.

    Examples
    --------
    >>> from llq.query.tables.build_times import build_takes
    >>> build_takes("love_letter-hobbit-study")
    'about 6 minutes and 5.4 GB'
    """
    found = _measured(table)
    if found is None:
        return ""
    memory = f" and {found.memory}" if found.memory else ""
    return f"{in_rough_words(found.seconds)}{memory}"


def build_minutes(table: str) -> float:
    """Return the minutes that a table takes; 0 if it was never measured."""
    found = _measured(table)
    return 0.0 if found is None else found.seconds / 60


def in_rough_words(seconds: float) -> str:
    """Return a time as a person would state it.

    Examples
    --------
    >>> [in_rough_words(seconds) for seconds in (3, 44, 166, 4263)]
    ['some seconds', 'about 40 s', 'about 3 minutes', 'about 1 h 10 min']
    """
    minutes = round(seconds / 60)
    if seconds < _SOME_SECONDS:
        return "some seconds"
    if seconds < _MOST_SECONDS:
        return f"about {round(seconds, -1):.0f} s"
    if minutes < 60:
        return f"about {minutes} minutes"
    hours, rest = divmod(round(minutes, -1), 60)
    return f"about {hours} h {rest} min" if rest else f"about {hours} h"


def _measured(table: str) -> _Measured | None:
    said = _published().get(table, {}).get("seconds")
    if said is None:
        return _ON_REQUEST.get(table)
    return _Measured(float(said), _MEMORY.get(table, ""))


@cache
def _published() -> dict[str, dict[str, Any]]:
    try:
        text = (standard_folder() / PUBLISHED).read_text("utf-8")
    except OSError:
        return {}
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found
