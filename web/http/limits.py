"""Request limits: bytes, questions, games and seconds."""

from asyncio import timeout
from dataclasses import dataclass

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from llq.errors import TooLarge
from llq.web.http.problems import problem, problem_response


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits of one request; jobs, queries and pages are counted apart."""

    body_bytes: int = 1_000_000  # of a request
    questions: int = 1_000  # in one batch
    games: int = 100_000  # of one match
    rows: int = 10_000  # of one answer in SQL
    seconds: float = 20.0  # of a simulation or query
    jobs: int = 2  # simulations at once
    queries: int = 4  # queries in SQL at once
    pages: int = 8  # quick pages at once
    wait_seconds: float = 2.0  # for a free place, before work is refused
    page_seconds: float = 1.0  # before a waiting page replaces a slow one


LIMITS = Limits()
BODY_SECONDS = 20.0
"""Longest client pause within a request, in seconds."""


class BodyLimit:
    """Middleware that refuses oversized bodies before reading them whole."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app, self.most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request while counting its body bytes."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        content_length = dict(scope["headers"]).get(b"content-length", b"0")
        too_large = TooLarge(f"a request has at most {self.most:,} bytes")
        refusal = problem_response(problem(too_large))
        if content_length.isdigit() and int(content_length) > self.most:
            await refusal(scope, receive, send)
            return
        size, has_begun, is_whole = 0, False, False

        async def receive_limited() -> Message:
            nonlocal size, is_whole
            async with timeout(None if is_whole else BODY_SECONDS):
                message = await receive()
            is_whole = not message.get("more_body", False)
            size += len(message.get("body", b""))
            if size > self.most:
                raise too_large
            return message

        async def send_and_note(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive_limited, send_and_note)
        except TimeoutError:
            await Response(status_code=408, headers={"connection": "close"})(scope, receive, send)
        except TooLarge:
            if has_begun:
                raise
            await refusal(scope, receive, send)
