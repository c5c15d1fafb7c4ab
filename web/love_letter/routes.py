"""Love Letter's web pages and API."""

from llq.query.love_letter.play.engines import agent, new_game
from llq.query.love_letter.rounds.drills import KINDS, drill
from llq.query.love_letter.table.compiled_table import compile_usual
from llq.solver.love_letter.editions import edition
from llq.web.love_letter import drills, explorer, play, rounds
from llq.web.love_letter.api import api
from llq.web.love_letter.card_faces import faces
from llq.web.pages.game_pages import web_game


def warm_up() -> None:
    """Compile the usual kernels, choose a move, and deal every kind of drill."""
    compile_usual()
    agent("table").choose(new_game(seed=1))
    for kind in KINDS:
        drill(0, kind=kind)


_PAGES = {
    explorer.LINK: explorer.show_explorer,
    play.LINK: play.show_play,
    rounds.LINK: rounds.show_track,
    drills.LINK: drills.show_drills,
}
_BOXES = [(box, faces(box.rules)) for box in map(edition, ("classic", "2019"))]
WEB = web_game("love-letter", _PAGES, api=api, warm_up=warm_up, rules={"boxes": _BOXES})
WEB.pages.add_api_route("/play/round.txt", play.download_round)
WEB.pages.add_api_route("/track/begin", rounds.begin_track)
