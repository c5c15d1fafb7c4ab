"""Sueca's place on the web."""

from llq.query.sueca.advice.advice import advise
from llq.query.sueca.advice.quantities import adviser
from llq.query.sueca.play.engines import agent, new_game
from llq.solver.sueca.rules import RULES, TOTAL_POINTS
from llq.web.pages.game_pages import web_game
from llq.web.sueca import explorer, play
from llq.web.sueca.api import api

_PLAYERS = ("strong", "pimc", "mc_extra", "random")
"""Representative players of separately compiled kinds."""


def warm_up() -> None:
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


_RANKS = list(zip(RULES.ranks, RULES.points, strict=True))[::-1]
WEB = web_game(
    "sueca",
    {explorer.PAGE.link: explorer.PAGE.show, play.LINK: play.show_play},
    api=api,
    warm_up=warm_up,
    rules={"rules": RULES, "ranks": _RANKS, "total": TOTAL_POINTS},
)
