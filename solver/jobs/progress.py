"""Progress of long jobs, as their callers are told of it, and of parts as the whole's."""

from collections.abc import Callable

Progress = Callable[[int, int], None] | None
"""Callback for the work done and its total; None for none."""


def offset_progress(progress: Progress, before: int, total: int) -> Progress:
    """Return a function that reports a part's progress as the whole's, after ``before`` units."""
    return progress and (lambda done, _: progress(before + done, total))


def scale_progress(progress: Progress, part: int, parts: int, steps: int = 1000) -> Progress:
    """Return a function that reports one of several equal parts, each as ``steps`` of the whole."""
    return progress and (
        lambda done, total: progress(steps * part + steps * done // max(total, 1), steps * parts)
    )
