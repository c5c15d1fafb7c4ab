"""The kernels that Literature's pages run, compiled by using each of them once."""

from __future__ import annotations

from llq.query.literature.advice import advise
from llq.query.literature.engines import agent, new_game

__all__ = ["load"]


def load() -> None:
    """Play a game with advice at its first choice."""
    state, player = new_game(seed=1), agent("greedy")
    advise(state.view())
    while not state.is_terminal:
        state.apply(player.choose(state))
