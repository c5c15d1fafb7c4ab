"""Headers of every answer: caching and security."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
}
_IMMUTABLE = (b"cache-control", b"public, max-age=31536000, immutable")
"""Cache policy of files with content-dependent addresses."""


class ResponseHeaders:
    """Outermost middleware: ``HEAD`` as ``GET``, caching and security headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.headers = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request and complete the headers of its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_head = scope["method"] == "HEAD"
        is_immutable = scope["path"].startswith("/static/") and bool(scope["query_string"])

        async def send_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                if is_immutable and message["status"] == 200:
                    headers.append(_IMMUTABLE)
                own = dict(headers)
                message["headers"] = headers + [item for item in self.headers if item[0] not in own]
            await send({**message, "body": b""} if is_head and "body" in message else message)

        await self.app({**scope, "method": "GET"} if is_head else scope, receive, send_headers)
