"""The thesis's figures beside the exact ones, and exact matches beside played ones."""

import math
from collections import Counter

import pytest

import llq
from llq.query.love_letter.exact.study_table import STUDIED_PLAYERS
from llq.query.love_letter.verification.run import compare_matches

pytestmark = pytest.mark.usefixtures("classic_file")


@pytest.fixture(scope="module")
def checks(classic_study):
    """Return the checks of all the thesis's figures."""
    return list(llq.love_letter.verify(classic_study))


def select(checks, table, figure):
    """Return the checks of a figure of one of the thesis's tables."""
    cell = f"Table {table}", figure
    return [check for check in checks if (check.place, check.figure) == cell]


def test_every_published_figure_has_its_check(checks):
    """Tables 1 to 11: 33 chances and actions, 27 counts of matches and 16 of the matrix."""
    tables = [check.place.removeprefix("Table ") for check in checks]
    assert Counter(tables) == dict.fromkeys("1235678", 3) | {"9": 3, "10": 3, "4": 66, "11": 16}


def test_what_the_documentation_says_of_tables(checks):
    """Random against itself replicates, Monte Carlo against Random does not, actions nearly do."""

    def verdicts(table, figure="first wins"):
        return [check.verdict for check in select(checks, table, figure)]

    assert verdicts(4, "chance").count("agrees") == 4  # to all six decimals
    assert verdicts(4, "action").count("agrees") == 32  # of 33
    assert (verdicts(1), verdicts(2)) == (["agrees"], ["differs"])


def test_table_7_cannot_be(checks):
    """The two wins of the thesis's Table 7 add up to more than its million games."""
    (draws,) = select(checks, 7, "draws")
    assert draws.published == pytest.approx(-0.001153)
    assert draws.verdict == "impossible"


def test_z_is_in_the_published_games_own_standard_errors(checks, classic_study):
    """The z-score of a row is the difference by the binomial error of the exact chance."""
    (check,) = select(checks, 3, "first wins")
    exact = classic_study.lookup("strategic", "random").win_prob
    assert check.ours == pytest.approx(exact, abs=1e-13)
    error = math.sqrt(check.ours * (1 - check.ours) / 10**6)
    assert check.standard_error == pytest.approx(error)
    assert check.z == pytest.approx((0.717719 - check.ours) / error)
    assert check.verdict == "differs"


def test_every_check_keeps_its_verdict(checks):
    """Counts agree up to three standard errors and differ beyond them."""
    for check in checks:
        if check.z is not None:
            assert check.verdict == ("agrees" if abs(check.z) <= 3 else "differs")


def test_played_matches_stand_beside_the_exact_ones(classic_study):
    """Every pair has its exact chance; the played share of 20,000 games is within 4 errors."""
    played = [llq.love_letter.match("table", "strategic", 20_000, 1)]
    results = compare_matches(classic_study.matches(), played)
    rows = {(result["first"], result["second"]): result for result in results}
    assert set(rows) == {(a, b) for a in STUDIED_PLAYERS for b in STUDIED_PLAYERS}
    row = rows["table", "strategic"]
    assert row["win_prob"] == played[0].win_prob
    assert row["played_z"] == pytest.approx(
        (row["win_prob"] - row["exact"]) / row["standard_error"]
    )
    assert abs(row["played_z"]) < 4
    assert row["published"] == 0.619072
    assert row["published_z"] == pytest.approx(
        (row["published"] - row["exact"]) / math.sqrt(row["exact"] * (1 - row["exact"]) / 10**6)
    )
    assert rows["table_discards", "table"]["published"] is None
    assert rows["random", "random"]["win_prob"] is None
