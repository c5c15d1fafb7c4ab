"""SQL on the site: the database as one file, and DuckDB-Wasm, which queries it in the browser.

DuckDB-Wasm comes from the caller's npm packages: it is larger than this library's own code. A page
that uses it loads nothing from elsewhere.
"""

from __future__ import annotations

import gzip
import json
import os
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from llq.errors import BadQuestion
from llq.query.sql.exports import export_database

_DUCKDB, _ARROW = Path("@duckdb", "duckdb-wasm"), Path("apache-arrow")
_OLDEST = (1, 32)
"""The release whose DuckDB reads what this one writes."""
_SCRIPTS = {
    "duckdb": _DUCKDB / "dist" / "duckdb-browser.mjs",
    "worker": _DUCKDB / "dist" / "duckdb-browser-eh.worker.js",
    "arrow": _ARROW / "Arrow.es2015.min.js",
}
_ENGINE = _DUCKDB / "dist" / "duckdb-eh.wasm"
_AS_MODULE = """const globals = {};
(function () {
%s
}).call(globals);
export const { RecordBatchReader, Table, Type } = globals.Arrow;
"""
"""A script that sets a name of ``this``, as a module with what DuckDB-Wasm imports of it."""
_LEVEL, _DIGITS = 9, 16


def database_files(modules: str | os.PathLike[str]) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Return the files of DuckDB-Wasm and the database, and what the manifest says of them.

    Parameters
    ----------
    modules
        The ``node_modules`` into which npm has installed ``@duckdb/duckdb-wasm``.

    Raises
    ------
    BadQuestion
        The folder has no DuckDB-Wasm, or one that is too old.
    """
    folder = Path(modules)
    version = _version(folder)
    scripts = {name: _read(folder, file) for name, file in _SCRIPTS.items()}
    scripts["arrow"] = (_AS_MODULE % scripts["arrow"].decode()).encode()
    whole = sha256(b"".join(scripts.values())).hexdigest()[:_DIGITS]
    files = {f"code-{whole}/{name}.js": content for name, content in scripts.items()}
    said: dict[str, Any] = {
        "version": version,
        "code": {name: f"code-{whole}/{name}.js" for name in scripts},
    }
    with TemporaryDirectory() as temporary:
        database = export_database(Path(temporary, "llq.duckdb")).read_bytes()
    for name, content in (("engine", _read(folder, _ENGINE)), ("database", database)):
        packed = gzip.compress(content, _LEVEL, mtime=0)
        hashed = sha256(packed).hexdigest()
        file = f"tables/sql-{name}-{hashed[:_DIGITS]}.bin"
        files[file] = packed
        said[name] = {
            "file": file,
            "bytes": len(packed),
            "sha256": hashed,
            "encoding": "gzip",
            "decoded_bytes": len(content),
        }
    return files, said


def _version(folder: Path) -> str:
    package = _read(folder, _DUCKDB / "package.json")
    try:
        version = str(json.loads(package)["version"])
        release = tuple(int(part) for part in version.split(".")[:2])
    except (ValueError, KeyError, TypeError):
        raise BadQuestion(f"{folder / _DUCKDB}: package.json names no version") from None
    if release < _OLDEST:
        oldest = ".".join(map(str, _OLDEST))
        raise BadQuestion(
            f"{folder}: has DuckDB-Wasm {version}; {oldest} or newer reads this database: npm "
            "install @duckdb/duckdb-wasm@latest"
        )
    return version


def _read(folder: Path, file: Path) -> bytes:
    try:
        return (folder / file).read_bytes()
    except (OSError, ValueError):  # not there, forbidden, or a null character
        raise BadQuestion(
            f"{folder}: has no {file.as_posix()}; name the node_modules that has it after npm "
            "install @duckdb/duckdb-wasm"
        ) from None
