"""A user's program: type checkers see what llq returns (``.ci/run`` has mypy look, strictly)."""

from typing import Any, assert_type

import gymnasium

import llq
from llq.query.play.foreign_types import AgentEnv, SpielGame


def play_environments() -> list[AgentEnv]:
    """Play each game's environment to its end, the first legal action every time."""
    environments = [
        llq.love_letter.env(),
        llq.dominion.env(variant="race"),
        llq.sueca.env(),
        llq.literature.env(),
    ]
    for environment in assert_type(environments, list[AgentEnv]):
        environment.reset(seed=1)
        for agent in environment.agent_iter():
            observation, reward, is_over, is_cut, _ = environment.last()
            assert_type(reward, float)
            is_done = is_over or is_cut or observation is None
            legal = [] if observation is None else observation["action_mask"].nonzero()[0]
            assert agent == environment.agent_selection
            environment.step(None if is_done else int(legal[0]))
    return environments


def play_alone() -> float:
    """Play Dominion alone by Gymnasium, buying nothing, and return the points."""
    environment = llq.dominion.env()
    assert_type(environment, gymnasium.Env[dict[str, Any], int])
    environment.reset(seed=1)
    total, is_over = 0.0, False
    while not is_over:
        _, reward, is_over, _, _ = environment.step(0)
        total += float(reward)
    return total


def play_openspiel() -> list[SpielGame]:
    """Play each game from OpenSpiel to its end, the first outcome every time."""
    games = [
        llq.love_letter.openspiel_game(),
        llq.dominion.openspiel_game(),
        llq.sueca.openspiel_game(),
        llq.literature.openspiel_game(),
    ]
    for game in assert_type(games, list[SpielGame]):
        state = game.new_initial_state()
        while not state.is_terminal():
            by_chance = state.is_chance_node()
            state.apply_action(
                state.chance_outcomes()[0][0] if by_chance else state.legal_actions()[0]
            )
        assert len(state.returns()) == game.num_players()
    return games
