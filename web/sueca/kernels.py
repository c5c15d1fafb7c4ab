"""The kernels that Sueca's pages run, compiled by using each of them once."""

from __future__ import annotations

from llq.query.sueca.advice.advice import SAMPLER, SOLVER, advise
from llq.query.sueca.play.engines import agent, new_game

__all__ = ["load"]

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
