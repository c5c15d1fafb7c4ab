"""Stopping work with DuckDB from another thread, also between its statements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb


class Interruption:
    """A request to stop work in another thread.

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
        """Interrupt the current statement and all later work."""
        self._requested.set()
        with self._lock:
            if self._connection is not None:
                self._connection.interrupt()

    def check(self) -> None:
        """Raise KeyboardInterrupt once a stop is requested."""
        if self._requested.is_set():
            raise KeyboardInterrupt

    @contextmanager
    def of(self, connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
        """Let a request interrupt the connection's statements within the block."""
        self.check()
        with self._lock:
            self._connection = connection
        try:
            yield
        finally:
            with self._lock:
                self._connection = None
