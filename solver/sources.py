"""Hashes of llq's own files: what compiled kernels, and caches of what llq computed, belong to."""

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec

SHARED_ROOMS = ("jobs",)
"""Solver folders shared by all games."""

_SUFFIXES = (".py", ".toml", ".csv")


def code_hash() -> str:
    """Return the cache key of computed results: the SHA-256 of all code that computes them."""
    return tree_hash("solver", "store", "query")


def kernel_hash(module: str) -> str:
    """Return the cache key of a module's kernels: the SHA-256 of every file they may depend on.

    A game's kernels are made of its own folder and of what all games share. Kernels outside the
    solver may be made of any file of it.
    """
    words = module.split(".")
    if words[:2] != ["llq", "solver"]:
        return tree_hash("solver")
    return tree_hash("solver", rooms=SHARED_ROOMS + ((words[2],) if len(words) > 3 else ()))


@cache
def tree_hash(*layers: str, rooms: tuple[str, ...] | None = None) -> str:
    """Return the SHA-256 of code and data files in some of llq's layers, byte for byte.

    Layers are such as ``solver`` and ``query``. Of their folders only ``rooms`` count, besides the
    files in none; by default all do.
    """
    digest = hashlib.sha256()
    for layer in layers:
        spec = find_spec(f"llq.{layer}")
        for root in (spec and spec.submodule_search_locations) or ():
            for path in sorted(_files(root)):
                name = path[len(root) + 1 :].replace(os.sep, "/")
                room, is_inside, _ = name.partition("/")
                if is_inside and rooms is not None and room not in rooms:
                    continue
                with open(path, "rb") as file:  # noqa: PTH123
                    content = file.read()
                for part in (name.encode(), content):
                    digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


def _files(root: str) -> Iterator[str]:
    """Yield a layer's file paths as strings, for speed: every start of SQL runs this."""
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(_SUFFIXES):
                yield f"{folder}{os.sep}{name}"
