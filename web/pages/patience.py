"""Slow pages: a self-refreshing waiting page until the result is ready.

The computation continues meanwhile, and ends once nobody asks for the page any more.
"""

import asyncio
from copy import deepcopy
from time import monotonic

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from llq.web.pages.rendering import render

_GONE_SECONDS = 15.0
"""Idle time before an unclaimed page's computation stops."""
_MOST_UNDER_WAY = 32
_REFRESH = {"refresh": "2", "retry-after": "2", "cache-control": "no-store"}


class Visit:
    """Page computation polled by its readers."""

    def __init__(self, app: ASGIApp, scope: Scope) -> None:
        self.messages: list[Message] = []
        self.waited_until = 0.0

        async def receive() -> Message:
            while not self.is_over:
                await asyncio.sleep(self.waited_until + _GONE_SECONDS - monotonic())
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            self.messages.append(message)

        self.page = asyncio.ensure_future(app({**scope, "llq.visit": self}, receive, send))
        self.page.add_done_callback(lambda page: page.cancelled() or page.exception())

    @property
    def is_over(self) -> bool:
        """Whether nobody has asked again."""
        return monotonic() > self.waited_until + _GONE_SECONDS


class Patience:
    """Middleware that shows browsers a waiting page for slow results."""

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        self.app, self.seconds = app, seconds
        self.visits: dict[tuple[str, bytes], Visit] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the page, or a waiting page after ``seconds``."""
        key = scope.get("path", ""), scope.get("query_string", b"")
        self.visits = {link: visit for link, visit in self.visits.items() if not visit.is_over}
        is_full = len(self.visits) >= _MOST_UNDER_WAY and key not in self.visits
        accepted = Request(scope).headers.get("accept", "") if scope["type"] == "http" else ""
        if is_full or "text/html" not in accepted:
            await self.app(scope, receive, send)
            return
        if key not in self.visits:
            self.visits[key] = Visit(self.app, scope)
        visit = self.visits[key]
        visit.waited_until = monotonic() + self.seconds
        await asyncio.wait({visit.page}, timeout=self.seconds)
        if not visit.page.done():
            waiting = render(Request(scope), "warming.html", status=202)
            waiting.headers.update(_REFRESH)
            await waiting(scope, receive, send)
            return
        self.visits.pop(key, None)
        visit.page.result()
        for message in deepcopy(visit.messages):  # others may wait for the same page
            await send(message)
