"""What a game is to code that all games share: its kinds of table, and what builds and opens each.

`llq.query.games` lists them. Naming a game loads none of this.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a lookup loads no DuckDB
    from llq.query.jobs.block_build import BlockJob
    from llq.query.players import PlayerInfo
    from llq.query.tables.stored_table import StoredTable
    from llq.store.database import Relation, View
    from llq.store.schema import TableSpec
    from llq.store.tables import TableFile

    Progress = Callable[[int, int], None] | None


@dataclass(frozen=True, kw_only=True)
class TableKind:
    """One kind of table: what ``llq build NAME`` builds, and everything that uses the result.

    Names, options, commands and opening follow from the class of its tables.

    Where ``blocks`` does not say how a share of a table is computed again, ``replay`` does: it
    takes the open table, the share and a function for the progress, and returns names of the steps
    that were computed and of those that differ, or None for a table that has to be built in full.
    """

    name: str
    """Its name in `build` and ``llq build``."""
    title: str
    """What it holds, in one line."""
    takes: str
    """What building it takes by default, such as ``about 3 minutes and 2.6 GB``."""
    files: str = ""
    """A regular expression for the names of its files; by default they have the kind's own name."""
    stored: str | type[StoredTable]
    """The class, or where it is, such as ``llq.query.sueca.matches.table:MatchTable``."""
    build: Callable[..., Path]
    """Returns the table's path; takes ``folder``, ``threads``, ``progress`` and its own options."""
    resumes: bool = False
    """Whether an interrupted build keeps what it has finished."""
    standard: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The options of ``build`` for each table that comes with llq, by the file's name."""
    blocks: Callable[..., BlockJob[Any]] | None = None
    """Returns the independent blocks of a table, by options of ``build``; None if it has none."""
    replay: Callable[[TableFile, float, Progress], tuple[list[str], list[str]] | None] | None = None
    replay_seconds: Callable[[TableFile], float] = lambda _: 0.0
    """About how long the least share of ``replay`` takes."""
    relations: Callable[[Any], Iterable[Relation]]
    """A table's relations and views in a database, none for a table left out."""
    views: Callable[[Any], Iterable[View]] = lambda _: ()
    apart: Callable[[Any], Iterable[Relation]] = lambda _: ()
    """Relations that would slow the others' layout: laid out once a query names one."""
    apart_names: Mapping[str, Iterable[str]] = field(default_factory=dict)
    """What these are called, as in ``names``."""
    quick: Mapping[str, str] = field(default_factory=dict)
    """What building takes, by the names of tables that ``llq sql`` builds when it needs them."""
    names: Mapping[str, Iterable[str]] = field(default_factory=dict)
    """What relations and views are called, by table; ``{}`` is its variant or the like."""
    accuracy: str = ""
    """How exact the numbers are, in a few words."""

    @property
    def table(self) -> type[StoredTable]:
        """The class of its tables."""
        if not isinstance(self.stored, str):
            return self.stored
        table: type[StoredTable] = resolve_name(self.stored)
        return table

    @property
    def version(self) -> int:
        """The version of the tables that today's code builds."""
        return self.table.version

    def holds(self, name: str) -> str | None:
        """Return the table, built or not, behind a relation or view's name, else None."""
        for table, views in (*self.names.items(), *self.apart_names.items()):
            for view in views:
                if (key := _filled(view, name)) is not None:
                    if "{}" not in table:
                        return table
                    if built := self.table.buildable(table.format(key.replace("_", "-"))):
                        return built
        return None

    def is_apart(self, name: str) -> bool:
        """Return whether a relation of a name is laid out by itself."""
        patterns = (pattern for views in self.apart_names.values() for pattern in views)
        return any(_filled(pattern, name) is not None for pattern in patterns)

    def views_of(self, table: str) -> tuple[str, ...]:
        """Return the names of the relations and views of a table of this kind."""
        found: list[str] = []
        for names in (self.names, self.apart_names):
            for pattern, views in names.items():
                if (key := _filled(pattern, table)) is not None:
                    found += (view.format(key.replace("-", "_")) for view in views)
                    break
        return tuple(found)

    def is_named(self, name: str) -> bool:
        """Return whether a file of a name, such as ``dominion-31``, is of this kind."""
        return re.fullmatch(self.files or re.escape(self.name), name) is not None

    def options(self, name: str, spec: TableSpec | None) -> dict[str, Any]:
        """Return the options of ``build`` for a table by its name and, if known, its metadata."""
        return self.table.options_of(name, spec)

    def spec_like(self, spec: TableSpec) -> TableSpec:
        """Return what today's code would build with the parameters of a table."""
        return self.table.spec_like(spec.name, spec)

    def remedy(self, name: str, spec: TableSpec | None) -> str:
        """Return what to do about a table that is missing or refused, as `options` takes it."""
        return self.table.remedy(name, spec)

    def open(self, path: Path) -> Any:
        """Return the table of a file of such a name."""
        return self.table.load(path.stem, path)

    @property
    def job(self) -> Callable[[TableSpec], BlockJob[Any]] | None:
        """Returns the blocks of a table built in blocks, else None."""
        blocks = self.blocks
        return blocks and (lambda spec: blocks(**self.options(spec.name, spec)))


@dataclass(frozen=True, kw_only=True)
class Form:
    """A form of a game for two players or more, move by move."""

    name: str
    """As environments register it, such as ``dominion_race``."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The arguments of the game's ``new_game`` that make it, where there are other forms."""
    players: Callable[[], tuple[PlayerInfo, ...]]
    """Returns its built-in players."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game, as code shared by all games sees it.

    Parameters
    ----------
    name
        As the command line names it, such as ``love-letter``.
    title
        As people name it.
    tables
        Its kinds of table, each after those that it is built from.
    forms
        What several players play move by move; none where the game has no ``engines``.
    most
        The largest numbers that text may ask for, by the name of an option of ``new_game``: what
        players plan for grows with them.
    names
        Names that a shell completes, with blanks between them, by their kind, such as ``player``.
    questions
        The functions that are asked from every door, by the names of their commands below the
        game's: ``race lookup`` is ``llq.query.dominion.race.answers:race_lookup``.
    other_questions
        Those that are no commands of the game, by names of their own.
    warm_up
        What takes every kernel of plain questions between them, the shortest that do: command
        lines of ``llq``, several in turn joined by ``&&``, and calls in Python, which begin with
        ``llq.``. One that needs what another builds stands behind it.
    """

    name: str
    title: str
    tables: tuple[TableKind, ...] = ()
    forms: tuple[Form, ...] = ()
    most: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    other_questions: Mapping[str, str] = field(default_factory=dict)
    warm_up: tuple[str, ...] = ()

    @property
    def module(self) -> str:
        """Its name in modules, tables and SQL, such as ``love_letter``."""
        return self.name.replace("-", "_")


def named(stem: str, ends: str) -> tuple[str, ...]:
    """Return names that begin alike, given the words that they end in."""
    return tuple(f"{stem}_{end}" for end in ends.split())


def _filled(pattern: str, name: str) -> str | None:
    """Return what stands for ``{}`` in a name, "" where nothing does; None for another name."""
    head, gap, tail = pattern.partition("{}")
    if not gap:
        return "" if name == head else None
    is_long = len(name) > len(head) + len(tail)
    if is_long and name.startswith(head) and name.endswith(tail):
        return name[len(head) : len(name) - len(tail)]
    return None


def deferred(name: str) -> Callable[..., Any]:
    """Return a function that loads what a name says: ``llq.query.sueca.matches.sql:match_views``.

    The function loads it only when called: listing the tables loads nothing that builds or opens
    them.
    """

    def call(*arguments: Any, **options: Any) -> Any:
        return resolve_name(name)(*arguments, **options)

    call.__name__, call.__module__ = name, name.partition(":")[0]  # where its code is
    return call
