"""The article's player: its state and network beside plain twins, its noise, its choice."""

from functools import partial

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.card_masks import cards_of
from llq.solver.literature import players
from llq.solver.literature.engine import HANDS, TURN
from llq.solver.literature.inference import knowledge
from llq.solver.literature.matches.match import play_games
from llq.solver.literature.players import Kind, Strategy
from llq.solver.literature.policies import article, article_network
from llq.solver.literature.policies.article_network import UNITS
from llq.solver.literature.rules import MOST_CARDS, find_rules
from llq.solver.literature.scratch import make_scratch
from llq.solver.rng import streams
from tests.oracles.literature_article import Regressor, ask_of, state_of
from tests.solver.literature import games
from tests.solver.literature.games import facts_of

PLAYERS = (4, 8)


def state(row):
    """Return the mover's state by the plain twin."""
    seat = int(row[TURN])
    return state_of(facts_of(row), seat, set(cards_of(int(row[HANDS + seat]))))


def positions(count, seed, scratch):
    """Yield rows at the asks of a game among so many, the mover's knowledge in the scratch."""
    for row, referee in games.positions(find_rules("somani", count), seed, claims=0):
        if not referee.is_over():
            knowledge.infer(row, row[TURN], scratch.inference.own)
            yield row


def layers(weights):
    """Return a network's parameters as the oracle takes them, an array a layer."""
    units = weights[: -2 * UNITS - 1].reshape(-1, UNITS)
    return units, weights[-2 * UNITS - 1 : -UNITS - 1], weights[-UNITS - 1 : -1, None], weights[-1:]


def flat(arrays):
    """Return the numbers of some arrays, one after the other."""
    return np.concatenate([array.ravel() for array in arrays])


def a_batch(size, inputs, seed):
    """Return inputs like those of games, and aims."""
    random = np.random.default_rng(seed)
    x = random.integers(0, 7, (size, inputs)).astype(np.float32)
    return x, random.choice([-100, 100], size).astype(np.float32)


@pytest.mark.parametrize("count", PLAYERS)
def test_the_state_is_the_plain_twins(count):
    """At any ask of a game the mover's state is what a plain twin makes of names."""
    scratch = make_scratch(count)
    for turn, row in enumerate(positions(count, 0, scratch)):
        if turn % (2 * count) == 0:
            end = article.fill_state(row, scratch)
            assert scratch.policy_sums[article.INPUTS : end].tolist() == state(row)
            assert end - article.INPUTS + 4 == article.inputs(count)


@pytest.mark.parametrize("count", PLAYERS)
def test_each_ask_is_worth_what_the_network_says_of_state_and_ask(count):
    """The values of asks are a float64 network's predictions of states with asks appended."""
    scratch, policy = make_scratch(count), article.untrained(7, count)
    network = Regressor(layers(policy.weights))
    for turn, row in enumerate(positions(count, 3, scratch)):
        if turn % 60 == 0:
            asks = players.list_asks(row, True, scratch) or players.list_asks(row, False, scratch)
            article.value_asks(row, policy.weights, asks, scratch)
            codes = [divmod(int(code), MOST_CARDS) for code in scratch.asks[:asks]]
            x = np.array([state(row) + ask_of(int(row[TURN]), *code) for code in codes])
            assert scratch.values[:asks] == pytest.approx(network.predict(x), rel=1e-4, abs=1e-4)


@pytest.mark.parametrize("size", [1, 200])
def test_a_step_is_adams_on_the_derivatives_of_the_loss(size):
    """Steps towards a batch of any size change the parameters as a float64 twin's do."""
    network = article_network.make_network(article.untrained(1).weights.copy())
    twin = Regressor(layers(network.weights))
    for step in range(3):
        x, y = a_batch(size, 1149, step)
        error = article_network.learn(network, x, y, size)
        assert error == pytest.approx(((twin.predict(x) - y) ** 2).sum(), rel=1e-4)
        before = flat(twin.arrays)
        twin.step(x, y)
        assert np.abs(flat(twin.arrays) - before).max() > 5e-4
        np.testing.assert_allclose(network.weights, flat(twin.arrays), atol=2e-5)


def test_the_twins_derivatives_are_those_of_its_loss():
    """The twin's own gradients agree with differences of its loss."""
    twin = Regressor(layers(article.untrained(1).weights))
    x, y = a_batch(5, 1149, 0)
    gradients = twin.gradients(x, y)
    for array, gradient in zip(twin.arrays, gradients, strict=True):
        at = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
        value = array[at]
        losses = []
        for shift in (-1e-6, 1e-6):
            array[at] = value + shift
            losses.append(twin.loss(x, y))
        array[at] = value
        assert (losses[1] - losses[0]) / 2e-6 == pytest.approx(gradient[at], rel=1e-3)


def test_an_untrained_network_is_drawn_and_fitted_to_one_sample():
    """It starts within Glorot and Bengio's bounds and ends where the twin's fit ends."""
    random = np.random.default_rng(4)
    first, last = np.sqrt(6 / 1249), np.sqrt(6 / 101)
    bounds = flat([np.full(1150 * UNITS, first), np.full(UNITS + 1, last)])
    drawn = (bounds * random.uniform(-1, 1, len(bounds))).astype(np.float32)
    x, y = random.random((1, 1149), np.float32), random.random(1, np.float32)
    twin = Regressor(layers(drawn))
    twin.fit(x, y)
    network = article_network.draw_network(1149, 4)
    assert network.steps[0] == twin.steps
    np.testing.assert_allclose(network.weights, flat(twin.arrays), atol=2e-5)
    assert np.array_equal(article.untrained(4).weights, network.weights)


def test_noise_is_unit_normal():
    """The noise's mean, variance, fourth power and tails are a unit normal number's."""
    scratch, stream, drawn = make_scratch(4), streams(1, 0, 1), []
    for asks in (7, 384) * 300:
        scratch.values[:] = 0
        article.add_noise(asks, stream, scratch)
        assert not scratch.values[asks:].any()
        drawn.append(scratch.values[:asks].copy())
    noise = np.concatenate(drawn)
    size = len(noise)
    for statistic, expected, variance in [
        (noise.mean(), 0, 1),
        ((noise**2).mean(), 1, 2),
        ((noise**4).mean(), 3, 96),
        ((np.abs(noise) > 2).mean(), 0.0455, 0.0434),
        ((noise[1:] * noise[:-1]).mean(), 0, 1),
    ]:
        assert abs(statistic - expected) < 4 * np.sqrt(variance / size)


def test_he_asks_what_may_be_there_by_value_and_noise():
    """The choice is the network's and the noise's, among asks that may get the card."""
    scratch, stream = make_scratch(4), streams(5, 0, 1)
    weights = np.zeros_like(article.untrained(1).weights)
    for row in positions(4, 1, scratch):
        asks = players.list_asks(row, True, scratch)
        legal = set(scratch.asks[:asks].tolist())
        if len({code // MOST_CARDS for code in legal}) == 2 and len(legal) <= 16:
            break
    article_ask = partial(players.choose, row, Kind.ARTICLE.value, weights, stream, scratch, True)
    chosen = {int(article_ask()) for _ in range(500)}
    assert chosen == legal
    weights[(1149 - 3) * UNITS] = -100  # the first unit falls with the target's seat
    weights[1149 * UNITS] = 1000
    weights[1150 * UNITS] = 1
    chosen = {int(article_ask()) for _ in range(500)}
    nearest = min(code // MOST_CARDS for code in legal)
    assert chosen == {code for code in legal if code // MOST_CARDS == nearest}


def test_a_policy_for_four_does_not_play_among_six():
    """A policy that was learnt for another number of players is refused by name."""
    player = Strategy("untrained", Kind.ARTICLE, "", article.untrained(1))
    with pytest.raises(IllegalState, match="untrained-1 was learnt for 4 players; got 6"):
        play_games([player] * 6, 1, 1, rules=find_rules("pagat", 6))
    assert play_games([player] * 4, 20, 1).finished.all()
