"""Telling how far one of several parts of some work is as how far the whole is."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["onward"]


def onward(
    progress: Callable[[int, int], None] | None, before: int, total: int
) -> Callable[[int, int], None] | None:
    """Return what tells the progress of a part, begun when ``before`` was done, as that of all."""
    if progress is None:
        return None
    return lambda done, _: progress(before + done, total)
