"""The kernels that Literature's pages run, compiled by using each of them once."""

from __future__ import annotations

from llq.query.literature.advice.advice import advise
from llq.query.literature.built_in_players import players
from llq.query.literature.play.engines import agent, new_game

__all__ = ["load"]


def load() -> None:
    """Play a game with advice at its first choice, then ask as every other player does."""
    state, greedy = new_game(seed=1), agent("greedy")
    advise(state.view())
    while not state.is_terminal:
        state.apply(greedy.choose(state))
    for player in players():
        agent(player.name).choose(new_game(seed=1))
