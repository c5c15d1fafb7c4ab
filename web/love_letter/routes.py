"""Love Letter's web pages and API."""

from llq.query.love_letter.play.engines import agent, new_game
from llq.query.love_letter.rounds.drills import KINDS, drill
from llq.query.love_letter.table.compiled_table import compile_usual
from llq.solver.love_letter.editions import edition
from llq.web.games import Link
from llq.web.http.jobs import in_time
from llq.web.love_letter.api import api
from llq.web.love_letter.card_faces import faces
from llq.web.love_letter.drills import show_drills
from llq.web.love_letter.explorer import show_explorer
from llq.web.love_letter.play import round_text, show_play
from llq.web.love_letter.rounds import begin, track_page
from llq.web.pages.game_pages import web_game


def warm_up() -> None:
    """Compile the usual kernels, choose a move, and deal every kind of drill."""
    compile_usual()
    agent("table").choose(new_game(seed=1))
    for kind in KINDS:
        drill(0, kind=kind)


_PAGES = (
    ("", "Explorer", "Any hand: every play with its chance to win.", in_time(show_explorer)),
    ("/play", "Play", "A match against built-in players, at a table of two to six.", show_play),
    ("/track", "At the table", "A real round, followed from what you see of it.", track_page),
    (
        "/drills",
        "Drills",
        "Positions where people go wrong most, with a score.",
        in_time(show_drills),
    ),
)
_BOXES = [(box, faces(box.rules)) for box in map(edition, ("classic", "2019"))]
WEB = web_game(
    "love-letter",
    {Link(f"/love-letter{path}", title, summary): show for path, title, summary, show in _PAGES},
    api=api,
    warm_up=warm_up,
    rules={"boxes": _BOXES},
)
WEB.pages.add_api_route("/play/round.txt", round_text)
WEB.pages.add_api_route("/track/begin", begin)
