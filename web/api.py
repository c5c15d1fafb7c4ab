"""What the API answers: its first address, from which programs find the others."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from llq.query.games import GAMES, all_games
from llq.query.version import __version__
from llq.web.http.answers import PROBLEMS, as_json

api = APIRouter()


@api.get("", summary="What there is: games, routes, limits", responses=PROBLEMS)
async def index(request: Request) -> Response:
    """Return the games with their routes, and what one request may cost."""
    app = request.app
    routes: dict[str, list[dict[str, Any]]] = {}
    for path, methods in app.openapi()["paths"].items():
        first = path.split("/")[3:4]
        game = first[0] if first and first[0] in GAMES else ""
        for method, said in methods.items():
            one = {"method": method.upper(), "path": path, "summary": said["summary"]}
            routes.setdefault(game, []).append(one)
    games = [
        {"name": game.name, "title": game.title, "routes": routes.get(game.name, [])}
        for game in all_games()
    ]
    return as_json(
        {
            "name": "llq",
            "version": __version__,
            "openapi": "/openapi.json",
            "routes": routes.get("", []),
            "games": games,
            "limits": vars(app.state.limits),
        }
    )
