"""The time and memory that building a table takes, measured, for help texts and messages.

A table that comes with llq records how long it took; `measured.json` beside them has the rest, and
what was measured again where a table was built beside other work.
Help texts load neither a table nor a game for this.
"""

import json
from contextlib import suppress
from functools import cache
from typing import Any

from llq.store.shipped import standard_folder

PUBLISHED = "standard.json"
"""Published facts about the standard tables, in their folder."""

_MEASURED = "measured.json"
"""Further measurements on two cores: memory, and times of tables built on request."""

_SOME_SECONDS = 20
_MOST_SECONDS = 100


def build_takes(table: str) -> str:
    """Return the time and memory that a table's build takes; nothing if it was never measured."""
    facts = table_record(table)
    if "seconds" not in facts:
        return ""
    memory = f" and {facts['memory']}" if "memory" in facts else ""
    return f"{rough_duration(facts['seconds'])}{memory}"


def table_record(table: str) -> dict[str, Any]:
    """Return what is published or measured of a table: hash, parameters, seconds and memory."""
    return _records().get(table, {})


def rough_duration(seconds: float) -> str:
    """Return a duration in rough words.

    >>> [rough_duration(seconds) for seconds in (3, 44, 166, 4263)]
    ['a few seconds', 'about 40 s', 'about 3 minutes', 'about 1 h 10 min']
    """
    minutes = round(seconds / 60)
    if seconds < _SOME_SECONDS:
        return "a few seconds"
    if seconds < _MOST_SECONDS:
        return f"about {round(seconds, -1):.0f} s"
    if minutes < 60:
        return f"about {minutes} minutes"
    hours, minutes = divmod(round(minutes, -1), 60)
    return f"about {hours} h {minutes} min" if minutes else f"about {hours} h"


@cache
def _records() -> dict[str, dict[str, Any]]:
    records: dict[str, dict[str, Any]] = {}
    for file in (PUBLISHED, _MEASURED):
        with suppress(FileNotFoundError):
            for table, facts in json.loads((standard_folder() / file).read_text("utf-8")).items():
                records.setdefault(table, {}).update(facts)
    return records
