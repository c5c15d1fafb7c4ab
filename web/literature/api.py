"""Literature's API routes."""

from functools import partial

from fastapi import APIRouter

from llq.query.literature.built_in_players import players
from llq.web.http.library import add_library_question
from llq.web.http.shapes import Advised, Played
from llq.web.players import add_players, check_built_in

api = APIRouter()
_add = partial(add_library_question, api, "literature")

_add("/advise", "advise", "What to do", Advised, check={"player": check_built_in})
_teams = dict.fromkeys(("first", "second"), check_built_in)
_add("/match", "match", "Play a match", Played, check=_teams)
add_players(api, "literature", is_quick=False, players=players)
