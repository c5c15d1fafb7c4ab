"""Hashes of llq's own files: what compiled kernels, and caches of what llq computed, belong to."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

__all__ = ["kernel_hash", "tree_hash"]

_SUFFIXES = {".py", ".toml", ".csv"}


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
        for folder in (spec and spec.submodule_search_locations) or ():
            for path in sorted(Path(folder).rglob("*")):
                if path.suffix in _SUFFIXES:
                    for part in (path.relative_to(folder).as_posix().encode(), path.read_bytes()):
                        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()
