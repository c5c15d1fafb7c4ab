"""One DuckDB database over all built tables.

The database is a cache: a file named after the tables' content and the code that lays it out, made
when it is first asked for. It may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
from platformdirs import user_cache_path

from llq.errors import (
    IllegalState,
    LlqError,
    TableLeftOut,
    TableMissing,
    TableNotWritable,
    UnknownGame,
)
from llq.query.dominion import sql as dominion_sql
from llq.query.dominion.sql import dominion_relations, dominion_views, strategy_relations
from llq.query.dominion.strategy_table import open_dominion_strategies
from llq.query.dominion.table import open_dominion
from llq.query.literature import match_table as literature_match_table
from llq.query.literature import opening_sql as literature_opening_sql
from llq.query.literature import sql as literature_sql
from llq.query.literature.tables import BY_NAME as LITERATURE
from llq.query.love_letter import archer_table as love_letter_archer
from llq.query.love_letter import openings as love_letter_openings
from llq.query.love_letter import sql as love_letter_sql
from llq.query.love_letter import study_sql as love_letter_study_sql
from llq.query.love_letter.sql import love_letter_relations, love_letter_views
from llq.query.love_letter.study import ENDING, open_love_letter_study
from llq.query.love_letter.study_sql import study_relations, study_views
from llq.query.love_letter.table import open_love_letter
from llq.query.love_letter.table_format import parse_variant, remedy, table_spec
from llq.query.sueca import paired as sueca_pairs
from llq.query.sueca import sql as sueca_sql
from llq.query.sueca.match_table import open_sueca_matches
from llq.query.sueca.sql import match_relations, match_views
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.variants import CLASSIC, find_rules
from llq.store import database
from llq.store.locate import find_table, list_tables
from llq.store.tables import TableInfo, open_table

__all__ = ["connect", "export_database", "export_parquet"]


_LAYOUTS = (
    database, love_letter_archer,
    love_letter_openings, love_letter_sql, love_letter_study_sql, dominion_sql,
    literature_match_table, literature_opening_sql, literature_sql, sueca_pairs, sueca_sql,
)  # fmt: skip


def connect() -> duckdb.DuckDBPyConnection:
    """Return a read-only connection to a database with every view over the built tables.

    One connection is for one thread; give each other thread a ``cursor()`` of it.

    Raises
    ------
    TableMissing
        No table has been built; the message has the command.
    TruncatedTable, ForeignTable, FormatTooOld, FormatTooNew, CorruptTable, StaleTable
        All that have been built are refused, the first of them for this reason.

    Warns
    -----
    TableLeftOut
        For each table that is refused while others are not, with the reason and the remedy.

    Examples
    --------
    >>> import llq
    >>> query = "SELECT win_prob FROM love_letter_classic_opening WHERE b1 = 1 AND b2 = 8"
    >>> llq.connect().execute(query).fetchone()
    (0.705616033731113,)
    """
    built = _built()
    folder = user_cache_path("llq", appauthor=False)
    path = folder / f"llq-{_key(built)}.duckdb"
    if not path.exists():
        for old in folder.glob("llq-*.duckdb"):
            with suppress(OSError):  # in use on a system that locks open files
                old.unlink()
        _write(path, built)
    return database.open_database(path, remedy=f"delete {path}")


def export_database(path: str | os.PathLike[str]) -> Path:
    """Write a self-contained DuckDB file with every relation and view, for any DuckDB client.

    Raises
    ------
    TableMissing
        No table has been built; the message has the command.
    TableNotWritable
        The file cannot be written.
    """
    path = Path(path)
    if path.is_file() and path.stat().st_size and path.read_bytes()[8:12] != b"DUCK":
        raise TableNotWritable(f"{path}: is not a DuckDB file, and is not replaced by one")
    _write(path, _built())
    return path


def export_parquet(folder: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Write every relation and view to a Parquet file of its name; return the files.

    Raises
    ------
    TableMissing
        No table has been built; the message has the command.
    TableNotWritable
        The folder cannot be written to.
    """
    with connect() as connection:
        return database.export_parquet(connection, folder)


_Content = tuple[Iterable[database.Relation], Iterable[database.View]]


class _Built(NamedTuple):
    """A table that is there: what it says of itself, and what it puts into a database."""

    info: TableInfo
    content: Callable[[], _Content]


def _built() -> list[_Built]:
    """Return every built table, opened; warn of each that is not sound or not today's."""
    found: list[_Built] = []
    refused: list[LlqError] = []
    for opener in _openers():
        try:
            found.append(opener())
        except TableMissing:
            continue
        except LlqError as error:
            refused.append(error)
    if not found:
        none = TableMissing(f"no table has been built yet; {remedy(CLASSIC)}")
        raise refused[0] if refused else none
    for reason in refused:
        warnings.warn(f"left out of the database: {reason}", TableLeftOut, stacklevel=3)
    return found


def _openers() -> Iterator[Callable[[], _Built]]:
    """Yield what opens each table that there may be."""
    for name in sorted({table.name for table in list_tables()}):
        game, _, variant = name.partition("-")
        with suppress(UnknownGame, IllegalState):  # no variant of ours
            if game == "love_letter" and variant.endswith(ENDING):
                rules = find_rules(variant.removesuffix(ENDING))
                study = partial(open_love_letter_study, rules.variant)
                yield partial(_opened, study, lambda t: (study_relations(t), study_views(t)))
            elif game == "love_letter":
                yield partial(_love_letter, name, *parse_variant(variant))
    yield partial(_opened, open_dominion, lambda t: (dominion_relations(t), dominion_views(t)))
    yield partial(_opened, open_dominion_strategies, lambda t: (strategy_relations(t), ()))
    yield partial(_opened, open_sueca_matches, lambda t: (match_relations(t), match_views()))
    for kind in LITERATURE.values():
        yield partial(_opened, kind.open, kind.content)


def _opened(opener: Callable[[], Any], content: Callable[[Any], _Content]) -> _Built:
    """Open a table."""
    table = opener()
    return _Built(table.info, partial(content, table))


def _love_letter(name: str, rules: Rules, scoring: Scoring) -> _Built:
    """Read what a table of Love Letter says of itself; its many states are read when needed."""
    how = remedy(rules, scoring)
    path = find_table(name, remedy=how)
    with open_table(path, table_spec(rules, scoring), remedy=how) as table:
        info = table.info

    def content() -> _Content:
        letter = open_love_letter(rules.variant, path, scoring=scoring)
        return love_letter_relations(letter), love_letter_views(letter)

    return _Built(info, content)


def _write(path: Path, built: Iterable[_Built]) -> None:
    """Write a database of some tables."""
    contents = [table.content() for table in built]
    relations = [relation for some, _ in contents for relation in some]
    database.write_database(path, relations, [view for _, some in contents for view in some])


def _key(built: Iterable[_Built]) -> str:
    """Return a hash of the tables' content and of the code that lays the database out."""
    digest = hashlib.sha256()
    for module in _LAYOUTS:
        digest.update(Path(str(module.__file__)).read_bytes())
    for name in sorted(file.name for file in files("llq.published").iterdir()):
        if name.endswith(".csv"):
            digest.update(files("llq.published").joinpath(name).read_bytes())
    for info, _ in built:
        digest.update((info.content_hash + info.spec.solver_hash).encode())
    return digest.hexdigest()[:16]
