"""Request guards: known hosts, same-origin pages, declared JSON.

No other site's page may send anything but a visitor who follows a link: neither requests that it
cannot read the answers of, nor ones under a name that its owner points here (DNS rebinding).
"""

import logging
import re
from collections.abc import Callable, Collection
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

Refuse = Callable[[Request, dict[str, Any]], ASGIApp]

_LOG = logging.getLogger("llq.web")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_JSON = re.compile(r"application/(.*\+)?json", re.DOTALL)


class RequestGuard:
    """Middleware that refuses foreign requests and logs departed clients.

    The server goes by the names ``hosts``, or any for None, ``localhost`` and numeric addresses.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None, refuse: Refuse) -> None:
        self.app, self.refuse = app, refuse
        self.hosts = None if hosts is None else {"localhost", *map(str.lower, hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward or refuse a request; log a departed client as one line, without a traceback."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)

        async def send_or_leave(message: Message) -> None:
            try:
                await send(message)
            except (OSError, RuntimeError):  # as uvloop says of a connection that is closed
                raise ClientDisconnect from None

        try:
            if refusal := self._refusal(request):
                await self.refuse(request, refusal)(scope, receive, send_or_leave)
            else:
                await self.app(scope, receive, send_or_leave)
        except ClientDisconnect:
            _LOG.warning("%s %s: the client left", request.method, scope["path"][:80])

    def _refusal(self, request: Request) -> dict[str, Any] | None:
        """Return a refusal for bad hosts, origins or content types."""
        headers, host = request.headers, request.headers.get("host", "")
        if len(headers.getlist("host")) > 1:
            return _problem(400, "a request names its host once")
        if self.hosts is not None and not self._is_known(host):
            name = repr(host[:80])
            reason = f"this server does not go by the name {name}; allow it with --allow-host"
            return _problem(421, reason)
        if _is_foreign(request, host):
            return _problem(403, "pages of other sites may link here, and not send requests")
        media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        if request.method == "POST" and not _JSON.fullmatch(media_type):
            return _problem(415, "a question is sent as JSON: content-type: application/json")
        return None

    def _is_known(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in (self.hosts or ()) or bool(ip_address(name))
        except ValueError:
            return False


def _is_foreign(request: Request, host: str) -> bool:
    """Return whether another site's page sends a request other than a followed link."""
    headers, is_read = request.headers, request.method in _SAFE_METHODS
    if is_read and headers.get("sec-fetch-dest") == "document":
        return False
    origin = headers.get("origin", "")
    is_cross_site = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
    return is_cross_site or (not is_read and bool(origin) and origin.partition("://")[2] != host)


def _problem(status: int, detail: str) -> dict[str, Any]:
    return {"title": "Refused", "status": status, "detail": detail}
