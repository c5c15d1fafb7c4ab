"""Notation written by people: named items and a list of moves, from files, JSON and Python.

A game declares its `Notation`. Each item records where it was given, for messages.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from llq.errors import IllegalAction, IllegalState
from llq.query.text.files import read_text, source_name
from llq.query.text.json_text import read_json
from llq.solver.arguments import check_integer

Value = TypeVar("Value")
Default = TypeVar("Default")

_LARGEST = 10**18
_ITEM = re.compile(r"\s*([A-Za-z_][A-Za-z_ -]*?)\s*:(.*)")


class Given(NamedTuple):
    """A value as given, and its position."""

    what: Any
    """Text, or plain data for list entries."""
    where: str = ""
    """Position, such as ``game.txt:7`` or ``hand``, or empty."""


@contextmanager
def locate_errors(place: str) -> Iterator[None]:
    """Prefix the message of an error raised within with a place, unless it is there or empty."""
    try:
        yield
    except (IllegalState, IllegalAction) as error:
        if str(error).startswith(place):
            raise
        raise type(error)(f"{place}: {error}") from error


@dataclass
class Items:
    """Everything given about a game or position."""

    items: dict[str, Given] = field(default_factory=dict)
    entries: list[Given] = field(default_factory=list)
    """The ordered list, such as moves or tricks."""

    def text(self, name: str, default: str = "") -> str:
        """Return an item's text."""
        return str(self.items[name].what) if name in self.items else default

    def read(self, name: str, parse: Callable[[str], Value], default: Default) -> Value | Default:
        """Return an item's parsed text, or a default for a blank one; errors name its position."""
        if not (text := self.text(name).strip()):
            return default
        with locate_errors(self.items[name].where):
            return parse(text)


@dataclass(frozen=True)
class Notation:
    """The items that a game's notation knows."""

    what: str
    """Thing described by a file, such as ``position``."""
    items: tuple[str, ...]
    listed: str
    """Name of the list, such as ``moves``."""
    bare_entries: bool = False
    """Whether unnamed lines are entries of the list."""
    write: Callable[[Any], str | None] = lambda _: None
    """Formats values of the game's own types; otherwise returns None."""

    def parse(self, values: Mapping[str, Any], where: str = "") -> Items:
        """Return items given in Python or JSON; None values are skipped."""
        prefix = f"{where}: " if where else ""
        items = Items()
        for name, value in values.items():
            if name != self.listed and name not in self.items:
                raise IllegalState(f"{prefix}unknown item {name!r}; {self._known}")
            if value is None:
                continue
            if name == self.listed:
                items.entries = self._entries(value, prefix)
            else:
                items.items[name] = Given(self._text(value, f"{prefix}{name}"), f"{prefix}{name}")
        return items

    def read(self, path: str | os.PathLike[str]) -> Items:
        """Return a file's items (``-`` reads standard input), from lines or a JSON object.

        An object that has the ``what`` of this notation as a key is read for that alone.
        """
        name, text = source_name(path), read_text(path, self.what)
        if not text.lstrip().startswith(("{", "[")):
            return self.read_lines(text, name)
        values = read_json(text, name)
        if isinstance(values, dict) and isinstance(values.get(self.what), dict):
            values = values[self.what]
        if not isinstance(values, dict):
            raise IllegalState(f"{name}: JSON of a {self.what} must be an object")
        return self.parse(values, name)

    def read_lines(self, text: str, name: str = "") -> Items:
        """Return a text's items, one per line.

        ``name`` is the file's, for messages; without one they name items, and other lines by
        number.
        """
        items = Items()
        for number, line in enumerate(text.splitlines(), start=1):
            if content := line.partition("#")[0].strip():
                place = f"{name}:{number}" if name else f"line {number}"
                self._read_line(items, content, place, is_file=bool(name))
        return items

    @property
    def _known(self) -> str:
        return f"the items are {', '.join((*self.items, self.listed))}"

    def _entries(self, value: Any, prefix: str) -> list[Given]:
        """Return the entries of a list or text; the prefix names its file in their positions."""
        if isinstance(value, str):
            value = _split(value)
        if not isinstance(value, Sequence):
            raise IllegalState(f"{prefix}{self.listed} must be a list; got {value!r}")
        singular = self.listed.removesuffix("s")
        return [
            Given(entry, f"{prefix}{singular} {number}")
            for number, entry in enumerate(value, start=1)
        ]

    def _read_line(self, items: Items, line: str, place: str, *, is_file: bool) -> None:
        """Add a line's item or list entries to ``items``, modified in place."""
        item = _ITEM.fullmatch(line)
        key = re.sub(r"[ -]", "_", item[1].lower()) if item else ""
        is_known = key == self.listed or key in self.items
        if item and not is_known and not (self.bare_entries and " " in item[1]):
            if items.entries and not items.items:  # the whole text is something else
                first = items.entries[0]
                raise IllegalState(
                    f"{first.where}: {first.what!r} begins no {self.what}; {self._known}"
                )
            raise IllegalState(f"{place}: unknown item {item[1]!r}; {self._known}")
        if not is_known and not self.bare_entries:
            raise IllegalState(f"{place}: {line!r} is not an item and its value; {self._known}")
        if item and key in self.items:
            if key in items.items:
                first_place = items.items[key].where
                raise IllegalState(f"{place}: {key} is given twice, first in {first_place}")
            items.items[key] = Given(item[2].strip(), place if is_file else key)
        else:
            entries = item[2] if item and is_known else line
            items.entries += [Given(entry, place) for entry in _split(entries)]

    def _text(self, value: Any, place: str) -> str:
        if (text := self.write(value)) is not None:
            return text
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, str):
            return value
        if isinstance(value, int):
            return str(check_integer(place, value, -_LARGEST, _LARGEST))
        if isinstance(value, Mapping):
            return " ".join(f"{name}:{self._text(part, place)}" for name, part in value.items())
        if isinstance(value, list | tuple) and all(isinstance(part, str | int) for part in value):
            return " ".join(map(str, value))
        raise IllegalState(f"{place}: {value!r} is neither text nor a list of texts")


def _split(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[;\n]", text) if part.strip()]
