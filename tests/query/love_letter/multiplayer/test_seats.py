"""Tables of several for others' programs and for people."""

import pytest

import llq
from llq.errors import IllegalState, UnknownStrategy
from llq.query.play.sessions import Sitting


@pytest.mark.parametrize("name", ["random", "thumb", "certain", "reader"])
def test_every_player_sits_at_a_table_of_four(name):
    """A round with each built-in player ends, and somebody has a token."""
    played = llq.love_letter.play([name] * 4, seed=3, variant="2019")
    assert sum(played.returns) >= 1


def test_a_person_plays_on_from_a_link_and_is_told_what_they_see():
    """A sitting comes back from its link; another's Priest does not show what it saw."""
    sitting = Sitting.begin(
        "love-letter", seed=4, seat=1, against=["thumb"], players=5, variant="2019"
    )
    while not sitting.is_over:
        for told in sitting.history:
            assert "saw" not in told.shown or told.seat == 1
        assert sitting.hint().actions
        sitting = sitting.play(sitting.legal[0][0])
    assert "won by" in sitting.history[-1].shown
    again = Sitting.from_link("love-letter", sitting.to_link(), players=["thumb"])
    assert again == sitting


def test_a_player_of_two_does_not_sit_with_several():
    """One line says who can."""
    with pytest.raises(UnknownStrategy, match="of several: random, thumb, certain, reader"):
        llq.love_letter.play(["table"] * 4)
    with pytest.raises(UnknownStrategy, match="at a table of two"):
        llq.love_letter.play(["thumb", "thumb"])
    with pytest.raises(IllegalState, match="is for 2 to 6 players"):
        llq.love_letter.new_game(1, variant="2019", players=7)
