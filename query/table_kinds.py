"""Description of each game for shared code: kinds of table, multiplayer forms and questions.

`llq.query.games` lists them. Naming a game loads none of this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a lookup does without
    from llq.query.players import PlayerInfo
    from llq.query.tables.stored_table import StoredTable


@dataclass(frozen=True, kw_only=True)
class TableKind:
    """Kind of table, described before its class is loaded."""

    name: str
    """Its name in `build` and ``llq build``."""
    title: str
    """Contents in one line."""
    takes: str
    """Time and memory of a default build, such as ``about 3 minutes and 2.6 GB``."""
    class_name: str
    """The class of its tables, such as ``llq.query.sueca.policy.table:PolicyTable``."""
    resumes: bool = False
    """Whether an interrupted build resumes."""
    standard: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Build options of each table shipped with llq, by file name."""
    names: Mapping[str, Iterable[str]]
    """Relation and view names by table; ``{}`` is a variable part, such as the variant."""
    apart_names: Mapping[str, Iterable[str]] = field(default_factory=dict)
    """Names of relations laid out separately, in the same form."""
    quick: Mapping[str, str] = field(default_factory=dict)
    """Build cost by table, where ``llq sql`` builds tables on demand."""
    accuracy: str = ""
    """Accuracy of the numbers, in brief."""

    @cached_property
    def table(self) -> type[StoredTable]:
        """The class of its tables."""
        table: type[StoredTable] = resolve_name(self.class_name)
        return table

    def table_of(self, name: str) -> str | None:
        """Return the built or buildable table of a relation or view name, if known."""
        for table, patterns in (*self.names.items(), *self.apart_names.items()):
            for pattern in patterns:
                if (variant := _variable_part(pattern, name)) is not None:
                    if "{}" not in table:
                        return table
                    if built := self.table.buildable(table.format(variant.replace("_", "-"))):
                        return built
        return None

    def is_apart(self, name: str) -> bool:
        """Return whether a relation is laid out separately."""
        patterns = (pattern for views in self.apart_names.values() for pattern in views)
        return any(_variable_part(pattern, name) is not None for pattern in patterns)

    def views_of(self, table: str) -> tuple[str, ...]:
        """Return names of a table's relations and views."""
        relations: list[str] = []
        for names in (self.names, self.apart_names):
            for pattern, views in names.items():
                if (variant := _variable_part(pattern, table)) is not None:
                    relations += (view.format(variant.replace("-", "_")) for view in views)
                    break
        return tuple(relations)

    def matched_length(self, name: str) -> int:
        """Return the length of the longest pattern that a table's name matches, 0 without any."""
        matching = (pattern for pattern in self.names if _variable_part(pattern, name) is not None)
        return max(map(len, matching), default=0)


@dataclass(frozen=True, kw_only=True)
class Form:
    """Form of a game for two or more players, played move by move."""

    name: str
    """As environments register it, such as ``dominion_race``."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of ``new_game`` for this form, if the game has several."""
    players: Callable[[], tuple[PlayerInfo, ...]] | None = None
    """Function returning the built-in players; None for the game's players."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """Game description used by shared code."""

    name: str
    """As the command line names it, such as ``love-letter``."""
    title: str
    """As people name it."""
    tables: tuple[TableKind, ...] = ()
    """Kinds of table, each after the kinds it is built from."""
    forms: tuple[Form, ...] = ()
    """Multiplayer forms, played move by move; empty without ``engines``."""
    most: Mapping[str, int] = field(default_factory=dict)
    """Upper limits of numeric ``new_game`` options, by name."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Names that a shell completes, with blanks between them, by their kind, such as ``player``."""
    questions: Mapping[str, str] = field(default_factory=dict)
    """Functions by command name, such as ``module:race_lookup`` by ``race lookup``."""
    other_questions: Mapping[str, str] = field(default_factory=dict)
    """Questions without a command, by name."""
    rooms: Mapping[str, str] = field(default_factory=dict)
    """Summaries of the rooms of questions, such as ``race``."""
    bot: str = ""
    """The player that ``llq GAME bot`` is unless told."""
    warm_up: tuple[str, ...] = ()
    """Shortest commands, joined by ``&&``, and ``llq.`` calls that together compile every kernel,
    in dependency order.
    """

    @property
    def module(self) -> str:
        """Its name in modules, tables and SQL, such as ``love_letter``."""
        return self.name.replace("-", "_")


def named(stem: str, ends: str) -> tuple[str, ...]:
    """Return names with a common stem and the given endings."""
    return tuple(f"{stem}_{end}" for end in ends.split())


def _variable_part(pattern: str, name: str) -> str | None:
    """Return text matched by ``{}``, empty for an exact match, None for a mismatch."""
    head, gap, tail = pattern.partition("{}")
    if not gap:
        return "" if name == head else None
    is_long = len(name) > len(head) + len(tail)
    if is_long and name.startswith(head) and name.endswith(tail):
        return name[len(head) : len(name) - len(tail)]
    return None
