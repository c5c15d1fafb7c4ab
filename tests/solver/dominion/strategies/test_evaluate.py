"""Exact means, distributions and action shares of strategies against the oracle's full decks."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from llq.errors import IllegalState, UnknownStrategy
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.players import SIMPLE, StrategyName, purchase_chances
from llq.solver.dominion.solitaire.action_scoring import card_of, decoded_actions, reduced_decks
from llq.solver.dominion.solitaire.solver import solve
from llq.solver.dominion.strategies.evaluation import action_shares, distribution, mean_scores
from llq.solver.dominion.strategies.hazard import hazard_score
from tests.oracles import dominion as oracle
from tests.solver.dominion.conftest import games, simple_choice

EXACT = [name for name in StrategyName if name != StrategyName.MONTE_CARLO]


def agree(scores, exact):
    """Compare a distribution with the oracle's, in relative terms."""
    assert {score for score, p in exact.items() if p} == set(np.flatnonzero(scores).tolist())
    assert all(scores[score] == pytest.approx(float(p), rel=1e-12) for score, p in exact.items())


@pytest.mark.parametrize("name", SIMPLE)
def test_simple_strategies_equal_full_decks(game, name):
    """The distribution of the final score is the oracle's for every length up to 4."""
    by_length, choose = distribution(game, name, 4), simple_choice(game, name)
    for length in range(5):
        agree(by_length[length], oracle.final_scores(game, choose, length))


@given(games())
@settings(max_examples=2, deadline=None)
def test_strategies_of_random_games_equal_full_decks(small):
    """So they are for any game, however odd its cards."""
    for name in SIMPLE:
        exact = oracle.final_scores(small, simple_choice(small, name), 3)
        agree(distribution(small, name, 3)[3], exact)


def test_the_optimal_distribution_equals_full_decks(game):
    """The optimum's distribution is that of playing the stored actions on full decks."""
    best = solve(game, 6, codes=True)

    def choose(deck, coins, turns_to_go):
        code = best.codes[best.space.state(reduced_decks(best.model, deck), turns_to_go)]
        band = best.model.band(coins)
        return {card_of(best.model, band, Purchase(int(decoded_actions(code, band)))): Fraction(1)}

    scores = distribution(game, "optimal", 6)[6]
    agree(scores, oracle.final_scores(game, choose, 6))


def test_means_distributions_and_shares_agree(game):
    """Three computations of the mean agree; probabilities and shares sum to 1; nothing is < 0."""
    for name in EXACT:
        chances = distribution(game, name, 20)
        mean = mean_scores(game, name, 20)
        assert chances.sum(1) == pytest.approx(np.ones(21), abs=1e-13)
        assert (chances >= 0).all()
        assert chances @ np.arange(chances.shape[1]) == pytest.approx(mean, abs=1e-11)
        shares = action_shares(game, name, 20)
        assert shares.sum((1, 2)) == pytest.approx(np.ones(20), abs=1e-13)
        bought = shares[:, :, Purchase.VICTORY].sum(0) @ np.maximum(Model(game).points, 0)
        assert game.start_points + bought == pytest.approx(mean[20], abs=1e-11)
        lower, upper = ((chances.cumsum(1) < quantile).sum(1) for quantile in (0.25, 0.75))
        assert (lower <= upper).all()


def test_unknown_strategies_are_refused(game):
    """Monte Carlo with finitely many playouts is a player of chance and has no exact mean here."""
    for name in ("monte_carlo", "lucky"):
        with pytest.raises(UnknownStrategy):
            mean_scores(game, name, 3)
    with pytest.raises(UnknownStrategy):
        purchase_chances(Model(game), "optimal")


@pytest.mark.parametrize("alpha", [Fraction(1), Fraction(1, 2)])
def test_the_hazard_optimum_is_bracketed_by_full_decks(game, alpha):
    """Value iteration on full decks, word for word, comes from below and stays in the bracket."""
    bounds = hazard_score(game, "optimal", alpha, tolerance=1e-9)
    rounds = 5
    values: dict[tuple[int, ...], float] = {}
    decks = [{game.start}]
    for _ in range(rounds):
        decks.append({
            oracle.add(game, deck, name) for deck in decks[-1] for name in oracle.actions(game, 15)
        })  # fmt: skip
    for after in reversed(decks[:-1]):
        current = {}
        for deck in after:
            current[deck] = sum(
                float(p)
                * max(
                    float(alpha) * game.points(bought)
                    + float(1 - alpha) * values.get(bought, game.points(bought))
                    for bought in (oracle.add(game, deck, a) for a in oracle.actions(game, coins))
                )
                for coins, p in oracle.money_chances(game, deck).items()
            )
        values = current
    below = values[game.start]
    missing = float(1 - alpha) ** rounds * 6 / float(alpha)
    assert below - 1e-9 <= bounds.high
    assert bounds.low <= below + missing + 1e-9


def test_hazard_widths_narrow_and_orders_hold(game):
    """A smaller tolerance lies inside a larger one's bracket; the optimum beats the others."""
    wide = hazard_score(game, "optimal", Fraction(1, 3), tolerance=1e-1)
    narrow = hazard_score(game, "optimal", Fraction(1, 3), tolerance=1e-5)
    assert wide.low - 1e-12 <= narrow.low <= narrow.high <= wide.high + 1e-12
    for name in SIMPLE:
        assert hazard_score(game, name, Fraction(1, 3)).low <= narrow.high
    for bad in ("monte_carlo_limit", "optimal"):
        with pytest.raises(IllegalState):
            hazard_score(game, bad, Fraction(0 if bad == "optimal" else 1))


def test_worthless_games_score_nothing(game):
    """Victory cards without points leave every score at 0."""
    nothing = tuple(replace(card, points=0) for card in game.victories)
    empty = replace(game, victories=nothing)
    assert mean_scores(empty, "random", 4).tolist() == [0.0] * 5
    assert distribution(empty, "random", 4) == pytest.approx(np.ones((5, 1)))
    assert hazard_score(empty, "optimal", Fraction(1, 5)).high == 0.0
