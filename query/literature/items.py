"""The items and moves of Literature's notation, from files, JSON and Python, with their places."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from llq.errors import IllegalState
from llq.query.reading import read_json, read_text, source_name

__all__ = ["FLAGS", "ITEMS", "Items", "Said", "parse_items", "read_items"]

FLAGS = ("pack", "out_of_turn", "claimant_turn", "wrong_claim", "claim_out")
"""The items that change one rule of a variant."""

ITEMS = ("rules", "players", "names", "me", "hand", "now", "first", *FLAGS)
"""The items of a game beside its moves."""


class Said(NamedTuple):
    """What is said, and where: before a message, and within one."""

    what: Any
    """Text; a move may be plain data."""
    where: str = ""
    """Such as ``game.txt:7``, or empty."""
    place: str = ""
    """Such as ``line 7``."""


@dataclass
class Items:
    """All that is said of a game."""

    items: dict[str, Said] = field(default_factory=dict)
    moves: list[Said] = field(default_factory=list)


def parse_items(
    items: Mapping[str, Any], moves: str | Sequence[Any] = (), where: str = ""
) -> Items:
    """Return items and moves as they are said in Python or JSON; None is no item.

    Raises
    ------
    IllegalState
        An item is unknown, or not text, a number or a list of them.
    """
    at = f"{where}: " if where else ""
    found = Items()
    for name, value in items.items():
        if name not in ITEMS:
            raise IllegalState(f"{at}no item {name!r}; {_KNOWN}")
        if value is not None:
            found.items[name] = Said(_text(name, value, at), f"{at}{name}", name)
    if isinstance(moves, str):
        moves = _split(moves)
    if not isinstance(moves, Sequence):
        raise IllegalState(f"{at}moves is no list of moves: {moves!r}")
    for number, move in enumerate(moves, start=1):
        found.moves.append(Said(move, f"{at}move {number}", f"move {number}"))
    return found


def read_items(path: str | os.PathLike[str]) -> Items:
    """Return the items of a file, ``-`` for what comes in: one a line, or a JSON object.

    An object that has a ``game``, as a shown game's JSON does, is read for that alone.

    Raises
    ------
    IllegalState
        The file cannot be read, or holds what is no item.
    """
    name, text = source_name(path), read_text(path, "game")
    is_json = text.lstrip().startswith(("{", "["))
    return _read_json(text, name) if is_json else _read_lines(text, name)


_KNOWN = f"there are {', '.join(ITEMS)} and moves"
_ITEM = re.compile(r"\s*([A-Za-z_][A-Za-z_ -]*?)\s*:(.*)")


def _read_lines(text: str, name: str) -> Items:
    """Return the items and moves of a file's lines."""
    found = Items()
    for number, line in enumerate(text.splitlines(), start=1):
        where, place = f"{name}:{number}", f"line {number}"
        said = line.partition("#")[0].strip()
        item = _ITEM.fullmatch(said)
        key = re.sub(r"[ -]", "_", item[1].lower()) if item else ""
        if item and key not in ITEMS and key != "moves":
            if " " in item[1]:  # a move, such as: Ann claims LC Ann:A23
                item = None
            else:
                raise IllegalState(f"{where}: no item {item[1]!r}; {_KNOWN}")
        if item and key != "moves":
            if key in found.items:
                raise IllegalState(
                    f"{where}: {key} is given twice, first in {found.items[key].place}"
                )
            found.items[key] = Said(item[2].strip(), where, place)
        else:
            said = item[2] if item else said
            found.moves += [Said(move, where, place) for move in _split(said)]
    return found


def _split(text: str) -> list[str]:
    """Return the moves of some text."""
    return [move.strip() for move in re.split(r"[;\n]", text) if move.strip()]


def _read_json(text: str, name: str) -> Items:
    """Return the items and moves of a JSON object."""
    values = read_json(text, name, ":")
    if isinstance(values, dict) and isinstance(values.get("game"), dict):
        values = values["game"]
    if not isinstance(values, dict):
        raise IllegalState(f'{name}: JSON of a game is an object, such as {{"me": 2, ...}}')
    moves = values.pop("moves", None)
    return parse_items(values, [] if moves is None else moves, name)


def _text(name: str, value: Any, at: str) -> str:
    """Return an item of JSON or Python as text.

    Raises
    ------
    IllegalState
        It is neither text nor a number, nor a list of them.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int):
        return str(value)
    if isinstance(value, list | tuple) and all(isinstance(part, str | int) for part in value):
        return " ".join(map(str, value))
    raise IllegalState(f"{at}{name}: {value!r} is no text and no list of it")
