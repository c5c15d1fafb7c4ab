"""Hashes of the solver's own sources: what a table or a compiled kernel was made from."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

__all__ = ["source_hash"]


@cache
def source_hash(*files: str) -> str:
    """Return the SHA-256 of some solver sources, or of all of them.

    Parameters
    ----------
    files
        Paths below the solver's folder, such as ``love_letter/rules.py``; none means every one.
    """
    folder = Path(__file__).parent
    paths = [folder / file for file in files] or sorted(folder.rglob("*.py"))
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()
