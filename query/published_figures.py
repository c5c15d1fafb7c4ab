"""Figures that the papers print, as rows."""

import csv
import hashlib
from importlib.resources import files

_FOLDER = files("llq.standard_tables.published")


def published(name: str) -> list[dict[str, str]]:
    """Return the rows of ``tables/published/NAME.csv`` as printed."""
    text = _FOLDER.joinpath(f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def published_hash() -> str:
    """Return the SHA-256 of all published-figure tables."""
    tables = sorted(_FOLDER.iterdir(), key=lambda file: file.name)
    texts = [file.read_bytes() for file in tables if file.name.endswith(".csv")]
    return hashlib.sha256(b"".join(texts)).hexdigest()
