"""The shipped policy of the 2019 edition, and matches that are played by it."""

import numpy as np
import pytest

import llq
from llq.errors import IllegalState, UnknownStrategy
from llq.query.love_letter.table.openings import cached_openings
from llq.query.love_letter.table.policy import cached_policy
from llq.solver.love_letter.variants import MODERN


@pytest.fixture(autouse=True)
def shipped(monkeypatch, tmp_path):
    """Let tables be found that came with llq, and no others."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    monkeypatch.delenv("LLQ_STANDARD_TABLES")


def test_the_policy_plays_the_best_opening():
    """In every first turn the action is one of those that the table of openings calls best."""
    policy, openings = cached_policy(MODERN), cached_openings(MODERN)
    ranks, starts = np.unique(openings.ranks, return_index=True)
    for rank, plays, values in zip(
        ranks,
        np.split(openings.plays, starts[1:]),
        np.split(openings.values, starts[1:]),
        strict=True,
    ):
        played = values[plays == policy.actions[rank]]
        assert played.size == 1
        assert played[0] >= values.max() - 1e-12


def test_only_variants_with_second_choices_have_a_policy_table():
    """The classic deck's table is small enough: the message says so, and which to build."""
    with pytest.raises(IllegalState, match="classic Love Letter has no policy table"):
        llq.love_letter.table.open_policy("classic")


def test_a_match_of_the_2019_edition():
    """Table beats Strategic, who beats Random; against itself it has the value that was solved.

    Of 40,000 games within four standard errors: the solved game forgets the bottom.
    """
    strong = llq.love_letter.match("table", "strategic", 5000, seed=1, variant="2019")
    weak = llq.love_letter.match("strategic", "random", 5000, seed=1, variant="2019")
    assert strong.score > 0.55
    assert weak.score > 0.55
    same = llq.love_letter.match("table", "table", 40_000, seed=2, variant="2019")
    assert abs(same.score - 0.5452715) < 4 * same.score_error
    assert same.tokens is None


def test_tokens_are_counted_where_spies_earn_some():
    """With tokens a match says what each player earns; more than one token a game is earned."""
    match = llq.love_letter.match("strategic", "random", 2000, seed=1, variant="2019-tokens")
    assert match.unit == "tokens"
    assert sum(match.tokens) > 1
    assert match.lead == pytest.approx(match.tokens[0] - match.tokens[1])
    assert 0 < match.lead_error < 0.1


@pytest.mark.parametrize("player", ["table_discards", "exploiter", "solution"])
def test_players_that_cannot_play_the_edition_are_refused(player):
    """One line names the player, the edition and those who play it."""
    with pytest.raises(UnknownStrategy, match="cannot play 2019 Love Letter; it is played by: ran"):
        llq.love_letter.match(player, "random", 10, variant="2019")
