"""Progress of long jobs, as their callers are told of it."""

from collections.abc import Callable

Progress = Callable[[int, int], None] | None
"""Callback for the work done and its total; None for none."""
