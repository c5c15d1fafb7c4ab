"""Hashes of llq's own files: what compiled kernels, and caches of what llq computed, belong to."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec

SHARED_ROOMS = ("jobs",)
"""Folders of the solver that belong to no game."""

_SUFFIXES = (".py", ".toml", ".csv")


def code_hash() -> str:
    """Return the SHA-256 of all that computes results, to the byte: the key of what is cached."""
    return tree_hash("solver", "store", "query")


def kernel_hash(module: str) -> str:
    """Return the SHA-256 of every file that a module's kernels may be made of: their key.

    A game's kernels are made of its own folder and of what all games share. Kernels outside the
    solver may be made of any file of it.
    """
    words = module.split(".")
    if words[:2] != ["llq", "solver"]:
        return tree_hash("solver")
    return tree_hash("solver", rooms=SHARED_ROOMS + ((words[2],) if len(words) > 3 else ()))


@cache
def tree_hash(*layers: str, rooms: tuple[str, ...] | None = None) -> str:
    """Return the SHA-256 of the code and data of some of llq's layers, to the byte.

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
    """Yield the paths of a layer's files; strings, as this is part of each start of SQL."""
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(_SUFFIXES):
                yield f"{folder}{os.sep}{name}"
