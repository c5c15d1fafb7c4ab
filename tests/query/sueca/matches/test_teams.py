"""The table of leads: two of one player against two of another."""

import json

import numpy as np
import pytest

from llq.errors import IllegalState, UnknownState, UnknownStrategy
from llq.query.sueca.matches.build import build_matches
from llq.query.sueca.matches.table import open_matches
from llq.query.sueca.matches.teams import PLAYERS, build_teams, lead_relations, open_teams
from llq.store.shipped import standard_folder
from tests.docs import ROOT

ASKED = (60, 3, ("R", "A"))


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Return a table of two quick players."""
    return open_teams(build_teams(*ASKED, tmp_path_factory.mktemp("teams")))


@pytest.fixture(scope="module")
def shipped():
    """Return the leads that come with llq, by their players."""
    with open_teams(standard_folder() / "sueca-teams.h5") as table:
        (relation,) = lead_relations(table)
        return rows_of(relation)


def rows_of(relation):
    """Return the rows of the relation, by player and opponent."""
    names = list(relation.columns)
    rows = (
        dict(zip(names, row, strict=True)) for row in zip(*relation.columns.values(), strict=True)
    )
    return {(row["player"], row["opponent"]): row for row in rows}


def test_leads_are_those_of_the_table_of_matches(table, tmp_path):
    """A lead is the difference of the same two combinations in a table of all of them."""
    matches = open_matches(build_matches(*ASKED, tmp_path))
    lead = matches.difference("A,R,A,R", "R,A,R,A")
    (relation,) = lead_relations(table)
    row = rows_of(relation)["always_high", "random"]
    assert row["lead"] == lead.difference
    assert row["lead_error"] == pytest.approx(lead.standard_error)


def test_both_sides_of_a_pair_are_one(shipped):
    """What a player leads by, its opponent is behind; somebody wins every game not drawn."""
    assert {player for player, _ in shipped} == set(PLAYERS)
    for (player, opponent), row in shipped.items():
        other = shipped[opponent, player]
        assert row["lead"] == -other["lead"]
        assert row["game_points_lead"] == -other["game_points_lead"]
        assert row["win_prob"] + other["win_prob"] + row["draw_prob"] == pytest.approx(1)


def test_strong_leads_by_what_was_measured_on_other_deals(shipped):
    """Strong's leads agree with the benchmark, another program and other deals, within 4 errors."""
    measured = json.loads((ROOT / "benchmarks" / "sueca_strong.json").read_text("utf-8"))
    compared = 0
    for row in measured:
        lead = shipped.get((row["first"], row["second"]))
        if lead is not None:
            error = np.hypot(row["lead_error"], lead["lead_error"])
            assert abs(row["lead"] - lead["lead"]) < 4 * error, (row, lead)
            compared += 1
    assert compared >= 3
    for opponent in PLAYERS[:-1]:
        lead = shipped["strong", opponent]
        assert lead["lead"] > 4 * lead["lead_error"]


def test_what_is_not_there_says_what_is(table, tmp_path):
    """Seats of unlike partners, no player and an unknown one are refused in a line."""
    with pytest.raises(UnknownState, match=r"a player sits with its like; .*sueca-teams"):
        table.lookup("R,R,A,A")
    with pytest.raises(IllegalState, match="at least one player"):
        build_teams(20, 1, (), tmp_path)
    with pytest.raises(UnknownStrategy, match="'nobody'"):
        build_teams(20, 1, ("nobody",), tmp_path)
    assert not list(tmp_path.iterdir())
