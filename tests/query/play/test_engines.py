"""Games played move by move by built-in, stored and custom players, and their records."""

import json
import pickle
from copy import deepcopy

import pytest

from llq import dominion, literature, love_letter, sueca
from llq.errors import IllegalAction, IllegalState, UnknownGame, UnknownStrategy
from llq.solver.literature.actions import Claimed
from tests.custom_players import Careless


class Cheat:
    """A custom player whose actions are none."""

    name = "cheat"

    def choose(self, view, random):
        return "the best one"


def test_love_letter_plays_the_matches_games(classic_file):
    """Players without lots win the very games that they win in a match, a custom one too."""
    for first, second in (("table", "strategic"), (Careless(), "table")):
        known = love_letter.match(first, second, games=10, seed=3)
        results = [love_letter.play([first, second], 3, number=n).returns[0] for n in range(10)]
        counts = results.count(1.0), results.count(-1.0)
        assert counts == (known.wins, known.losses)


def test_dominion_plays_the_matches_games(dominion_file):
    """The optimum's games in a match have the scores of the same games played move by move."""
    scores = dominion.strategies.simulate("optimal", games=5, seed=2).scores.tolist()
    assert [dominion.play(["optimal"], 2, number=n).returns[0] for n in range(5)] == scores


def test_every_kind_of_player_plays_a_record_that_replays(classic_file):
    """A game's record is made of its moves: played again it ends the same, from JSON too."""
    for front, players, options in [
        (love_letter, ["random", "monte_carlo"], {"playouts": 5}),
        (love_letter, ["table", Careless()], {"variant": "classic", "face_up": 3}),
        (sueca, ["random", "always_high", "third_hand_high", "obligated_trump"], {}),
        (sueca, ["random", Careless()] * 2, {"trump_from": "last"}),
        (sueca, ["rules", "strong:20/4"] * 2, {"leader": 1}),
        (literature, ["greedy", "possible", "random", Careless()], {}),
        (literature, ["possible", Careless()] * 3, {"variant": "pagat", "claims": "free"}),
        (dominion, ["random"], {"real": True}),
        (dominion, [Careless()], {"turns": 4}),
        (dominion, ["big_money_ultimate", "random"], {}),
        (dominion, ["greedy", Careless()], {"real": True, "silver": 4}),
    ]:
        game = front.play(players, 7, **options)
        assert game.state.is_terminal
        again = type(game.state).from_dict(json.loads(json.dumps(game.to_dict())))
        assert again.returns() == game.returns == game.states[-1].returns()
        names = [player if isinstance(player, str) else player.name for player in players]
        assert list(game.players) == names
        lines = str(game).splitlines()
        assert len(lines) == len(game.states)
        assert lines[0].startswith(f"{game.states[0].current_player} ")
        assert front.play(players, 7, **options).to_dict() == game.to_dict()


def test_the_best_race_is_played_from_the_table(monkeypatch):
    """Best play of the race beats Big Money in most games, as its table says."""
    monkeypatch.delenv("LLQ_STANDARD_TABLES")
    wins = [dominion.play(["optimal", "big_money"], 1, number=n).returns[0] for n in range(12)]
    assert sum(win > 0 for win in wins) > 6


def test_free_claims_are_made_when_they_are_certain():
    """With free claims built-in players claim what they know, and are seldom wrong."""
    game = literature.play(["greedy"] * 4, 2, claims="free")
    claims = [event for event in game.state.events if isinstance(event, Claimed)]
    assert sum(event.is_right for event in claims) >= len(claims) - 1 >= 5


@pytest.mark.parametrize("front", [love_letter, sueca, literature, dominion])
def test_a_players_mistake_is_one_clear_error(front):
    """What a custom player may not do is refused by its name; so are wrong players and options."""
    seats = {love_letter: 2, sueca: 4, literature: 4, dominion: 1}[front]
    with pytest.raises(IllegalAction, match="cheat chose 'the best one'; legal are"):
        front.play([Cheat()] * seats)
    with pytest.raises(UnknownStrategy):
        front.agent("nobody")
    with pytest.raises(UnknownStrategy, match="3 is not a player: it needs a name"):
        front.play([3] * seats)
    with pytest.raises(UnknownGame):
        front.new_game(variant="none")
    with pytest.raises(IllegalState):
        front.play(["random"] * 5)
    with pytest.raises(IllegalState, match="a seed must be"):
        front.new_game(-1)


@pytest.mark.parametrize("front", [dominion, literature, love_letter, sueca])
@pytest.mark.parametrize("copy", [deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_what_a_worker_needs_can_be_copied(front, copy):
    """Copies of games, views, agents, environments and records go on as the originals do."""
    state, agent = front.new_game(seed=1), front.agent("random", 5)
    state_copy, agent_copy = copy(state), copy(agent)
    assert str(copy(state.view())) == str(state.view()) == str(state_copy.view())
    for _ in range(4):
        action = agent.choose(state)
        assert agent_copy.choose(state_copy) == action
        state.apply(action)
        state_copy.apply(action)
    assert copy(front.agent(Careless(), 2)).choose(state) in state.legal_actions()
    assert len(copy(front.batch(3, 1)).random_actions()) == 3
    env = front.env()
    env.reset(seed=1)
    assert str(copy(env).unwrapped.game.view()) == str(env.unwrapped.game.view())
