"""A game's place on the web: its own pages, its league and its rules."""

from collections.abc import Callable, Mapping
from typing import Any

from fastapi import APIRouter, Request, Response

from llq.web.games import Link, WebGame
from llq.web.http.words import PageRoute
from llq.web.pages.league import league_page
from llq.web.pages.rendering import render


def web_game(
    game: str,
    own: Mapping[Link, Callable[..., Any]],
    *,
    api: APIRouter,
    warm_up: Callable[[], None],
    rules: Mapping[str, Any],
) -> WebGame:
    """Return a game's web part, with the handlers of its ``own`` pages by menu link.

    ``rules`` are what the template of its rules shows.
    """
    template = f"{game.replace('-', '_')}/rules.html"

    def show_rules(request: Request) -> Response:
        return render(request, template, **rules)

    league = Link(
        f"/{game}/league", "League", "How players do against each other, on common deals."
    )
    about = Link(f"/{game}/rules", "Rules", "How the game is played, in a minute.")
    handlers = {**own, league: league_page(game), about: show_rules}
    pages = APIRouter(route_class=PageRoute)
    for link, show in handlers.items():
        pages.add_api_route(link.path.removeprefix(f"/{game}"), show)
    return WebGame(api=api, pages=pages, links=tuple(handlers), warm_up=warm_up)
