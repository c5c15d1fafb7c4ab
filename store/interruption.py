"""Stopping work with DuckDB from another thread, also between its statements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb


class Interruption:
    """A request to stop that a piece of work in another thread heeds.

    >>> interruption = Interruption()
    >>> interruption.check()
    >>> interruption.request()
    >>> try:
    ...     interruption.check()
    ... except KeyboardInterrupt:
    ...     print("stopped")
    stopped
    """

    def __init__(self) -> None:
        self._requested = Event()
        self._lock = Lock()
        self._connection: duckdb.DuckDBPyConnection | None = None

    def request(self) -> None:
        """Stop the work: the statement under way, or what comes after it."""
        self._requested.set()
        with self._lock:
            if self._connection is not None:
                self._connection.interrupt()

    def check(self) -> None:
        """Go on only if nobody has asked to stop."""
        if self._requested.is_set():
            raise KeyboardInterrupt

    @contextmanager
    def of(self, connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
        """Let a request stop what a connection does in the block."""
        self.check()
        with self._lock:
            self._connection = connection
        try:
            yield
        finally:
            with self._lock:
                self._connection = None
