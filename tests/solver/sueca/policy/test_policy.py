"""The policy: chances, likelihoods of hidden hands and games, beside their plain twins."""

from copy import deepcopy

import numpy as np
import pytest

from llq.solver.card_masks import cards_of
from llq.solver.sueca import engine
from llq.solver.sueca.engine import HANDS
from llq.solver.sueca.policy import games, inference
from llq.solver.sueca.policy.games import feature_policy, network_policy
from llq.solver.sueca.policy.inference import make_beliefs
from llq.solver.sueca.policy.network import trained
from llq.solver.sueca.policy.situations import FEATURES, UNIT_CHANCE, feature_table, fitted
from llq.solver.sueca.rules import card_name
from tests.oracles.sueca_policy import likelihood, outcomes, styles
from tests.solver.chi_square import FITS, misfit
from tests.solver.sueca.games import before_play, draws, names, played, stream_of

TEMPERATURE = 3.0
UNITS = 1 / UNIT_CHANCE
"""Chances are in whole units."""
STYLES = styles(TEMPERATURE, TEMPERATURE)


@pytest.fixture(scope="module")
def table():
    """Return the fitted policy."""
    return feature_policy(fitted(), TEMPERATURE)


def weighed(row, policy):
    """Return a policy's chance of each legal card, by name."""
    out, legal = np.zeros(10, dtype=np.int64), engine.legal_cards(row)
    hand = row[HANDS + engine.mover(row)]
    total = games.weigh(policy, hand, legal, games.see(row), out)
    return {card_name(card): out[place] / total for place, card in enumerate(cards_of(int(legal)))}


@pytest.mark.parametrize("style", [0, 1], ids=["features", "network"])
def test_chances_are_those_of_the_scores(table, style):
    """In random games every card's chance is the oracle's, to the table's whole units."""
    policy = (table, network_policy(trained(), TEMPERATURE))[style]
    near = ({"abs": 20 * UNITS}, {"rel": 1e-4, "abs": 1e-5})[style]
    for seed in range(0, 114, 6 if style else 3):
        row, referee = played(seed, seed % 38)
        assert weighed(row, policy) == pytest.approx(STYLES[style](referee), **near)


def test_each_feature_has_a_name_and_a_place():
    """Names differ, and every feature holds of some card in some situation."""
    assert len({feature.name for feature in FEATURES}) == len(FEATURES) == len(fitted())
    assert feature_table().any(axis=(0, 1)).all()


def test_hands_are_as_likely_as_the_play(table):
    """Weights of drawn hands are the oracle's likelihoods to a power."""
    learnt = network_policy(trained(), TEMPERATURE)
    row, referee = played(1, 10)
    beliefs, drawn, likely = make_beliefs(), 4, []
    beliefs.hands[:drawn] = draws(row, drawn)
    for hands in beliefs.hands[:drawn]:
        start = before_play(referee, map(names, hands))
        likely.append(likelihood(start, referee.log, referee.seat, STYLES, 0.1))
    for power in (0.0, 0.5, 1.0):
        inference.judge(row, drawn, power, 0.1, (table, learnt), beliefs)
        expected = np.power(likely, power) / np.power(likely, power).sum()
        assert beliefs.weights[:drawn] == pytest.approx(expected, rel=0.08)


def test_without_an_order_only_the_trick_is_judged(table):
    """A row whose log is empty is judged by the cards on the table alone."""
    row, _ = played(3, 18)
    unknown, plays = row.copy(), make_beliefs().plays
    unknown[engine.LOG :] = 0
    assert inference.replay(row, plays) == 0
    judged = plays[16:18].copy()
    assert inference.replay(unknown, plays) == 16
    assert (plays[16:18, :2] == judged[:, :2]).all()
    assert (plays[17, 3:] == judged[1, 3:]).all()


def test_games_end_as_often_as_the_policy_has_it(table):
    """The points of games played to their end have the oracle's distribution, by chi-square."""
    for seed, turns in zip(range(2), (30, 33), strict=True):
        row, referee = played(seed, turns)
        card = int(cards_of(int(engine.legal_cards(row)))[0])
        after = deepcopy(referee)
        after.play(card_name(card))
        expected = outcomes(after, fitted(), TEMPERATURE)
        situation = games.see(row)
        state, space, results = np.uint64(seed + 1), np.zeros(10, dtype=np.int64), []
        for _ in range(1000):
            hands = row[HANDS : HANDS + 4].copy()
            points, _, state = games.play_out(table, hands, situation, card, state, space)
            state = np.uint64(state)
            results.append(referee.points(0) + points)
        common = {value: chance for value, chance in expected.items() if chance * 1000 >= 5}
        rare = 1 - sum(common.values())
        compared = [value for value in results if value in common]
        assert len(results) - len(compared) <= 1000 * rare + 5 * np.sqrt(1000 * rare) + 3
        assert misfit(compared, {v: p / (1 - rare) for v, p in common.items()}) < FITS


def test_resampling_takes_hands_by_their_weights():
    """Each hand is taken as often as its share of the steps, within one."""
    weights = np.random.default_rng(4).dirichlet(np.ones(30) / 3)
    out = np.zeros(1000, dtype=np.int64)
    inference.resample(30, 1000, weights, out, stream_of(4))
    counts = np.bincount(out, minlength=30)
    assert (np.abs(counts - 1000 * weights) < 1 + 1e-9).all()
    assert (np.diff(out) >= 0).all()
