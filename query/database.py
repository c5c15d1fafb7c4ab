"""One DuckDB database over all built tables.

The database is a cache: a file named after the tables' content and the code that lays it out, made
when it is first asked for. It may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import duckdb
from platformdirs import user_cache_path

from llq.errors import IllegalState, TableMissing, TableNotWritable, UnknownGame
from llq.query.dominion import sql as dominion_sql
from llq.query.dominion.sql import dominion_relations, dominion_views, strategy_relations
from llq.query.dominion.strategies import DominionStrategies, open_dominion_strategies
from llq.query.dominion.table import DominionTable, open_dominion
from llq.query.literature import match_table as literature_match_table
from llq.query.literature import opening_sql as literature_opening_sql
from llq.query.literature import sql as literature_sql
from llq.query.literature.tables import open_built
from llq.query.love_letter import archer_table as love_letter_archer
from llq.query.love_letter import openings as love_letter_openings
from llq.query.love_letter import sql as love_letter_sql
from llq.query.love_letter import study_sql as love_letter_study_sql
from llq.query.love_letter.spec import parse_variant, remedy, table_spec
from llq.query.love_letter.sql import love_letter_relations, love_letter_views
from llq.query.love_letter.study import ENDING, LoveLetterStudy, open_love_letter_study
from llq.query.love_letter.study_sql import study_relations, study_views
from llq.query.love_letter.table import open_love_letter
from llq.query.sueca import pairs as sueca_pairs
from llq.query.sueca import sql as sueca_sql
from llq.query.sueca.match_table import SuecaMatches, open_sueca_matches
from llq.query.sueca.sql import match_relations, match_views
from llq.solver.love_letter.variants import CLASSIC
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

    Examples
    --------
    >>> import llq
    >>> query = "SELECT win_prob FROM love_letter_classic_opening WHERE b1 = 1 AND b2 = 8"
    >>> llq.connect().execute(query).fetchone()
    (0.705616033731113,)
    """
    built = _built()
    folder = user_cache_path("llq", appauthor=False)
    path = folder / f"llq-{_key(built.hashes)}.duckdb"
    if not path.exists():
        for old in folder.glob("llq-*.duckdb"):
            with suppress(OSError):  # in use on a system that locks open files
                old.unlink()
        database.write_database(path, *built.content())
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
    database.write_database(path, *_built().content())
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


class _Built(NamedTuple):
    """The built tables: what identifies them, and what they put into a database."""

    hashes: list[str]
    content: Callable[[], tuple[list[database.Relation], list[database.View]]]


def _built() -> _Built:
    """Return every built table, opened."""
    letters, studies = _love_letters(), _studies()
    policies: list[DominionTable] = []
    results: list[DominionStrategies] = []
    with suppress(TableMissing):
        policies.append(open_dominion())
    with suppress(TableMissing):
        results.append(open_dominion_strategies())
    matches: list[SuecaMatches] = []
    with suppress(TableMissing):
        matches.append(open_sueca_matches())
    literature = open_built()
    if not any((letters, studies, policies, results, matches, literature)):
        raise TableMissing(f"no table has been built yet; {remedy(CLASSIC)}")

    def content() -> tuple[list[database.Relation], list[database.View]]:
        relations: list[database.Relation] = []
        views: list[database.View] = []
        for info in letters:
            rules, scoring = parse_variant(info.spec.variant)
            letter = open_love_letter(rules.variant, info.path, scoring=scoring)
            relations += love_letter_relations(letter)
            views += love_letter_views(letter)
        for study in studies:
            relations += study_relations(study)
            views += study_views(study)
        for policy in policies:
            relations += dominion_relations(policy)
            views += dominion_views(policy)
        for result in results:
            relations += strategy_relations(result)
        for match in matches:
            relations += match_relations(match)
            views += match_views()
        for table in literature:
            relations += table.relations()
            views += table.views()
        return relations, views

    infos = [
        *letters,
        *(study.info for study in studies),
        *(policy.info for policy in policies),
        *(result.info for result in results),
        *(match.info for match in matches),
        *(table.info for table in literature),
    ]
    return _Built([info.content_hash + info.spec.solver_hash for info in infos], content)


def _love_letters() -> list[TableInfo]:
    """Return what every built table of Love Letter says of itself, today's to the letter."""
    found = []
    for name in sorted({table.name for table in list_tables()}):
        game, _, variant = name.partition("-")
        with suppress(UnknownGame, IllegalState):  # no variant of ours
            if game == "love_letter":
                rules, scoring = parse_variant(variant)
                how = remedy(rules, scoring)
                path = find_table(name, remedy=how)
                with open_table(path, table_spec(rules, scoring), remedy=how) as table:
                    found.append(table.info)
    return found


def _studies() -> list[LoveLetterStudy]:
    """Return every built study of Love Letter, opened."""
    found = []
    for name in sorted({table.name for table in list_tables()}):
        game, _, variant = name.partition("-")
        if game == "love_letter" and variant.endswith(ENDING):
            with suppress(UnknownGame, IllegalState):  # no variant of ours
                found.append(open_love_letter_study(variant.removesuffix(ENDING)))
    return found


def _key(hashes: list[str]) -> str:
    """Return a hash of the tables' content and of the code that lays the database out."""
    digest = hashlib.sha256()
    for module in _LAYOUTS:
        digest.update(Path(str(module.__file__)).read_bytes())
    for name in sorted(file.name for file in files("llq.published").iterdir()):
        if name.endswith(".csv"):
            digest.update(files("llq.published").joinpath(name).read_bytes())
    for content in hashes:
        digest.update(content.encode())
    return digest.hexdigest()[:16]
