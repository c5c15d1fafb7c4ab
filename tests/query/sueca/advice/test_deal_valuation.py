"""What a deal is worth: means, steps and their errors."""

import itertools
from math import sqrt

import numpy as np
import pytest

from llq.errors import IllegalState, UnknownStrategy
from llq.query.sueca.advice.deal_valuation import deal_values
from llq.solver.rng import streams
from llq.solver.sueca.engine import HANDS, ROW, TRUMP
from llq.solver.sueca.matches import match
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.matches.match import play_games
from llq.solver.sueca.rules import POINTS, SUIT_MASK, TrumpFrom


def test_trumps_are_worth_what_the_thesis_says():
    """Table 4.4's averages, printed as whole points cut or rounded, are met at every level."""
    printed = [49, 52, 56, 61, 69, 77, 85, 93, 102, 110, 120]
    rows = list(deal_values("trumps", games=8_000, seed=2))
    assert [row.level for row in rows] == [str(count) for count in range(11)]
    for row, value in zip(rows, printed, strict=True):
        margin = 3 * row.standard_error
        assert value - 0.5 - margin <= row.mean <= value + 1 + margin, row
    for before, row in itertools.pairwise(rows):
        assert row.gain == pytest.approx(row.mean - before.mean)


def test_the_error_of_a_step_is_its_spread_over_seeds():
    """What a level is worth beyond the one before varies from seed to seed as its error says."""
    rows = [
        next(itertools.islice(deal_values("trumps", games=50, seed=seed), 1, None))
        for seed in range(30)
    ]
    claimed = sqrt(np.mean([row.gain_error**2 for row in rows]))
    assert claimed == pytest.approx(np.std([row.gain for row in rows], ddof=1), rel=2.6 / 58**0.5)


@pytest.mark.parametrize("of", ["trumps", "team-points"])
def test_levels_mean_what_any_deals_mean_that_fit(of):
    """Of games on any deals those that have what a level says score as much as its own games."""
    games = 4_000
    deals = np.zeros((games, ROW), dtype=np.int64)
    match._deal_all(Deals().arrays(), deals, streams(7, 0, 5 * games).reshape(-1, 5))
    cards = deals[:, HANDS] | (deals[:, HANDS + 2] if of.startswith("team") else 0)
    if of.endswith("trumps"):
        amounts = np.bitwise_count(cards & (SUIT_MASK << 16 * deals[:, TRUMP]))
    else:
        a_rank = sum(1 << 16 * suit for suit in range(4))
        counts = [np.bitwise_count(cards & (a_rank << rank)) for rank in range(10)]
        amounts = sum(points * count for points, count in zip(POINTS, counts, strict=True))
    scores = play_games(["random"] * 4, games, 7).points.astype(float)
    compared = 0
    for row in deal_values(of, games=2000, seed=8):
        least, _, most = row.level.partition("-")
        fitting = scores[(amounts >= int(least)) & (amounts <= int(most or least))]
        if len(fitting) > 120:
            error = sqrt(fitting.var() / len(fitting) + row.standard_error**2)
            assert abs(row.mean - fitting.mean()) < 4 * error, row
            compared += 1
    assert compared >= 5


@pytest.mark.parametrize(
    ("quantity", "dealings"),
    [
        ("lead", [Deals(leader=leader) for leader in (1, 0)]),
        # with North leading always
        ("trump-card", [Deals(trump_from=TrumpFrom.FIRST, dealer=dealer) for dealer in (3, 2)]),
    ],
)
def test_two_levels_are_compared_on_the_same_deals(quantity, dealings):
    """What one level is worth beyond the other, and its error, are those of games of one seed."""
    without, with_it = deal_values(quantity, "always_high", games=3000, seed=5)
    before, after = (
        play_games(["always_high"] * 4, 3000, 5, dealing=dealing).points.astype(float)
        for dealing in dealings
    )
    assert (without.mean, with_it.mean) == (before.mean(), after.mean())
    assert with_it.gain == pytest.approx(np.mean(after - before))
    assert with_it.gain_error == pytest.approx(np.std(after - before, ddof=1) / sqrt(3000))
    assert without.gain is None


@pytest.mark.parametrize(("quantity", "least"), [("dealer", 5), ("trump-card", 0)])
def test_both_teams_share_the_deck_with_the_dealer_or_without(quantity, least):
    """The dealer's team's and the other's points make up the deck, but for the lead's worth."""
    other, own = deal_values(quantity, games=20_000, seed=3)
    assert other.mean + own.mean == pytest.approx(120, abs=4 * own.gain_error + 0.5)
    assert own.gain > least


def test_what_cannot_be_is_refused():
    """An unknown thing, too few games and an unknown player are errors of one line."""
    for arguments, error, reason in [
        (("aces",), IllegalState, "'aces'"),
        (("trumps", "random", 1), IllegalState, "two games"),
        (("trumps", "nobody"), UnknownStrategy, "'nobody'"),
        (("lead", "MC,MC"), UnknownStrategy, "unknown player 'MC,MC'; choose one of random"),
    ]:
        with pytest.raises(error, match=reason):
            next(deal_values(*arguments))
