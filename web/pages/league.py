"""League pages: stored standings, and results of every pair."""

from collections.abc import Awaitable, Callable

from fastapi import Request, Response

from llq.query.games import find_game
from llq.query.league.league import League
from llq.query.league.table import LeagueTable
from llq.web.http.jobs import in_time
from llq.web.pages.cached_tables import kept_table
from llq.web.pages.rendering import render
from llq.web.players import player_title


def league_page(game: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler of a game's league page."""

    def show_league(request: Request) -> Response:
        table: LeagueTable = kept_table(f"{game.replace('-', '_')}-league")
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

    return in_time(show_league)


def _pairs(league: League) -> dict[tuple[str, str], tuple[float, float]]:
    """Return score and error of each player pair, from full-team seatings."""
    scores = {}
    for result in league.results:
        if result.beside == result.first:
            scores[result.first, result.second] = result.score, result.score_error
            scores[result.second, result.first] = 1 - result.score, result.score_error
    return scores
