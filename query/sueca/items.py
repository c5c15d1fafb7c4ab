"""The items of Sueca's notation, from files, JSON and Python, each with where it was said."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from llq.errors import IllegalState
from llq.query.reading import read_json, read_text, source_name
from llq.solver.sueca.rules import Seat

__all__ = ["ITEMS", "Items", "Line", "parse_items", "read_items"]

ITEMS = (
    "hand", "trump", "trick", "seen", "voids", "points", "seat", "shown", "dealer", "tricks",
)  # fmt: skip
"""The items of a position."""


class Line(NamedTuple):
    """Some text, and where it stands, for messages: empty, or such as ``game.txt, line 3``."""

    text: str
    where: str = ""


Items = dict[str, list[Line]]
"""Each item's lines: one, but for the tricks."""


def parse_items(items: Mapping[str, Any], where: str = "") -> Items:
    """Return items as text, from text, lists or dictionaries; None is no item.

    Raises
    ------
    IllegalState
        An item is unknown, or not one of these.
    """
    found: Items = {}
    for name, value in items.items():
        if name not in ITEMS:
            raise IllegalState(f"{where or 'position'}: no item {name!r}; {_KNOWN}")
        if value is None:
            continue
        at = f"{where}, {name}" if where else ""
        parts = list(value) if name == "tricks" and isinstance(value, list | tuple) else [value]
        found[name] = [Line(text, at) for part in parts for text in _split(name, _text(part, at))]
    return found


def read_items(path: str | os.PathLike[str]) -> Items:
    """Return the items of a file, ``-`` for what comes in: one a line, or a JSON object.

    Raises
    ------
    IllegalState
        The file cannot be read, or holds what is no item.
    """
    name, text = source_name(path), read_text(path, "position")
    if text.lstrip().startswith("{"):
        return parse_items(read_json(text, name, ", line "), name)
    return _read_lines(text, name)


_KNOWN = f"there are {', '.join(ITEMS)}"


def _read_lines(text: str, name: str) -> Items:
    """Return the items of a file's lines."""
    found: Items = {}
    for number, line in enumerate(text.splitlines(), start=1):
        where = f"{name}, line {number}"
        said = line.partition("#")[0].strip()
        if not said:
            continue
        item, colon, value = said.partition(":")
        item = item.strip().lower()
        if not colon or item not in ITEMS:
            raise IllegalState(f"{where}: {said!r} is no item and its value; {_KNOWN}")
        if item in found and item != "tricks":
            raise IllegalState(f"{where}: {item} is given twice, first in {found[item][0].where}")
        found.setdefault(item, []).extend(Line(part, where) for part in _split(item, value))
    return found


def _split(item: str, value: str) -> list[str]:
    """Return an item's text as its parts: the tricks, if it is they."""
    if item != "tricks":
        return [value.strip()]
    return [part for part in value.replace("\n", ";").split(";") if part.strip()]


def _text(value: Any, where: str) -> str:
    """Return an item of JSON or Python as text.

    Raises
    ------
    IllegalState
        It is neither text nor a list of it.
    """
    if isinstance(value, Seat):
        return value.name
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return " ".join(f"{name}:{_text(part, where)}" for name, part in value.items())
    if isinstance(value, list | tuple) and all(isinstance(part, str | int) for part in value):
        return " ".join(map(str, value))
    raise IllegalState(f"{where + ': ' if where else ''}{value!r} is no text and no list of it")
