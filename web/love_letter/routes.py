"""Love Letter's place on the web."""

from fastapi import APIRouter

from llq.query.love_letter.play.engines import agent, new_game
from llq.query.love_letter.rounds.drills import KINDS, drill
from llq.query.love_letter.table.compiled_table import compile_usual
from llq.solver.love_letter.editions import edition
from llq.web.games import Link, WebGame
from llq.web.http.jobs import in_time
from llq.web.http.words import PageRoute
from llq.web.love_letter.api import api
from llq.web.love_letter.card_faces import faces
from llq.web.love_letter.drills import show_drills
from llq.web.love_letter.explorer import show_explorer
from llq.web.love_letter.play import playing
from llq.web.love_letter.rounds import tracking
from llq.web.pages.league import league_link, league_page
from llq.web.pages.rules import rules_link, rules_page

pages = APIRouter(route_class=PageRoute)
pages.add_api_route("", in_time(show_explorer))
pages.add_api_route("/drills", in_time(show_drills))
pages.add_api_route("/league", league_page("love-letter"))
boxes = [(box, faces(box.rules)) for box in map(edition, ("classic", "2019"))]
pages.add_api_route("/rules", rules_page("love-letter", boxes=boxes))
pages.include_router(playing)
pages.include_router(tracking)

LINKS = (
    Link("/love-letter", "Explorer", "Any hand: every play with its chance to win."),
    Link(
        "/love-letter/play", "Play", "A match against built-in players, at a table of two to six."
    ),
    Link("/love-letter/track", "At the table", "A real round, followed from what you see of it."),
    Link("/love-letter/drills", "Drills", "Positions where people go wrong most, with a score."),
    league_link("love-letter"),
    rules_link("love-letter"),
)


def load() -> None:
    """Compile the usual kernels, choose a move, and deal every kind of drill."""
    compile_usual()
    agent("table").choose(new_game(seed=1))
    for kind in KINDS:
        drill(0, kind=kind)


WEB = WebGame(api=api, pages=pages, links=LINKS, warm_up=load)
