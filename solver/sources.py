"""Hashes of sources: what a table was built from, and what a compiled kernel was compiled from.

A table's hash covers the *import closure* of its builder: every module of llq that it imports,
directly or not. Of a module only the code counts. Docstrings, comments, formatting and the names of
folders and modules do not, so that a file may be moved or reworded; an import stands for the code
that it imports. Imports for type checkers alone are left out, and so is what `_VALUE_FREE` names.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import NamedTuple

import platformdirs

__all__ = ["kernel_hash", "source_hash"]

_PACKAGE = "llq"
_VALUE_FREE = {
    "llq.errors": "what messages are called",
    "llq.solver.sources": "this module",
    "llq.solver.blocks": "who computes, on which nothing depends",
    "llq.solver.threads": "who computes, on which nothing depends",
    "llq.solver.worker_calls": "passes on what a builder's functions return",
    "llq.query.block_build": "keeps and passes on what a builder's functions return",
    "llq.query.progress": "how far a build is",
    "llq.store.atomic": "how files are replaced",
    "llq.store.checkpoints": "blocks until they are joined, each checked by its SHA-256",
    "llq.store.chunks": "reading, each chunk checked by its SHA-256",
    "llq.store.columns": "reading, by chunks",
    "llq.store.locate": "where files lie",
    "llq.store.parts": "blocks until they are joined, each checked by its SHA-256",
    "llq.store.provenance": "who built it, and when",
    "llq.store.schema": "names and hashes; what a table is stands in its builder",
    "llq.store.tables": "reading, by the format's version",
    "llq.store.writing": "layout, by the format's version; each file is compared with its arrays",
}
"""Modules that no stored value depends on, with the reason.

A fault in one of those that pass values on would be seen: a file is read again after it is written
and compared with the hash of the arrays, and ``llq verify-files --rebuild`` computes values anew.
"""


@cache
def source_hash(*roots: str) -> str:
    """Return the SHA-256 of the code of some modules and of all that they import from llq.

    Parameters
    ----------
    roots
        Full names, such as ``llq.query.dominion.build``. A file beside a module that one of its
        string constants names, such as ``"dominion.toml"``, is part of it, byte for byte.
    """
    kept = _kept(roots)
    if kept is None:
        kept = _keep(roots, _compute(roots))
    return kept


@cache
def kernel_hash() -> str:
    """Return the SHA-256 of every file of the solver, to the byte: the key of compiled kernels."""
    folder = Path(__file__).parent
    return _digest(*(part for path in sorted(folder.rglob("*.py")) for part in _raw(path)))


class _Closure(NamedTuple):
    digest: str
    files: tuple[Path, ...]


class _Module(NamedTuple):
    """A module as far as it counts."""

    code: tuple[bytes | str, ...]
    """What is hashed: its code, in pieces; a module's name between them stands for that module."""
    files: tuple[Path, ...]
    """Its own, and those beside it that it names."""

    @property
    def imports(self) -> list[str]:
        """The modules of llq that it imports."""
        return [piece for piece in self.code if isinstance(piece, str)]


def _compute(roots: tuple[str, ...]) -> _Closure:
    """Return the hash of an import closure, and its files."""
    found: dict[str, _Module] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = _read(name)
            waiting += found[name].imports
    paths = sorted({path for module in found.values() for path in module.files})
    return _Closure(_digest(*(text.encode() for text in sorted(map(_whole, found)))), tuple(paths))


@cache
def _whole(name: str) -> str:
    """Return the hash of a module's code; an import is the hashes of what it imports."""
    module = _read(name)
    return _hash_module(module, {one: _alone(one) for one in module.imports})


@cache
def _alone(name: str) -> str:
    """Return the hash of a module's code but for what it imports."""
    return _hash_module(_read(name), {})


@cache
def _read(name: str) -> _Module:
    """Return a module without docstrings and imports for type checkers."""
    path = _file(name)
    if path is None:
        raise ModuleNotFoundError(f"no module {name!r} to hash", name=name)
    tree = _Strip().visit(ast.parse(path.read_bytes()))
    beside = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
            with suppress(OSError, ValueError):
                if "/" not in node.value and (file := path.parent / node.value).is_file():
                    beside.add(file)
    files = sorted(beside)
    code: list[bytes | str] = []
    run = bytearray()
    for piece in (*_pieces(tree), *(_framed(file.read_bytes()) for file in files)):
        if isinstance(piece, bytes):
            run += piece
        else:
            code += [bytes(run), piece]
            run.clear()
    code.append(bytes(run))
    return _Module(tuple(code), (path, *files))


def _pieces(value: object) -> Iterator[bytes | str]:
    """Yield what is hashed of code; names are those of imported modules of llq."""
    if isinstance(value, ast.Import | ast.ImportFrom) and (modules := _modules(value)):
        yield from modules
        yield from (_framed(f"{alias.asname}".encode()) for alias in value.names)
        if isinstance(value, ast.ImportFrom):
            names = (a.name for a in value.names if not _path(f"{value.module}.{a.name}"))
            yield from (_framed(name.encode()) for name in names)
    elif isinstance(value, ast.AST):
        yield _framed(type(value).__name__.encode())
        for name in value._fields:
            inner = getattr(value, name, None)
            # "kind" and "type_params" differ between versions of Python for the same code.
            if inner not in (None, []) and name not in ("kind", "type_params", "ctx"):
                yield _framed(name.encode())
                yield from _pieces(inner)
    elif isinstance(value, list):
        yield _framed(str(len(value)).encode())
        for inner in value:
            yield from _pieces(inner)
    else:
        yield _framed(repr(value).encode())


def _modules(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the modules of llq that an import statement names, as far as they count."""
    return [one for one in _imported(node) if _path(one) and one not in _VALUE_FREE]


class _Strip(ast.NodeTransformer):
    """Drops docstrings, and what stands under ``if TYPE_CHECKING:``."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        is_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return node.orelse if is_types else node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        self.generic_visit(node)
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_text else node


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """Yield the names that may be modules of llq."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif node.module:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
        yield node.module


def _path(name: str) -> Path | None:
    """Return a module's file, None if it is none of llq's, or a package."""
    return _file(name) if name.partition(".")[0] == _PACKAGE else None


def _file(name: str) -> Path | None:
    spec = _spec(name)
    is_module = spec is not None and spec.origin and spec.submodule_search_locations is None
    return Path(str(spec.origin)) if spec is not None and is_module else None


@cache
def _spec(name: str) -> ModuleSpec | None:
    """Return where a module is, without importing what is above it as `importlib` does."""
    folders: Sequence[str] | None = None
    if parent := name.rpartition(".")[0]:
        above = _spec(parent)
        if above is None or above.submodule_search_locations is None:
            return None
        folders = above.submodule_search_locations
    found = (finder.find_spec(name, folders) for finder in sys.meta_path)
    return next((spec for spec in found if spec is not None), None)


def _hash_module(module: _Module, others: dict[str, str]) -> str:
    """Return the hash of a module's code, given those of what it imports."""
    digest = hashlib.sha256()
    for piece in module.code:
        if isinstance(piece, str):
            digest.update(_framed(others.get(piece, "").encode()))
        else:
            digest.update(piece)
    return digest.hexdigest()


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(map(_framed, parts))).hexdigest()


def _framed(part: bytes) -> bytes:
    """Return a part of what is hashed after its length, so that no two lists of parts agree."""
    return len(part).to_bytes(8, "little") + part


def _raw(path: Path) -> tuple[bytes, bytes]:
    return path.name.encode(), path.read_bytes()


# Reading the code of a closure takes a tenth of a second or more; that its files are still the same
# to the byte takes a few milliseconds. So the hash is kept beside the hash of the bytes.


def _cache_file(roots: tuple[str, ...]) -> Path:
    folder = platformdirs.user_cache_path("llq", appauthor=False) / "sources"
    home = Path(__file__).resolve().parent
    return folder / f"{_digest(str(home).encode(), *(root.encode() for root in roots))[:16]}.json"


def _kept(roots: tuple[str, ...]) -> str | None:
    """Return the hash that was kept, if every file of the closure is as it was then."""
    try:
        note = json.loads(_cache_file(roots).read_text("utf-8"))
        parts = [part for name in note["files"] for part in _raw(Path(name))]
        is_same = note["bytes"] == _digest(*parts, *_own())
        return str(note["hash"]) if is_same else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _keep(roots: tuple[str, ...], closure: _Closure) -> str:
    """Keep a hash for the next process, where there is room for it; return it."""
    parts = [part for path in closure.files for part in _raw(path)]
    note = {
        "hash": closure.digest,
        "bytes": _digest(*parts, *_own()),
        "files": [str(path) for path in closure.files],
    }
    file = _cache_file(roots)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary = file.with_suffix(f".{os.getpid()}")
        temporary.write_text(json.dumps(note), "utf-8")
        temporary.replace(file)
    return closure.digest


def _own() -> tuple[bytes, bytes]:
    """Return this file: it says how a hash is made."""
    return _raw(Path(__file__))
