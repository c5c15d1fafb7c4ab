"""Writing the site: all of it, each file at once, and nothing that is not its own."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from llq.errors import TableNotWritable
from llq.query.version import __version__
from llq.store.atomic import replacing
from llq.store.schema import Column
from llq.web.site.database import database_files
from llq.web.site.game_tables import SiteTable, site_tables
from llq.web.site.rendering import code_files, page_files

_MARK, _FORMAT = "llq", 1
_MANIFEST = "manifest.json"
_SUMS = "SHA256SUMS"
_HASHED = re.compile(r"(?:tables/[\w-]+-[0-9a-f]{16}\.bin|code-[0-9a-f]{16}/[\w-]+\.\w+)")
"""Files whose names change with what they hold."""
_PAGE = re.compile(r"^[0-9a-f]{64}  ([\w-]+\.html)$", re.MULTILINE)
"""A page in the list of sums."""


@dataclass(frozen=True)
class Site:
    """A site that was exported.

    Parameters
    ----------
    folder
        Where it is.
    sizes
        Bytes of each file, by its name in the folder.
    manifest
        What ``manifest.json`` holds: the tables, and the hashes of their files.
    """

    folder: Path
    sizes: dict[str, int]
    manifest: dict[str, Any]


def export_site(
    folder: str | os.PathLike[str],
    *,
    replace: bool = False,
    duckdb_wasm: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Site:
    """Write the explorers and the stored tables of all games as files that any host can serve.

    An earlier export is replaced file by file, pages last, so that it answers meanwhile; what it
    had and the new one has not is removed. The same tables give the same bytes, but for the
    database's.

    Parameters
    ----------
    folder
        The folder, made if the one above it exists.
    replace
        Whether to write into a folder that holds other files; these stay.
    duckdb_wasm
        The ``node_modules`` that has ``@duckdb/duckdb-wasm``, for a page of SQL over all views.
    progress
        Called with the tables packed and their number.

    Raises
    ------
    BadQuestion
        ``duckdb_wasm`` has no DuckDB-Wasm, or an old one.
    TableMissing
        A table is not there; the message has the command that builds it.
    TableNotWritable
        The folder cannot be written to, or holds other files.
    """
    folder = Path(folder)
    before = _earlier(folder, replace=replace)
    files, manifest = _contents(duckdb_wasm, progress)
    for name, content in files.items():
        with replacing(folder / name) as temporary:
            temporary.write_bytes(content)
    _remove(folder, before - set(files))
    return Site(folder, {name: len(content) for name, content in files.items()}, manifest)


def _contents(
    duckdb_wasm: str | os.PathLike[str] | None, progress: Callable[[int, int], None]
) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Return all files by name, in an order in which none needs a later one, and the manifest."""
    files: dict[str, bytes] = {}
    sql: dict[str, Any] | None = None
    if duckdb_wasm is not None:
        files, sql = database_files(duckdb_wasm)
    tables = {}
    found = site_tables()
    for done, table in enumerate(found):
        progress(done, len(found))
        packed, tables[table.info.spec.name] = pack_table(table)
        files |= packed
    code = code_files()
    files |= code
    manifest = {
        "site": _MARK,
        "format": _FORMAT,
        "version": __version__,
        "tables": tables,
        "sql": sql,
        "code": {name: sha256(content).hexdigest() for name, content in code.items()},
    }
    listed = json.dumps(manifest, ensure_ascii=False).encode() + b"\n"
    files[_MANIFEST] = listed
    (scores,) = (
        array for table in found for column, array in table.columns if column.name == "score"
    )
    files |= page_files(code, manifest, sha256(listed).hexdigest(), scores.tolist())
    sums = [f"{sha256(content).hexdigest()}  {name}\n" for name, content in files.items()]
    return files | {_SUMS: "".join(sums).encode()}, manifest


def _earlier(folder: Path, *, replace: bool) -> set[str]:
    """Return the files that an earlier export may leave over; refuse a folder of other files."""
    try:
        has_parent = folder.absolute().parent.is_dir()
        is_empty = not folder.exists() or next(folder.iterdir(), None) is None
    except (OSError, ValueError) as error:  # not a folder, forbidden, or a null character
        reason = error.strerror if isinstance(error, OSError) else error
        raise TableNotWritable(f"{folder}: cannot be written: {reason}") from error
    if not has_parent:
        raise TableNotWritable(
            f"{folder}: cannot be written: there is no folder {folder.absolute().parent}; make it "
            "first"
        )
    if not is_empty and not replace and not _is_site(folder):
        raise TableNotWritable(
            f"{folder}: holds files that are not an llq site; choose another folder, or write "
            "among them with --replace (replace=True)"
        )
    sums = folder / _SUMS
    pages = _PAGE.findall(sums.read_text("utf-8", "replace")) if sums.is_file() else []
    return {*pages} | {
        f"{file.parent.name}/{file.name}"
        for file in folder.glob("*/*")
        if _HASHED.fullmatch(f"{file.parent.name}/{file.name}")
    }


def _is_site(folder: Path) -> bool:
    """Return whether a folder holds a site that `export_site` has written."""
    try:
        found = json.loads((folder / _MANIFEST).read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("site") == _MARK


def _remove(folder: Path, names: set[str]) -> None:
    """Remove files, and the folders that are empty then."""
    for name in names:
        with suppress(OSError):  # a file too many does no harm
            (folder / name).unlink()
            (folder / name).parent.rmdir()


_LEVEL = 9
_DIGITS = 16
"""Of a hash in a file's name."""


def pack_table(table: SiteTable) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Return the files of a table by name, and what the manifest says of it."""
    files, columns = {}, {}
    for column, array in table.columns:
        file, content, columns[column.name] = _pack_column(table.info.spec.name, column, array)
        files[file] = content
    spec = table.info.spec
    return files, {
        "source": table.source,
        "content_hash": table.info.content_hash,
        "rules_id": spec.rules_id,
        "rules_version": spec.rules_version,
        "parameters": dict(spec.parameters),
        "version": spec.version,
        "provenance": table.info.provenance.to_dict(),
        "columns": columns,
        "rules": dict(table.rules),
    }


def _pack_column(
    table: str, column: Column, array: NDArray[Any]
) -> tuple[str, bytes, dict[str, Any]]:
    """Return a column's file, its content, and what the manifest says of it."""
    decoded = array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
    content = gzip.compress(decoded, _LEVEL, mtime=0)
    hashed = sha256(content).hexdigest()
    file = f"tables/{table}-{column.name}-{hashed[:_DIGITS]}.bin"
    return (
        file,
        content,
        {
            "file": file,
            "bytes": len(content),
            "sha256": hashed,
            "encoding": "gzip",
            "decoded_bytes": len(decoded),
            "decoded_sha256": sha256(decoded).hexdigest(),
            "dtype": column.dtype,
            "byte_order": "little",
            "shape": array.shape,
            "axes": column.axes,
            "unit": column.unit,
            "description": column.description,
        },
    )
