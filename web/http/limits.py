"""What one request may cost: bytes, questions, games and seconds."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from llq.errors import TooLarge
from llq.web.http.problems import problem_response


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one request may cost.

    Parameters
    ----------
    body_bytes
        Of a request.
    questions
        In one batch.
    games
        Of one match.
    rows
        Of one answer in SQL.
    seconds
        That a simulation or a query may run.
    jobs
        Simulations that run at once.
    wait_seconds
        That a simulation waits for another to end before it is refused.
    """

    body_bytes: int = 1_000_000
    questions: int = 1_000
    games: int = 100_000
    rows: int = 10_000
    seconds: float = 20.0
    jobs: int = 2
    wait_seconds: float = 2.0


LIMITS = Limits()


class BodyLimit:
    """Middleware that refuses a body that is too long, before all of it is read."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app, self.most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, counting the bytes of its body."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        refusal = problem_response(TooLarge(f"a request has at most {self.most:,} bytes"))
        if declared.isdigit() and int(declared) > self.most:
            await refusal(scope, receive, send)
            return
        size, has_begun = 0, False

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self.most:
                raise TooLarge(f"a request has at most {self.most:,} bytes")
            return message

        async def watched(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, counted, watched)
        except TooLarge:
            if has_begun:
                raise
            await refusal(scope, receive, send)
