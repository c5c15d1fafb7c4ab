"""Hashes of llq's own files: what compiled kernels, and caches of what llq computed, belong to."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec

_SUFFIXES = (".py", ".toml", ".csv")


def kernel_hash() -> str:
    """Return the SHA-256 of every file of the solver, to the byte: the key of compiled kernels."""
    return tree_hash("solver")


@cache
def tree_hash(*layers: str) -> str:
    """Return the SHA-256 of the code and data of some of llq's layers, to the byte.

    Parameters
    ----------
    layers
        Such as ``solver`` and ``query``.
    """
    digest = hashlib.sha256()
    for layer in layers:
        spec = find_spec(f"llq.{layer}")
        for root in (spec and spec.submodule_search_locations) or ():
            for path in sorted(_files(root)):
                with open(path, "rb") as file:  # noqa: PTH123
                    content = file.read()
                for part in (path[len(root) :].replace(os.sep, "/").encode(), content):
                    digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


def _files(root: str) -> Iterator[str]:
    """Yield the paths of a layer's files; strings, as this is part of each start of SQL."""
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(_SUFFIXES):
                yield f"{folder}{os.sep}{name}"
