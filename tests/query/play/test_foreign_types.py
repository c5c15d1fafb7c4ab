"""What type checkers are told of PettingZoo's and OpenSpiel's objects holds of the objects."""

from llq.query.play.foreign_types import AgentEnv, SpielGame, SpielState
from tests import typed_program


def test_environments_are_what_their_type_says():
    """A typed program plays each to its end, and finds every attribute of the type."""
    assert all(isinstance(env, AgentEnv) for env in typed_program.play_environments())
    assert typed_program.play_alone() == 0  # nothing is bought


def test_openspiel_games_are_what_their_type_says():
    """A typed program plays each to its end, and finds every method of the types."""
    for game in typed_program.play_openspiel():
        assert isinstance(game, SpielGame)
        assert isinstance(game.new_initial_state(), SpielState)
