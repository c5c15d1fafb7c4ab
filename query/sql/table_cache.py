"""Tables laid out for SQL: one DuckDB file per table.

The files are a cache, named after a table's content and the code that lays it out. They may be
deleted at any time.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from pathlib import Path

from platformdirs import user_cache_path

from llq.errors import CorruptTable, ForeignTable, LlqError, UnknownGame
from llq.query.games import find_kind
from llq.query.published_figures import published_hash
from llq.query.table_kinds import TableKind
from llq.solver.sources import code_hash
from llq.store import database
from llq.store.atomic import exclusive
from llq.store.block_hashes import require_block_hashes, write_block_hashes
from llq.store.interruption import Interruption
from llq.store.locate import list_tables
from llq.store.tables import TableInfo

_LARGE_ROWS = 3_000_000  # laying out more takes longer than a request may
_MIB_CHECKED = 64


@dataclass(frozen=True)
class BuiltTable:
    """A current table, or the part of it whose relations are laid out in a file of their own."""

    kind: TableKind
    info: TableInfo
    is_apart: bool = False

    @property
    def name(self) -> str:
        """The name of its layout, such as ``love_letter-classic``."""
        return f"{self.info.spec.name}{'-apart' * self.is_apart}"

    @property
    def layouts(self) -> tuple[BuiltTable, ...]:
        """Everything laid out of the table."""
        has_apart = self.name in self.kind.apart_names
        return (self, replace(self, is_apart=True)) if has_apart else (self,)

    @property
    def views(self) -> list[str]:
        """Names of the relations and views laid out here."""
        names = self.kind.views_of(self.info.spec.name)
        return [name for name in names if self.kind.is_apart(name) == self.is_apart]

    @property
    def is_large(self) -> bool:
        """Whether laying out takes so long that no request waits for it unasked."""
        rows = max(prod(array.shape) for array in self.info.stored.values())
        return self.is_apart or rows > _LARGE_ROWS


def built_tables() -> tuple[dict[str, BuiltTable], dict[str, LlqError]]:
    """Return built tables and refusal reasons, both by name."""
    built: dict[str, BuiltTable] = {}
    refused: dict[str, LlqError] = {}
    for name in sorted({table.name for table in list_tables()}):
        with suppress(ForeignTable, UnknownGame):  # of no game or variant of ours
            kind = find_kind(name)
            try:
                built[name] = current_table(name, kind)
            except UnknownGame:
                raise
            except LlqError as error:
                refused[name] = error
    return built, refused


def current_table(name: str, kind: TableKind) -> BuiltTable:
    """Return a current table, whose rows load on demand."""
    with kind.table.open_file(name) as table:
        return BuiltTable(kind, table.info)


def find_layout(table: BuiltTable) -> Path | None:
    """Return a table's DuckDB file, None if missing or altered.

    The whole file is checked; of one larger than 64 MiB, 64 MiB of blocks chosen at random.
    """
    path = _path(table)
    with suppress(CorruptTable):
        require_block_hashes(path, _MIB_CHECKED)
        return path
    return None


def lay_out(table: BuiltTable, interruption: Interruption | None = None) -> Path:
    """Write and return a table's DuckDB file, which replaces older layouts.

    One process at a time does this: the others wait, and use what it wrote. Another thread stops it
    through ``interruption``.
    """
    path = _path(table)
    with exclusive(layout_folder() / table.name) as waited:
        if waited and (layout := find_layout(table)):
            return layout
        for old in layout_folder().glob(f"{table.name}.*.duckdb*"):
            # In use on a system that locks open files; on others its user keeps it.
            with suppress(OSError):
                old.unlink()
        opened = table.kind.table.load(table.info.spec.name, table.info.path)
        contents = opened.apart() if table.is_apart else opened.sql()
        database.write_database(path, contents, interruption)
        write_block_hashes(path)
    return path


def remove_damaged(table: BuiltTable) -> bool:
    """Remove a table's DuckDB file if damaged; return whether it was."""
    path = _path(table)
    try:
        require_block_hashes(path)
    except CorruptTable:
        path.unlink(missing_ok=True)
        return True
    return False


def verify_layouts() -> Iterator[tuple[Path, CorruptTable | None]]:
    """Verify layout files completely; yield paths with their damage, if any."""
    for path in sorted(layout_folder().glob("*.duckdb")):
        damage: CorruptTable | None = None
        with exclusive(path.parent / path.name.partition(".")[0]):  # whoever writes it is done
            try:
                require_block_hashes(path)
            except CorruptTable as error:
                damage = error
        if path.exists():
            yield path, damage


def layout_folder() -> Path:
    """Return the layout folder, a temporary one for a read-only home."""
    return _writable(user_cache_path("llq", appauthor=False) / "sql")


@cache
def _writable(folder: Path) -> Path:
    """Create and return the folder, or a temporary substitute announced on stderr."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    if os.access(folder, os.W_OK):
        return folder
    spare = Path(tempfile.mkdtemp(prefix="llq-sql-"))
    atexit.register(shutil.rmtree, spare, ignore_errors=True)
    print(
        f"llq: nothing can be kept in {folder}: tables are laid out anew each time; set "
        "XDG_CACHE_HOME to a folder that can be written",
        file=sys.stderr,
    )
    return spare


def _path(table: BuiltTable) -> Path:
    """Return a layout's path, which need not exist."""
    parts = (code_hash(), published_hash(), table.info.content_hash)
    digest = hashlib.sha256("".join(parts).encode())
    return layout_folder() / f"{table.name}.{digest.hexdigest()[:16]}.duckdb"
