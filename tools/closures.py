"""What each kind of table is built by: the import closure of its builder, hashed.

A table carries the version of its kind, which a person raises when the kind's numbers change. So
that nobody forgets, `tests/source_hashes.json` has each kind's version and a hash of its builder's
import closure: the code of every module of llq that it imports, directly or not. A file may be
moved or reworded: docstrings, comments, formatting, and names of folders and modules do not count,
nor do imports for type checkers, `_repr_html_`, `sql`, and the modules of `_VALUE_FREE`.

After a change a minute's share of each table of a changed closure is computed and compared with the
stored one, bit by bit; the new hash is recorded where they agree or the version was raised.
"""

import ast
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import NamedTuple

from llq.query.games import all_kinds
from llq.query.table_kinds import TableKind
from llq.query.tables.rebuild import rebuild_file
from llq.store.shipped import standard_folder
from llq.store.tables import open_table
from tools.examples import ROOT

RECORDED = ROOT / "tests" / "source_hashes.json"
_SHARE = 0.001
_SECONDS = 60  # a table that took no longer is computed whole, of others as much
_PACKAGE = "llq"
_VALUE_FREE = {
    "llq.errors": "what messages are called",
    "llq.solver.compiler_process": "who compiles, by the same compiler",
    "llq.solver.sources": "keys of caches",
    "llq.solver.jobs.blocks": "who computes, on which nothing depends",
    "llq.solver.jobs.progress": "how far work is",
    "llq.solver.jobs.threads": "who computes, on which nothing depends",
    "llq.query.questions": "how functions are asked",
    "llq.query.results": "how results are printed",
    "llq.query.inputs": "words and bounds of parameters",
    **{
        f"llq.query.{game}.inputs": "words and bounds of parameters"
        for game in ("dominion", "literature", "love_letter", "sueca")
    },
    "llq.query.dominion.relations": "relations for SQL, made of columns",
    "llq.query.bots.contract": "others' programs: no table that comes with llq has one play",
    "llq.query.bots.program": "others' programs: no table that comes with llq has one play",
    "llq.query.jobs.block_build": "keeps and passes on what a builder's functions return",
    "llq.query.tables.relations": "words of SQL relations",
    "llq.query.tables.stored_table": "names, commands and opening; reading by `llq.store.tables`",
    "llq.store.atomic": "how files are replaced",
    "llq.store.checkpoints": "blocks until they are joined, each checked by its SHA-256",
    "llq.store.chunks": "reading, each chunk checked by its SHA-256",
    "llq.store.columns": "reading, by chunks",
    "llq.store.database": "relations for SQL, made of files",
    "llq.store.locate": "where files lie",
    "llq.store.provenance": "who built it, and when",
    "llq.store.schema": "names and hashes; what a table is stands in its builder",
    "llq.store.tables": "opening and reading, by the format's version",
    "llq.store.writing": "layout, by the format's version; each file is compared with its arrays",
}
"""Modules that no stored value depends on, with the reason.

A fault in one of those that pass values on would be seen: a file is read again after it is written
and compared with the hash of the arrays, and ``llq verify-files --rebuild`` computes values anew.
"""


class Closure(NamedTuple):
    """An import closure."""

    digest: str
    files: tuple[Path, ...]


def problem(kind: TableKind) -> str | None:
    """Return what to do about a kind whose builder changed under the same version, if it did."""
    if _recorded().get(kind.name) == _row(kind):
        return None
    return (
        f"what builds {kind.name} has changed. If its numbers changed, raise the version of its "
        "class and rebuild it; then, or if they are the same, run: "
        f"python -m tools.update closures:{kind.name}"
    )


def generate(part: str, *, check: bool) -> Iterator[tuple[Path, bytes]]:
    """Yield the record with each kind of table, or one, that is new or proves the same."""
    for kind in all_kinds():
        if part not in ("", kind.name) or (message := problem(kind)) is None:
            continue
        is_raised = _recorded().get(kind.name, {}).get("version") != kind.table.version
        for name in () if check or is_raised else kind.standard:
            path = standard_folder() / f"{name}.h5"
            with open_table(path) as table:
                takes = table.info.provenance.seconds
            rebuilt = rebuild_file(path, share=min(1.0, max(_SHARE, _SECONDS / max(takes, 1.0))))
            if not rebuilt.agrees:
                raise SystemExit(f"{name}: {rebuilt.finding}; {message}")
            print(f"{name}: {rebuilt.finding}", flush=True)
        rows = _recorded() | {kind.name: _row(kind)}  # others may have recorded theirs meanwhile
        yield RECORDED, f"{json.dumps(rows, indent=1, sort_keys=True)}\n".encode()


def _recorded() -> dict[str, dict[str, object]]:
    """Return the recorded version and hash of each kind of table."""
    return dict(json.loads(RECORDED.read_text("utf-8")))


def _row(kind: TableKind) -> dict[str, object]:
    """Return the version and hash of a kind of table today."""
    return {"version": kind.table.version, "closure": read_closure(kind.table.__module__).digest}


@cache
def read_closure(*roots: str) -> Closure:
    """Return the import closure of some modules.

    A file beside a module that one of its string constants names, such as ``"dominion.toml"``, is
    part of it, byte for byte.
    """
    modules: dict[str, _Module] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in modules:
            modules[name] = _read(name)
            waiting += [*modules[name].imports, *(modules[name].delegates if name in roots else ())]
    paths = sorted({path for module in modules.values() for path in module.files})
    hashes = b"".join(_framed(text.encode()) for text in sorted(map(_hash_with_imports, modules)))
    return Closure(hashlib.sha256(hashes).hexdigest(), tuple(paths))


class _Module(NamedTuple):
    """A module as far as it counts."""

    code: tuple[bytes | str, ...]
    """What is hashed: its code, in pieces; a module's name between them stands for that module."""
    files: tuple[Path, ...]
    """Its own, and those beside it that it names."""
    delegates: tuple[str, ...]
    """The modules whose functions its classes' ``build`` and ``replay`` hand all on to."""

    @property
    def imports(self) -> list[str]:
        """The modules of llq that it imports."""
        return [piece for piece in self.code if isinstance(piece, str)]


@cache
def _hash_with_imports(name: str) -> str:
    """Return the hash of a module's code; an import is the hashes of what it imports."""
    module = _read(name)
    return _hash_module(module, {name: _hash_without_imports(name) for name in module.imports})


@cache
def _hash_without_imports(name: str) -> str:
    """Return the hash of a module's code but for what it imports."""
    return _hash_module(_read(name), {})


@cache
def _read(name: str) -> _Module:
    """Return a module without docstrings and imports for type checkers."""
    path = _path(name)
    if path is None:
        raise ModuleNotFoundError(f"no module {name!r} to hash", name=name)
    strip = _Strip()
    tree = strip.visit(ast.parse(path.read_bytes()))
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
    return _Module(tuple(code), (path, *files), tuple(strip.delegates))


def _pieces(value: object) -> Iterator[bytes | str]:
    """Yield what is hashed of code; names are those of imported modules of llq."""
    if isinstance(value, ast.Import | ast.ImportFrom) and (modules := _modules(value)):
        yield from modules
        yield from (_framed(f"{alias.asname}".encode()) for alias in value.names)
        if isinstance(value, ast.ImportFrom):
            for alias in value.names:
                if not _path(f"{value.module}.{alias.name}"):
                    yield _framed(alias.name.encode())
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
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif node.module:
        names = [*(f"{node.module}.{alias.name}" for alias in node.names), node.module]
    else:
        names = []
    return [name for name in names if _path(name) and name not in _VALUE_FREE]


class _Strip(ast.NodeTransformer):
    """Drops docstrings, what notebooks and SQL show, and what only type checkers import."""

    def __init__(self) -> None:
        self.delegates: list[str] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        self.generic_visit(node)
        match node.name, node.body:
            case "build" | "replay", [*delegates, ast.Return(ast.Call())] if all(
                isinstance(delegate, ast.ImportFrom) for delegate in delegates
            ):
                self.delegates += [name for delegate in delegates for name in _modules(delegate)]
                return None
        return None if node.name in ("_repr_html_", "sql", "apart") else node

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        is_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return node.orelse if is_types else node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        self.generic_visit(node)
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_text else node


def _path(name: str) -> Path | None:
    """Return a module's file; None for packages and modules outside llq."""
    spec = _spec(name) if name.partition(".")[0] == _PACKAGE else None
    if spec is None or not spec.origin or spec.submodule_search_locations is not None:
        return None
    return Path(spec.origin)


@cache
def _spec(name: str) -> ModuleSpec | None:
    """Return where a module is, without importing what is above it as `importlib` does."""
    folders: Sequence[str] | None = None
    if parent := name.rpartition(".")[0]:
        above = _spec(parent)
        if above is None or above.submodule_search_locations is None:
            return None
        folders = above.submodule_search_locations
    specs = (finder.find_spec(name, folders) for finder in sys.meta_path)
    return next((spec for spec in specs if spec is not None), None)


def _hash_module(module: _Module, imported: dict[str, str]) -> str:
    """Return the hash of a module's code, given those of what it imports."""
    digest = hashlib.sha256()
    for piece in module.code:
        if isinstance(piece, str):
            digest.update(_framed(imported.get(piece, "").encode()))
        else:
            digest.update(piece)
    return digest.hexdigest()


def _framed(part: bytes) -> bytes:
    """Return a part of what is hashed after its length, so that no two lists of parts agree."""
    return len(part).to_bytes(8, "little") + part
