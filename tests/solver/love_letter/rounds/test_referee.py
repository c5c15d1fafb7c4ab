"""The round for two to six players: kernel against the referee, and truths worked by hand."""

import pytest

from llq.errors import IllegalState
from llq.solver.love_letter.rounds import referee
from tests.solver.love_letter.rounds.replays import TABLES, compare_rounds, seats


@pytest.mark.parametrize(("variant", "players"), [*TABLES, ("2019-tokens-sole", 4)])
def test_rounds_by_chance_are_the_referees(variant, players):
    """Every legal action, hand, protection, fact known and result is the referee's."""
    assert compare_rounds(variant, players, 25, seed=29) > 100


def test_only_survivors_spies_count_unless_the_rule_says_all():
    """One Spy of a survivor and one of somebody out: a token, or none by the other reading."""
    for variant, token in (("2019", 0), ("2019-tokens-sole", -1)):
        party = referee.party(referee.party_rules(variant, 3), 3)
        row = party.fresh.copy()
        row[referee.ALIVE], row[referee.SPIES], row[referee.LEFT] = 0b101, 0b011, 1
        row[referee.HAND : referee.HAND + 3] = 5, -1, 1
        referee.end_turn(party.cards, party.setup, row)
        assert (row[referee.WINNERS], row[referee.SPY_TOKEN]) == (0b001, token)


@pytest.mark.parametrize(("variant", "winners"), [("classic", {2}), ("2019", {0, 2})])
def test_equal_final_cards(variant, winners):
    """The higher discards win by the classic rules; in the 2019 edition all who are equal do."""
    party = referee.party(referee.party_rules(variant, 3), 3)
    row = party.fresh.copy()
    row[referee.LEFT] = 1
    row[referee.HAND : referee.HAND + 3] = 4, 2, 4
    row[referee.TOTAL : referee.TOTAL + 3] = 6, 20, 7
    referee.end_turn(party.cards, party.setup, row)
    assert seats(row[referee.WINNERS]) == winners


@pytest.mark.parametrize(
    ("variant", "players", "text"),
    [
        ("2019", 7, "2019 Love Letter is for 2 to 6 players (classic 2 to 4); got 7"),
        ("classic", 5, "classic Love Letter is for 2 to 4 players (2019 2 to 6); got 5"),
        ("hobbit", 4, "tables of three and more play classic or 2019; hobbit is for two"),
    ],
)
def test_a_table_that_no_box_is_for_is_one_line(variant, players, text):
    """The message names the edition, and what fits it."""
    with pytest.raises(IllegalState) as raised:
        referee.party_rules(variant, players)
    assert str(raised.value) == text
