"""Sueca's place on the web."""

from __future__ import annotations

from fastapi import APIRouter

from llq.query.sueca.advice.advice import SAMPLER, SOLVER, advise
from llq.query.sueca.play.engines import agent, new_game
from llq.web.games import WebGame
from llq.web.sueca import explorer, play
from llq.web.sueca.api import api, built_in_team

pages = APIRouter()
pages.add_api_route("", explorer.show_explorer)
pages.add_api_route("/play", play.show_play)

LINKS = (explorer.LINK, play.LINK)


_PLAYERS = ("pimc", "mc_extra", "random")
"""One of each kind that is compiled apart."""


def load() -> None:
    """Play a game with its advice at the first and at a late choice, then choose as others do."""
    state = new_game(seed=1)
    advise(state.view(), SAMPLER)
    players = [agent(name) for name in _PLAYERS]
    while not state.is_terminal:
        if len(state.played) == 6 * state.players:
            advise(state.view(), SOLVER)
        for player in players:
            action = player.choose(state)
        state.apply(action)


WEB = WebGame(api=api, pages=pages, links=LINKS, check_player=built_in_team, warm_up=load)
