"""Connections with deadlines: slow clients and oversized heads are dropped."""

from asyncio import Transport
from asyncio.events import TimerHandle

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0
"""Time limit for a request's head."""
HEAD_BYTES = 65_536
"""Size limit of a request's head."""
READ_SECONDS = 60.0
"""Time limit for reading an answer."""


class Connection(HttpToolsProtocol):
    """uvicorn's connection, which leaves clients that keep it waiting."""

    _deadline: TimerHandle | None = None
    _head_bytes = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Expect the head of a request."""
        super().connection_made(transport)
        self._set_deadline(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing more."""
        self._set_deadline(None)
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Expect the rest of the head."""
        super().on_message_begin()
        self._head_bytes = 0
        self._set_deadline(HEAD_SECONDS)

    def on_url(self, url: bytes) -> None:
        """Count a part of the address."""
        super().on_url(url)
        self._count_head(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a line of the head."""
        super().on_header(name, value)
        self._count_head(name, value)

    def on_headers_complete(self) -> None:
        """Clear the deadline and answer."""
        self._set_deadline(None)
        if not self.transport.is_closing():
            super().on_headers_complete()

    def pause_writing(self) -> None:
        """Expect the client to read."""
        super().pause_writing()
        self._set_deadline(READ_SECONDS)

    def resume_writing(self) -> None:
        """Clear the read deadline."""
        super().resume_writing()
        self._set_deadline(None)

    def _count_head(self, *parts: bytes) -> None:
        self._head_bytes += sum(map(len, parts))
        if self._head_bytes > HEAD_BYTES:
            self.transport.abort()

    def _set_deadline(self, seconds: float | None) -> None:
        """Set or clear the client's deadline."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self.transport.abort)
