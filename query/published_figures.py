"""Figures that the papers print, as rows."""

from __future__ import annotations

import csv
import hashlib
from importlib.resources import files


def published(name: str) -> list[dict[str, str]]:
    """Return the rows of one table of published figures, its cells as printed.

    Parameters
    ----------
    name
        The file in ``tables/published`` without its ending.
    """
    text = (
        files("llq.standard_tables.published").joinpath(f"{name}.csv").read_text(encoding="utf-8")
    )
    return list(csv.DictReader(text.splitlines()))


def published_hash() -> str:
    """Return the SHA-256 of all tables of published figures."""
    digest = hashlib.sha256()
    for file in sorted(
        files("llq.standard_tables.published").iterdir(), key=lambda file: file.name
    ):
        if file.name.endswith(".csv"):
            digest.update(file.read_bytes())
    return digest.hexdigest()
