"""Progress of one part of a task, reported as progress of the whole."""

from __future__ import annotations

from collections.abc import Callable


def offset_progress(
    progress: Callable[[int, int], None] | None, before: int, total: int
) -> Callable[[int, int], None] | None:
    """Return a function that reports a part's progress as the whole's, after ``before`` units."""
    if progress is None:
        return None
    return lambda done, _: progress(before + done, total)
