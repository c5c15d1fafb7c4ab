"""Progress of long jobs, as their callers are told of it."""

from collections.abc import Callable

Progress = Callable[[int, int], None] | None
"""Callback for the work done and its total; None for none."""


def offset_progress(progress: Progress, before: int, total: int) -> Progress:
    """Return a function that reports a part's progress as the whole's, after ``before`` units."""
    return progress and (lambda done, _: progress(before + done, total))
