"""Advice and matches at tables of several."""

import pytest

import llq
from llq.errors import IllegalState, UnknownStrategy

room = llq.love_letter.rounds


def test_a_card_that_was_seen_is_guessed():
    """After a Priest the Guard that names the card seen puts it out: the surest play."""
    turns = "I draw Guard; I Priest on 2: saw Prince; 1 Handmaid; 2 Countess; 3 Priest on 2"
    round_ = room.watch(4, "Priest", f"{turns}; I draw Handmaid")
    answer = room.advise_party(round_, playouts=5000)
    assert answer.text == "Guard on 2, guessing Prince"
    held = {card.card: card.chance for card in answer.held if card.seat == 2}
    assert held == {"Prince": 1.0}


def test_a_certain_end_is_valued_exactly():
    """With the last draw in hand and the other's card known, the comparison is sure."""
    turns = "I draw Guard; I Priest on 1: saw Guard"
    round_ = room.watch(2, "Priest", turns, face_up="1,1,5")
    with pytest.raises(IllegalState, match="seat 1 is to move"):
        room.advise_party(round_)


def test_advice_repeats_by_its_seed():
    """The same seed gives the same numbers, another one others, both about the same."""
    round_ = room.watch(4, "King", "0 Guard on 2, guessing Spy; I draw Spy", seat=1, variant="2019")
    one, same, other = (room.advise_party(round_, playouts=8000, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other
    pairs = {a.text: a for a in other.actions}
    for action in one.actions:
        twin = pairs[action.text]
        error = (action.standard_error**2 + twin.standard_error**2) ** 0.5
        assert abs(action.value - twin.value) < 5 * error


def test_a_match_does_not_depend_on_threads():
    """Blocks of deals are the same on one thread and on two."""
    one, two = (
        room.match_party(["reader", "thumb", "random"], 60, 4, playouts=50, threads=threads)
        for threads in (1, 2)
    )
    assert one == two
    assert sum(share.mean for share in one.shares) == pytest.approx(1)


@pytest.mark.parametrize(
    ("players", "options", "error", "text"),
    [
        (["thumb"] * 7, {"variant": "2019"}, IllegalState, "is for 2 to 6 players"),
        (["thumb", "nobody"], {}, UnknownStrategy, "unknown player 'nobody'"),
        (["thumb"] * 3, {"deals": 1}, IllegalState, "deals"),
        (["thumb"] * 3, {"variant": "archer"}, IllegalState, "classic or 2019"),
    ],
)
def test_a_match_that_cannot_be_is_refused(players, options, error, text):
    """One line says what fits."""
    with pytest.raises(error, match=text):
        room.match_party(players, **options)
