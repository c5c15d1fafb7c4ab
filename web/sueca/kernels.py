"""The kernels that Sueca's pages run, compiled by using each of them once."""

from __future__ import annotations

from llq.query.sueca.advice import SAMPLER, SOLVER, advise
from llq.query.sueca.engines import agent, new_game

__all__ = ["load"]


def load() -> None:
    """Play a game with its advice at the first and at the last choice."""
    state, player = new_game(seed=1), agent("pimc")
    advise(state.view(), SAMPLER)
    while not state.is_terminal:
        state.apply(player.choose(state))
        if len(state.played) == 4 * 6:
            advise(state.view(), SOLVER)
