"""Numbers of threads as callers give them."""

from __future__ import annotations

from operator import index
from typing import Any

from llq.errors import IllegalState


def check_threads(threads: Any) -> None:
    """Refuse an invalid number of threads; None, where it is accepted, means every core.

    Raises
    ------
    IllegalState
        It is not a positive integer.

    Examples
    --------
    >>> from llq.query.jobs.arguments import check_threads
    >>> check_threads(0)
    Traceback (most recent call last):
    llq.errors.IllegalState: threads must be a positive integer; got 0
    """
    if threads is None:
        return
    try:
        is_number = index(threads) >= 1
    except TypeError:
        is_number = False
    if not is_number:
        raise IllegalState(f"threads must be a positive integer; got {threads!r}")
