"""Table lookups that bypass the request pipeline.

A thousand of them come in a second: what routes and prepares other requests would take longer than
the lookup itself.
"""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from llq.errors import LlqError
from llq.web.http.jobs import PageHandler
from llq.web.http.problems import problem, problem_response


class QuickRoutes:
    """Middleware that answers ``GET`` of some paths itself."""

    def __init__(self, app: ASGIApp, routes: Mapping[str, PageHandler]) -> None:
        self.app, self.routes = app, routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        route = self.routes.get(scope.get("path", ""))
        if route is None or scope["type"] != "http" or scope["method"] != "GET":
            await self.app(scope, receive, send)
            return
        try:
            answer = await route(Request(scope, receive))
        except LlqError as error:
            answer = problem_response(problem(error))
        await answer(scope, receive, send)
