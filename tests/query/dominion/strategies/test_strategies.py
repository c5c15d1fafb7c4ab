"""The strategies' exact results as a library."""

import numpy as np
import pytest

from llq.errors import IllegalState, UnknownState, UnknownStrategy
from llq.query.dominion.strategies import table
from llq.solver.dominion.players import SIMPLE

ONE_TURN = {
    # Hands of 7 copper and 3 estates: 2 coins with 21/252, 3 and 4 with 105/252, 5 with 21/252.
    "optimal": 3 + 7 / 6,  # an estate, or a duchy for 5
    "greedy": 3 + 7 / 6,
    "expensive": 3 + 1 / 12 + 3 / 12,  # silver for 3 and 4
    "random": 3 + (11 / 12 + 3 / 12) / 3,  # one of pass, treasure, victory card
    "picky": 3.0,  # no province for 5
}


def test_results_agree_with_each_other(dominion_strategies):
    """Distributions sum to 1 and have the stored means; quantiles rise; shares sum to 1."""
    for name in table.STRATEGIES:
        index = table.STRATEGIES.index(name)
        means = dominion_strategies.mean[index]
        for turns in range(32):
            chances = dominion_strategies.distribution(name, turns)
            scores = np.arange(len(chances))
            assert (chances >= 0).all()
            assert chances.sum() == pytest.approx(1, abs=1e-13)
            assert chances @ scores == pytest.approx(means[turns], abs=1e-11)
            variance = chances @ scores**2 - means[turns] ** 2
            score = dominion_strategies.lookup(name, turns)
            assert score.mean == means[turns]
            assert score.standard_deviation**2 == pytest.approx(variance, abs=1e-8)
            quantiles = [dominion_strategies.quantile(name, turns, n / 20) for n in range(1, 21)]
            assert quantiles == sorted(quantiles)
            assert chances[: quantiles[9]].sum() < 0.5 <= chances[: quantiles[9] + 1].sum() + 1e-12
        for place, turns in enumerate(table.SHARE_TURNS):
            share = dominion_strategies.share[index, place]
            assert share[:turns].sum(1) == pytest.approx(np.ones(turns), abs=1e-13)
            assert (share[turns:] == 0).all()


@pytest.mark.parametrize(("name", "score"), ONE_TURN.items())
def test_one_turn_by_hand(dominion_strategies, name, score):
    """A game that surely ends after its first turn is a game of one turn, worked out by hand."""
    assert dominion_strategies.mean[table.STRATEGIES.index(name), 1] == pytest.approx(
        score, abs=1e-12
    )
    low, high = dominion_strategies.hazard[table.HAZARD_STRATEGIES.index(name), 0]
    assert low - 1e-9 <= score <= high + 1e-9


def test_brackets_hold_what_they_promise(dominion_strategies):
    """Bounds are ordered and narrow, longer games score more, and none beats the optimum."""
    low, high = dominion_strategies.hazard[:, :, 0], dominion_strategies.hazard[:, :, 1]
    assert (low <= high).all()
    assert (high - low <= 1e-2).all()
    assert (np.diff(high[-1]) > 0).all()
    assert (low <= high[-1] + 1e-12).all()


@pytest.mark.parametrize("name", SIMPLE)
def test_brackets_hold_the_mean_over_lengths(dominion_strategies, name):
    """A strategy without a clock scores the mean over the lengths that chance gives."""
    length = np.arange(1, 32)
    chance = 0.5**length
    exact = chance @ dominion_strategies.mean[table.STRATEGIES.index(name), 1:]
    low, high = dominion_strategies.hazard[table.HAZARD_STRATEGIES.index(name), 1]
    assert low - 1e-6 <= exact <= high + 1e-6


def test_no_strategy_beats_the_optimum(dominion_strategies, dominion_table):
    """The optimum's means are the 31-turn table's, and no other strategy's are above them."""
    assert dominion_strategies.mean[-1] == pytest.approx(dominion_table.scores, abs=1e-11)
    assert (dominion_strategies.mean <= dominion_strategies.mean[-1] + 1e-11).all()


def test_what_is_not_there_is_refused(dominion_strategies, dominion_table, tmp_path):
    """Longer games, players of chance, chances above 1 and other people's tables are errors."""
    with pytest.raises(UnknownState, match="llq build dominion-strategies --turns 32"):
        dominion_strategies.distribution("picky", 32)
    for name in ("monte_carlo", "nobody"):
        with pytest.raises(UnknownStrategy, match="not a strategy with exact results"):
            dominion_strategies.lookup(name, 3)
        assert dominion_strategies.get(name, 3) is None
    for share in (0, 1.5, float("nan")):
        with pytest.raises(IllegalState, match="quantile"):
            dominion_strategies.quantile("picky", 3, share)
    for lengths in ((0, 1, 1), (1, 1, 0), (1, -1, 1)):
        with pytest.raises(IllegalState, match="at least 1"):
            table.build_strategies(*lengths, tmp_path)


def test_means_go_further_than_distributions(tmp_path):
    """Of longer games there is the mean alone; beyond that an error, or the default."""
    built = table.open_strategies(table.build_strategies(3, 5, 2, tmp_path))
    assert (built.turns, built.mean.shape, built.hazard.shape) == (3, (6, 6), (5, 2, 2))
    score = built.lookup("picky", 5)
    assert score.mean == built.mean[table.STRATEGIES.index("picky"), 5]
    assert score.standard_deviation is None
    assert str(score) == f"picky, 5 turns: {score.mean:.3f} points on average"
    for turns in (6, -1):
        with pytest.raises(UnknownState, match="means of 0 to 5 turns"):
            built.lookup("picky", turns)
        assert built.get("picky", turns, score) is score
