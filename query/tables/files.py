"""All games' table files: listing, opening and verification."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from llq.errors import CorruptTable, ForeignTable, LlqError, UnknownGame
from llq.query.games import find_kind
from llq.query.tables.build_times import table_record
from llq.store.locate import ListedTable, list_tables
from llq.store.schema import TableSpec
from llq.store.tables import REMEDY, TableFile, TableInfo, open_table


def tables() -> Iterator[ListedTable]:
    """Yield each table file found, with its error when refused.

    Examples
    --------
    >>> import llq
    >>> [table.name for table in llq.tables() if table.name == "love_letter-classic"]
    ['love_letter-classic']
    """
    for listed in list_tables(open_todays):
        info = listed.info
        if info is None:
            with suppress(LlqError), open_table(listed.path) as table:
                info = table.info  # it is sound, but not today's
        yield replace(listed, info=info)


def verify_file(path: str | os.PathLike[str]) -> TableInfo:
    """Read a table file in full, check every hash, and return the file's metadata."""
    with open_todays(path) as table:
        table.verify()
        return table.info


def open_todays(path: str | os.PathLike[str]) -> TableFile:
    """Open any game's table file, refusing stale or foreign files."""

    def remedy(spec: TableSpec | None) -> str:
        return REMEDY if spec is None else find_kind(spec.name).table.remedy(spec.name, spec)

    def todays(spec: TableSpec) -> TableSpec:
        if spec.name != Path(path).stem:
            raise ForeignTable(f"{path}: holds the table {spec.name}; rename or delete it")
        try:
            return find_kind(spec.name).table.spec_like(spec.name, spec)
        except UnknownGame as error:
            text = f"{spec.name} is not a table of this llq's games: {error}"
            raise ForeignTable(text) from error

    return open_table(path, todays, remedy=remedy)


def verify_files(
    paths: Iterable[str | os.PathLike[str]] | None = None,
) -> Iterator[tuple[Path, TableInfo | LlqError]]:
    """Yield table files with metadata, or with the refusal's error.

    Parameters
    ----------
    paths
        The files; by default every one that is found.
    """
    chosen = [table.path for table in tables()] if paths is None else map(Path, paths)
    for path in chosen:
        try:
            yield path, verify_file(path)
        except LlqError as error:
            yield path, error


def check_published(info: TableInfo) -> bool:
    """Return whether a table equals its published namesake; refuse a false claim."""
    published = table_record(info.spec.name)
    if published.get("content_hash", info.content_hash) == info.content_hash:
        return "content_hash" in published
    parameters, version = dict(info.spec.parameters), info.spec.version
    if (published["parameters"], published["version"]) == (parameters, version):
        raise CorruptTable(
            f"{info.path}: has the content {info.content_hash[:12]}, the table published under its "
            f"name and parameters has {published['content_hash'][:12]}; build it again with: "
            f"{info.provenance.command}"
        )
    return False
