"""Progress of a part, reported as progress of the whole."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["offset_progress"]


def offset_progress(
    progress: Callable[[int, int], None] | None, before: int, total: int
) -> Callable[[int, int], None] | None:
    """Return a function that reports a part, begun when ``before`` was done, as the whole."""
    if progress is None:
        return None
    return lambda done, _: progress(before + done, total)
