"""API index: JSON for programs, a page of routes for people."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from llq.query.games import GAMES, all_games
from llq.query.version import __version__
from llq.web.http.answers import as_json
from llq.web.http.page_routes import PageRoute
from llq.web.http.problems import PROBLEMS
from llq.web.pages.rendering import render

api = APIRouter()
pages = APIRouter(route_class=PageRoute)


@api.get("", summary="What there is: games, routes, limits", responses=PROBLEMS)
async def index(request: Request) -> Response:
    """Return games, their routes and request limits."""
    app = request.app
    routes: dict[str, list[dict[str, Any]]] = {}
    for game, method, path, details in _operations(app):
        route = {"method": method.upper(), "path": path, "summary": details["summary"]}
        routes.setdefault(game, []).append(route)
    games = [
        {"name": game.name, "title": game.title, "routes": routes.get(game.name, [])}
        for game in all_games()
    ]
    contents = {
        "name": "llq",
        "version": __version__,
        "openapi": "/openapi.json",
        "routes": routes.get("", []),
        "games": games,
        "limits": vars(app.state.limits),
    }
    return as_json(contents)


@pages.get("/api")
def show_routes(request: Request) -> Response:
    """Show the API's questions, each with an example link."""
    titles = {game.name: game.title for game in all_games()} | {"": "All games"}
    groups: dict[str, list[tuple[str, str, str]]] = {title: [] for title in titles.values()}
    for game, method, path, details in _operations(request.app):
        if method == "get":
            examples = {
                item["name"]: item.get("example") or item["schema"].get("examples", [""])[0]
                for item in details.get("parameters", ())
            }
            query = urlencode({name: value for name, value in examples.items() if value})
            link = f"{path}?{query}" if query else path
            groups[titles[game]].append((details["summary"], path, link))
    return render(request, "api.html", groups=groups)


def _operations(app: Any) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield each operation's game (empty for all games), method, path and OpenAPI description."""
    for path, methods in app.openapi()["paths"].items():
        name = path.removeprefix("/api/v1/").partition("/")[0]
        game = name if name in GAMES else ""
        for method, details in methods.items():
            yield game, method, path, details
