"""The table of deal values: what `deal_values` measures, stored."""

from itertools import pairwise

import numpy as np
import pytest

from llq.errors import IllegalState, TableMissing, UnknownStrategy
from llq.query.sueca.advice.deal_table import PLAYERS, build_deals, deal_relations, open_deals
from llq.query.sueca.advice.deal_valuation import deal_values
from llq.query.sueca.advice.quantities import Quantity
from llq.store.shipped import standard_folder

SMALL = (60, 2, 3, ("always_high", "open"))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Return a table of few games."""
    return open_deals(build_deals(*SMALL, tmp_path_factory.mktemp("deals")))


@pytest.fixture(scope="module")
def shipped():
    """Return the table that comes with llq."""
    return open_deals(standard_folder() / "sueca-deals.h5")


def rows_of(table):
    """Return the rows of the table's relation."""
    (relation,) = deal_relations(table)
    columns = {name: np.ma.asarray(values).tolist() for name, values in relation.columns.items()}
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def test_rows_are_what_deal_values_yields(small):
    """Every row of the table is that of the quantity measured by itself, its first level's too."""
    rows = [row for row in rows_of(small) if row["player"] == "always_high"]
    measured = [
        value.to_dict()
        for quantity in Quantity
        for value in deal_values(quantity, "always_high", 60, 3)
    ]
    for row, value in zip(rows, measured, strict=True):
        assert row.pop("level_rank") >= 0
        assert row == value
    assert rows[0]["gain"] is None


def test_open_hands_have_their_own_number_of_deals(small):
    """A level is solved with open hands on fewer deals than are played, and the row says so."""
    games = {(row["player"], row["games"]) for row in rows_of(small)}
    assert games == {("always_high", 60), ("open", 2)}
    assert small.total_games == 50 * 62


def test_the_lead_is_worth_what_both_leads_say(shipped):
    """A gain is the difference of the two means, and its error no more than theirs together."""
    rows = rows_of(shipped)
    assert {row["player"] for row in rows} == set(PLAYERS)
    for before, row in pairwise(rows):
        if row["level_rank"]:
            assert row["gain"] == pytest.approx(row["mean"] - before["mean"])
            apart = np.hypot(before["standard_error"], row["standard_error"])
            assert row["gain_error"] < 1.1 * apart


def test_all_trumps_take_every_trick(shipped):
    """A hand with all ten trumps takes all 120 points, whoever plays."""
    for row in rows_of(shipped):
        if (row["quantity"], row["level"]) == ("trumps", "10"):
            assert (row["mean"], row["standard_error"]) == (120, 0)


def test_random_play_meets_the_thesis(shipped):
    """Table 4.4's averages of random play, printed as whole points, are met at every level."""
    printed = [49, 52, 56, 61, 69, 77, 85, 93, 102, 110, 120]
    trumps = [r for r in rows_of(shipped) if (r["player"], r["quantity"]) == ("random", "trumps")]
    for row, value in zip(trumps, printed, strict=True):
        margin = 3 * row["standard_error"]
        assert value - 0.5 - margin <= row["mean"] <= value + 1 + margin, row


def test_a_build_is_the_same_by_any_threads(tmp_path):
    """One thread and two write the same table."""
    paths = [build_deals(20, 2, 1, ("R",), tmp_path / str(n), threads=n) for n in (1, 2)]
    assert len({open_deals(path).info.content_hash for path in paths}) == 1


def test_what_cannot_be_built_is_refused(tmp_path):
    """No player, an unknown one and one game are refused; a missing table names its command."""
    with pytest.raises(IllegalState, match="at least one player"):
        build_deals(20, 2, 1, (), tmp_path)
    with pytest.raises(UnknownStrategy, match="'nobody'"):
        build_deals(20, 2, 1, ("nobody",), tmp_path)
    with pytest.raises(IllegalState, match="open_games"):
        build_deals(20, 1, 1, ("open",), tmp_path)
    with pytest.raises(TableMissing, match="llq build sueca-deals"):
        open_deals(tmp_path / "sueca-deals.h5")
