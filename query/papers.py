"""Figures that the papers print, as rows."""

from __future__ import annotations

import csv
from importlib.resources import files

__all__ = ["published"]


def published(name: str) -> list[dict[str, str]]:
    """Return the rows of one table of published figures, its cells as printed.

    Parameters
    ----------
    name
        The file in ``tables/published`` without its ending.
    """
    text = files("llq.published").joinpath(f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
