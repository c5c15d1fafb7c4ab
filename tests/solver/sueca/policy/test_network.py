"""The network: its scores beside their plain twin, and its training."""

from copy import deepcopy
from math import exp

import numpy as np
import pytest

from llq.solver.card_masks import cards_of
from llq.solver.sueca import engine
from llq.solver.sueca.engine import HANDS
from llq.solver.sueca.playouts import strong
from llq.solver.sueca.policy import games, network, training
from llq.solver.sueca.policy.games import feature_policy, network_policy
from llq.solver.sueca.policy.network import INPUTS, NUMBERS, pack, trained, unpack
from llq.solver.sueca.policy.situations import fitted
from llq.solver.sueca.rules import card_name
from tests.oracles.sueca_policy import input_number, inputs, outcomes
from tests.solver.sueca.games import played, stream_of

TEMPERATURE = 3.0
descend = training._descend.py_func  # of few choices it is sooner done than compiled


def test_inputs_are_what_the_seat_sees():
    """The inputs that training sets are the oracle's, and one more for the situation."""
    out = np.zeros(network.MOST_ACTIVE, dtype=np.int16)
    for seed in range(0, 38, 3):
        row, referee = played(seed, seed)
        situation = games.see(row)
        hand = row[HANDS + situation.seat]
        for suit in {card >> 4 for card in cards_of(int(engine.legal_cards(row)))}:
            number = network.activate(suit, hand, situation, 7, out)
            expected = [input_number(active) for active in inputs(referee, "SHDC"[suit])]
            assert sorted(out[:number]) == sorted([*expected, network.SITUATION + 7])


def test_an_exponential_is_one():
    """Chances are exponentials to two parts in 100,000, and at least a unit."""
    for score in np.linspace(-20, 0, 401):
        expected = max(exp(score) * 2**20, 1)
        assert network.exponential(score) == pytest.approx(expected, rel=2e-5, abs=0.51)
    assert network.exponential(-1000.0) == 1


def test_weights_are_packed_to_thousandths():
    """Weights come back as they were, to half a thousandth."""
    numbers = np.random.default_rng(1).integers(-9999, 9999, NUMBERS)
    assert (pack(unpack(numbers)) == numbers).all()


def test_a_training_is_that_of_its_seed(monkeypatch):
    """The same games of the same seed train the same network, and others another."""
    monkeypatch.setattr(training, "_descend", descend)
    first, again, other = (pack(training.train(1, seed)) for seed in (3, 3, 4))
    assert (first == again).all()
    assert (first != other).any()


def test_a_step_follows_the_gradient():
    """After one step Adam's mean is a tenth of the gradient of the squared errors, by numpy."""
    weights = trained()
    start = network.Weights(*(part.copy() for part in weights))
    zeros = [network.Weights(*(np.zeros_like(part) for part in weights)) for _ in range(3)]
    choices = training._make_choices()
    number = training.play(0, 1, 5, network_policy(start, TEMPERATURE), choices)
    batch = np.arange(number)
    slopes = [np.zeros(part.shape) for part in weights]
    for choice in batch:
        rows = range(choices.first[choice], choices.first[choice + 1])
        units, scores, values, cards = [], [], [], []
        for row in rows:
            active = np.bincount(choices.active[row, : choices.lengths[row]], minlength=INPUTS)
            units.append(np.maximum(active @ weights.inputs + weights.bias[0], 0))
            for place in range(choices.sizes[row]):
                pair = choices.cards[row, place]
                scores.append(units[-1] @ weights.outputs[pair].sum(axis=0))
                scores[-1] += weights.offset[pair].sum()
                values.append(choices.values[row, place])
                cards.append((row - rows[0], active, pair))
        errors = np.array(scores) - np.mean(scores) - (np.array(values) - np.mean(values))
        errors = np.clip(errors, -training.CLIP, training.CLIP)
        for error, (row, active, pair) in zip(errors, cards, strict=True):
            back = error * weights.outputs[pair].sum(axis=0) * (units[row] > 0)
            slopes[0] += np.outer(active, back)
            slopes[1] += back
            slopes[2][pair] += error * units[row]
            slopes[3][pair] += error
    descend(batch, choices, start, *zeros, np.ones(2), np.float32(1e-3))
    for mean, slope in zip(zeros[1], slopes, strict=True):
        assert mean == pytest.approx(slope / number / 10, rel=2e-3, abs=2e-4)


def test_values_are_those_of_games_by_the_policy():
    """The mean of what a card was found to take is the oracle's, within four standard errors."""
    policy, choices = feature_policy(fitted(), TEMPERATURE), training._make_choices()
    space, hands = np.zeros(10, dtype=np.int64), np.zeros(4, dtype=np.int64)
    row, referee = played(2, 32)
    legal, stream, trials = cards_of(int(engine.legal_cards(row))), stream_of(1), []
    assert len(legal) == 2
    for _ in range(1000):
        training._play(row.copy(), policy, stream, space, hands, choices, 0)
        trials.append([*choices.values[:2, :2].ravel()])
    columns = [0, 1] if choices.sizes[0] == 2 else [0, 2]
    for column, card in zip(columns, legal, strict=True):
        after = deepcopy(referee)
        after.play(card_name(card))
        expected = 0.0
        for points, chance in outcomes(after, fitted(), TEMPERATURE).items():
            gained, tricks = points - int(row[engine.SCORE]), 1
            expected += chance * strong.gain(row, training.STAKES, gained, tricks)
        values = np.array(trials)[:, column]
        error = values.std() / np.sqrt(len(values))
        assert abs(values.mean() - expected) < 4 * error + 1e-9
