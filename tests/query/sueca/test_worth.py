"""What a deal is worth: means, steps and their errors."""

import itertools
from math import sqrt

import numpy as np
import pytest

from llq.errors import IllegalState, UnknownStrategy
from llq.query.sueca.worth import sueca_worth
from llq.solver.sueca.deals import Deals
from llq.solver.sueca.match import play_games


def test_trumps_are_worth_what_the_thesis_says():
    """Table 4.4's averages, printed as whole points cut or rounded, are met at every level."""
    printed = [49, 52, 56, 61, 69, 77, 85, 93, 102, 110, 120]
    rows = list(sueca_worth("trumps", games=20_000, seed=2))
    assert [row.level for row in rows] == [str(held) for held in range(11)]
    for row, value in zip(rows, printed, strict=True):
        margin = 3 * row.standard_error
        assert value - 0.5 - margin <= row.mean <= value + 1 + margin, row
    for before, row in itertools.pairwise(rows):
        assert row.more == pytest.approx(row.mean - before.mean)


@pytest.mark.parametrize(("of", "level"), [("trumps", 4), ("dealer", 1)])
def test_the_error_of_a_step_is_its_spread_over_seeds(of, level):
    """What a level is worth beyond the one before varies from seed to seed as its error says."""
    rows = [
        next(itertools.islice(sueca_worth(of, games=100, seed=seed), level, None))
        for seed in range(150)
    ]
    claimed = sqrt(np.mean([row.more_error**2 for row in rows]))
    assert claimed == pytest.approx(np.std([row.more for row in rows], ddof=1), rel=0.15)


def test_the_lead_is_measured_on_the_same_deals():
    """What the lead is worth, and its error, come from the same deals with West leading."""
    without, with_lead = sueca_worth("lead", "always_high", games=3000, seed=5)
    led, not_led = (
        play_games(["always_high"] * 4, 3000, 5, dealing=Deals(leader=leader)).points.astype(float)
        for leader in (0, 1)
    )
    assert (without.mean, with_lead.mean) == (not_led.mean(), led.mean())
    assert with_lead.more == pytest.approx(np.mean(led - not_led))
    assert with_lead.more_error == pytest.approx(np.std(led - not_led, ddof=1) / sqrt(3000))
    assert without.more is None


def test_both_teams_share_the_deck_with_the_dealer_or_without():
    """The dealer's team's and the other's points make up the deck, but for the lead's worth."""
    other, own = sueca_worth("dealer", games=20_000, seed=3)
    assert other.mean + own.mean == pytest.approx(120, abs=4 * own.more_error + 0.5)
    assert own.more > 5


@pytest.mark.parametrize(
    ("arguments", "error", "reason"),
    [
        (("aces",), IllegalState, "'aces'"),
        (("trumps", "random", 1), IllegalState, "two games"),
        (("trumps", "nobody"), UnknownStrategy, "'nobody'"),
    ],
)
def test_what_cannot_be_is_refused(arguments, error, reason):
    """An unknown thing, too few games and an unknown player are errors of one line."""
    with pytest.raises(error, match=reason):
        next(sueca_worth(*arguments))
