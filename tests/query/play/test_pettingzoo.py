"""The games as environments of PettingZoo and Gymnasium: their own tests, deals, errors."""

from functools import partial
from random import Random

import numpy as np
import pytest

from llq import dominion, literature, love_letter, sueca
from llq.errors import ExtraMissing, IllegalAction, IllegalState
from llq.query import optional_imports

pettingzoo = pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

from llq.query.play.pettingzoo_env import observe, spaces_of  # noqa: E402

ENVS = {
    "love_letter": love_letter.env,
    "sueca": sueca.env,
    "literature": literature.env,
    "dominion_race": lambda **settings: dominion.env(variant="race", **settings),
}


EDITIONS = {
    "love_letter 2019": partial(love_letter.env, variant="2019-tokens"),
    "love_letter 2019 for six": partial(love_letter.env, variant="2019", players=6),
}


# PettingZoo knows by name which of its own environments observe a dict with an action mask, and
# warns of any other's.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.parametrize("name", [*ENVS, *EDITIONS])
def test_pettingzoos_own_tests_pass(name, capsys):
    """The environments keep PettingZoo's contract, render in every mode, and repeat by seed."""
    make = (ENVS | EDITIONS)[name]
    api_test(make(), num_cycles=60)
    seed_test(make, num_cycles=5)
    render_test(make)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", ENVS)
def test_an_environment_is_registered_and_plays_the_game(name):
    """By its registered name it deals a game of llq, whose results are the rewards."""
    ENVS[name]()
    env = pettingzoo.make("aec", f"llq/{name}-v0", render_mode="ansi")
    env.reset(seed=3)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observed, reward, ended, cut, _ = env.last()
        game = env.unwrapped.game
        rewards[agent] += reward
        if ended or cut:
            env.step(None)
            continue
        seat = env.possible_agents.index(agent)
        assert game.current_player == seat
        assert env.render() == game.observation_text(seat)
        arrays = game.observation(seat).values()
        assert (observed["observation"] == np.concatenate([a.ravel() for a in arrays])).all()
        assert np.flatnonzero(observed["action_mask"]).tolist() == game.legal_actions()
        env.step(int(np.flatnonzero(observed["action_mask"])[0]))
    assert list(rewards.values()) == game.returns()


def test_a_reset_takes_a_deal_and_options():
    """A fixed deal is what the players get; a variant of the same shape may be asked for."""
    env = love_letter.env()
    env.reset(seed=1, options={"deal": [0, 7, 4]})
    assert env.unwrapped.game.hands == (0, 4)
    assert env.unwrapped.game.drawn == 7
    env.reset(seed=1, options={"variant": "batman"})
    assert env.unwrapped.game.rules.variant == "batman"
    with pytest.raises(IllegalState, match="make another environment"):
        env.reset(options={"variant": "hobbit"})
    with pytest.raises(IllegalState, match="it is complete before"):
        env.reset(options={"deal": [0, 7, 4, 1]})
    with pytest.raises(IllegalState, match="a deal is given whole; this one has 2 outcomes"):
        sueca.env().reset(options={"deal": [0, 1]})
    with pytest.raises(IllegalAction, match="chance is to bring one of"):
        env.reset(options={"deal": [7, 7, 4]})


@pytest.mark.parametrize("name", ["sueca", "dominion_race"])
def test_a_long_game_is_cut_after_so_many_turns_of_each(name):
    """The second half of PettingZoo's ``max_cycles_test``, with legal actions, holds.

    Its first half is for environments in which all agents act at once: PettingZoo's own
    Tic-Tac-Toe and Connect Four have no ``parallel_env``, as it wants, and are spared it.
    """
    env = ENVS[name](max_cycles=4)
    env.reset(seed=1)
    turns = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observed, _, ended, cut, _ = env.last()
        assert not ended
        turns[agent] += not cut
        env.step(None if cut else int(np.flatnonzero(observed["action_mask"])[0]))
    assert set(turns.values()) == {4}


def test_an_illegal_step_changes_nothing():
    """A move that is not legal is refused, and so is a way to render that there is not."""
    env = sueca.env()
    env.reset(seed=1)
    before = env.unwrapped.game.to_dict()
    with pytest.raises(IllegalAction, match="40 is not legal"):
        env.step(40)
    assert env.unwrapped.game.to_dict() == before
    with pytest.raises(IllegalState, match="render_mode is one of"):
        sueca.env("rgb")


@pytest.mark.filterwarnings("ignore::UserWarning")  # Gymnasium's advice on wrappers and spaces
def test_dominion_alone_is_an_environment_of_gymnasium():
    """Its rewards add up to the points bought, and equal seeds give equal games."""
    gymnasium = pytest.importorskip("gymnasium")
    dominion.env()
    totals = []
    for _ in range(2):
        env = gymnasium.make("llq/dominion-v0", render_mode="ansi", turns=9)
        observed, _ = env.reset(seed=2)
        total, ended = 0.0, False
        while not ended:
            observed, reward, ended, cut, _ = env.step(
                int(np.flatnonzero(observed["action_mask"])[-1])
            )
            total += reward
            assert not cut
        assert total == env.unwrapped.game.returns()[0] - 3  # of the three Estates dealt
        assert env.observation_space.contains(observed)
        totals.append(total)
    assert totals[0] == totals[1]
    with pytest.raises(IllegalAction):
        env.reset(seed=1)[0] and env.unwrapped.step(99)


def test_a_missing_extra_is_named(monkeypatch):
    """Without PettingZoo the error says what to install."""
    monkeypatch.setattr(optional_imports, "find_spec", lambda _: None)
    with pytest.raises(ExtraMissing, match=r"pip install 'llq\[pettingzoo\]'"):
        love_letter.env()
    with pytest.raises(ExtraMissing, match=r"pip install 'llq\[openspiel\]'"):
        love_letter.openspiel_game()


@pytest.mark.parametrize("front", [love_letter, dominion, sueca, literature])
def test_observations_lie_within_the_bounds_of_their_space(front):
    """What is 0 or 1 has these bounds; what is counted has its own, and no number is outside."""
    state = front.new_game(seed=5)
    space = spaces_of(state)[0]["observation"]
    bounded = {name for name, *_ in state.bounds}
    assert bounded <= state.observation(0).keys()
    lots = Random(1)
    while not state.is_terminal:
        for player in range(state.players):
            assert space.contains(observe(state, player)["observation"])
        state.apply(lots.choice(state.legal_actions()))


def test_strong_and_rules_sit_at_pettingzoos_table():
    """Built-in players choose by the environment's game, each a legal card, to the end."""
    env = sueca.env()
    env.reset(seed=2)
    seats = dict(zip(env.agents, map(sueca.agent, ("strong:20/4", "rules") * 2), strict=True))
    rewards = dict.fromkeys(seats, 0.0)
    for name in env.agent_iter():
        observed, reward, ended, cut, _ = env.last()
        rewards[name] += reward
        action = None if ended or cut else seats[name](env)
        assert action is None or observed["action_mask"][action]
        env.step(action)
    assert list(rewards.values()) == env.unwrapped.game.returns()
