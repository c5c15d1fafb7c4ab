"""Literature's place on the web."""

from fastapi import APIRouter

from llq.query.literature.advice.advice import advise
from llq.query.literature.built_in_players import players
from llq.query.literature.play.engines import agent, new_game
from llq.solver.literature.rules import RULES
from llq.web.games import WebGame
from llq.web.http.words import PageRoute
from llq.web.literature import explorer, play
from llq.web.literature.api import api
from llq.web.pages.league import league_link, league_page
from llq.web.pages.rules import rules_link, rules_page

pages = APIRouter(route_class=PageRoute)
pages.add_api_route("", explorer.show_explorer)
pages.add_api_route("/play", play.show_play)
pages.add_api_route("/league", league_page("literature"))
pages.add_api_route("/rules", rules_page("literature", variants=RULES))

LINKS = (explorer.LINK, play.LINK, league_link("literature"), rules_link("literature"))


def load() -> None:
    """Compile kernels: advise once, play a game, and run every player."""
    state, greedy = new_game(seed=1), agent("greedy")
    advise(state.view())
    while not state.is_terminal:
        state.apply(greedy.choose(state))
    for player in players():
        agent(player.name).choose(new_game(seed=1))


WEB = WebGame(api=api, pages=pages, links=LINKS, warm_up=load)
