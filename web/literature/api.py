"""Literature's API routes."""

from fastapi import APIRouter

from llq.query.literature.built_in_players import players
from llq.web.http.library import add_library_question
from llq.web.http.shapes import Advised, Played
from llq.web.players import add_players, built_in

api = APIRouter()

add_library_question(
    *(api, "/advise", "literature", "advise"),
    summary="What to do",
    shape=Advised,
    check={"player": built_in},
)
add_library_question(
    *(api, "/match", "literature", "match"),
    summary="Play a match",
    shape=Played,
    check={"first": built_in, "second": built_in},
)
add_players(api, "literature", is_quick=False, players=players)
