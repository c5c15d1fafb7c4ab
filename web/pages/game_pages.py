"""A game's place on the web: its own pages, its league and its rules."""

from collections.abc import Callable, Mapping
from typing import Any

from fastapi import APIRouter, Request, Response

from llq.query.games import find_game
from llq.query.league.league import League
from llq.query.league.table import LeagueTable
from llq.web.cached_tables import load_cached_table
from llq.web.games import Link, WebGame
from llq.web.http.jobs import PageHandler, as_page_job
from llq.web.http.page_routes import PageRoute
from llq.web.pages.player_titles import player_title
from llq.web.pages.rendering import render


def web_game(
    game: str,
    game_pages: Mapping[Link, Callable[..., Any]],
    *,
    api: APIRouter,
    warm_up: Callable[[], None],
    rules: Mapping[str, Any],
) -> WebGame:
    """Return a game's web part: its ``game_pages`` by link, then its league and its ``rules``."""
    template = f"{game.replace('-', '_')}/rules.html"

    def show_rules(request: Request) -> Response:
        return render(request, template, **rules)

    about = "How players do against each other, on common deals."
    league_link = Link(f"/{game}/league", "League", about)
    rules_link = Link(f"/{game}/rules", "Rules", "How the game is played, in a minute.")
    handlers = {**game_pages, league_link: _league_page(game), rules_link: show_rules}
    pages = APIRouter(route_class=PageRoute)
    for link, show in handlers.items():
        pages.add_api_route(link.path.removeprefix(f"/{game}"), show)
    return WebGame(api=api, pages=pages, links=tuple(handlers), warm_up=warm_up)


def _league_page(game: str) -> PageHandler:
    """Return the handler of a game's league page: stored standings, and results of every pair."""

    def show_league(request: Request) -> Response:
        table: LeagueTable = load_cached_table(f"{game.replace('-', '_')}-league")
        league = table.league
        return render(
            request,
            "league.html",
            game=game,
            game_title=find_game(game).title,
            league=league,
            titles={name: player_title(name) for name in league.players},
            names=[standing.player for standing in league.standings],
            pairs=_pairs(league),
            source_text=table.source,
            command=league.command,
        )

    return as_page_job(show_league)


def _pairs(league: League) -> dict[tuple[str, str], tuple[float, float]]:
    """Return score and error of each player pair, from full-team seatings."""
    scores = {}
    for result in league.results:
        if result.beside == result.first:  # a whole team of one player
            scores[result.first, result.second] = result.score, result.score_error
            scores[result.second, result.first] = 1 - result.score, result.score_error
    return scores
