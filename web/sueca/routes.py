"""Sueca's place on the web."""

from fastapi import APIRouter

from llq.query.sueca.advice.advice import advise
from llq.query.sueca.advice.quantities import adviser
from llq.query.sueca.play.engines import agent, new_game
from llq.solver.sueca.rules import RULES, TOTAL
from llq.web.games import WebGame
from llq.web.http.words import PageRoute
from llq.web.pages.league import league_link, league_page
from llq.web.pages.rules import rules_link, rules_page
from llq.web.sueca import explorer, play
from llq.web.sueca.api import api

pages = APIRouter(route_class=PageRoute)
pages.add_api_route("", explorer.show_explorer)
pages.add_api_route("/play", play.show_play)
pages.add_api_route("/league", league_page("sueca"))
_RANKS = list(zip(RULES.ranks, RULES.points, strict=True))[::-1]
pages.add_api_route("/rules", rules_page("sueca", rules=RULES, ranks=_RANKS, total=TOTAL))

LINKS = (explorer.LINK, play.LINK, league_link("sueca"), rules_link("sueca"))


_PLAYERS = ("strong", "pimc", "mc_extra", "random")
"""Representative players of separately compiled kinds."""


def load() -> None:
    """Compile kernels by playing a game with early and late advice."""
    state = new_game(seed=1)
    advise(state.view(), adviser(500))
    players = [agent(name) for name in _PLAYERS]
    while not state.is_terminal:
        if len(state.played) == 5 * state.players:
            advise(state.view(), adviser(500))
        for player in players:
            action = player.choose(state)
        state.apply(action)


WEB = WebGame(api=api, pages=pages, links=LINKS, warm_up=load)
