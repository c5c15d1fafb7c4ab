"""The web application: JSON answers under ``/api/v1``, and pages."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import cache
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from llq.errors import Busy, LlqError
from llq.query.version import __version__
from llq.web.api import api
from llq.web.api import pages as api_pages
from llq.web.games import web_games
from llq.web.home import pages as home_pages
from llq.web.http.answers import as_json
from llq.web.http.callers import RequestGuard
from llq.web.http.limits import LIMITS, BodyLimit, Limits
from llq.web.http.parameter_messages import value_message
from llq.web.http.problems import PROBLEMS, RETRY, Headers, problem
from llq.web.http.quick_routes import QuickRoutes
from llq.web.http.response_headers import ResponseHeaders
from llq.web.pages import sql, tables
from llq.web.pages.patience import Patience
from llq.web.pages.rendering import STATIC, render_problem

_REDIRECTS = {
    "/docs": "/api",
    "/favicon.ico": "/static/icon.svg",
    "/robots.txt": "/static/robots.txt",
}
"""Redirects from conventional addresses."""


def create_app(
    limits: Limits = LIMITS, hosts: Collection[str] | None = None, *, mcp: bool = False
) -> FastAPI:
    """Return the application, for any ASGI server.

    Routes find the limits in ``app.state.limits``. ``hosts`` are names by which it may be asked,
    besides ``localhost`` and addresses in numbers; None, for a server that checks them itself, for
    any. With ``mcp``, assistants are served too, at ``/mcp``.
    """
    app = FastAPI(
        title="llq",
        version=__version__,
        summary="Precomputed strategies for card games.",
        openapi_url=None,  # made once, below
        docs_url=None,  # their scripts come from another host
        redoc_url=None,
        lifespan=_mcp_sessions if mcp else None,
        middleware=[
            Middleware(ResponseHeaders),
            Middleware(RequestGuard, hosts=hosts, refuse=render_problem),
            Middleware(QuickRoutes, routes=_quick_routes()),
            Middleware(GZipMiddleware, minimum_size=1400),
            Middleware(BodyLimit, most=limits.body_bytes),
            Middleware(Patience, seconds=limits.page_seconds),
        ],
    )
    app.state.limits = limits
    app.add_exception_handler(LlqError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_form)
    app.add_exception_handler(HTTPException, _refuse_http)
    app.add_exception_handler(Exception, _fail)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    for router in (home_pages, api_pages):
        app.include_router(router, include_in_schema=False)
    for module in (sql, tables):
        app.include_router(module.api, prefix="/api/v1", tags=["Database"], responses=PROBLEMS)
        app.include_router(module.pages, include_in_schema=False)
    app.include_router(api, prefix="/api/v1", tags=["llq"])
    for game, web in web_games():
        app.include_router(web.api, prefix=f"/api/v1/{game.name}", tags=[game.title])
        app.include_router(web.pages, prefix=f"/{game.name}", include_in_schema=False)
    if mcp:
        from llq.web.mcp.server import http_route

        route, app.state.mcp = http_route(app)
        app.router.routes.append(route)
    for path, target in _REDIRECTS.items():
        app.router.routes.append(Route(path, RedirectResponse(target), methods=["GET"]))
    openapi_json = cache(lambda: as_json(app.openapi()).body)

    @app.get("/openapi.json", include_in_schema=False)
    async def show_openapi() -> Response:
        return Response(openapi_json(), media_type="application/json")

    return app


@asynccontextmanager
async def _mcp_sessions(app: FastAPI) -> AsyncIterator[None]:
    """Run the MCP session manager for the application's lifetime."""
    async with app.state.mcp.run():
        yield


def _quick_routes() -> dict[str, Any]:
    """Return the endpoints of quick table lookups, by path."""
    return {
        f"/api/v1/{game.name}{route.path}": route.endpoint
        for game, web in web_games()
        for route in web.api.routes
        if isinstance(route, APIRoute) and getattr(route.endpoint, "is_quick", False)
    }


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, LlqError)
    return render_problem(request, problem(error), RETRY if isinstance(error, Busy) else None)


async def _refuse_form(request: Request, error: Exception) -> Response:
    """Refuse an invalid question, one sentence per wrong part."""
    assert isinstance(error, RequestValidationError)
    names = [".".join(map(str, item["loc"][1:])) or "the body" for item in error.errors()]
    messages = map(value_message, error.errors())
    sentences = [f"{name} {message}" for name, message in zip(names, messages, strict=True)]
    return _problem(request, 422, "; ".join(sentences), "BadQuestion")


async def _refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 400:  # of a body that FastAPI cannot decode
        return _problem(request, 422, "The body is not JSON.", "BadQuestion")
    detail = str(error.detail)
    if detail == HTTPStatus.NOT_FOUND.phrase:
        detail = "There is no page at this address."
    return _problem(request, error.status_code, detail, headers=error.headers)


async def _fail(request: Request, _error: Exception) -> Response:
    """Report an internal error; machine details go only to the log."""
    return _problem(request, 500, "llq failed to answer; its log says why")


def _problem(
    request: Request, status: int, detail: str, title: str = "", headers: Headers = None
) -> Response:
    body = {"title": title or HTTPStatus(status).phrase, "status": status, "detail": detail}
    return render_problem(request, body, headers)
