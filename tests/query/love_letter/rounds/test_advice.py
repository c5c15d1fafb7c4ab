"""What to play in a round, by what the opponent may hold."""

from random import Random

import pytest

import llq
from llq.errors import IllegalState, WrongType
from llq.love_letter import new_game
from llq.love_letter.rounds import FollowedRound, advise, game
from llq.query.love_letter.rounds.written_rounds import write_round

ROUNDING = 1e-12


pytestmark = pytest.mark.usefixtures("standard_tables")


def test_before_anything_was_played_the_table_is_right():
    """In a round's first turn the beliefs are the table's, and so are values, order and best."""
    for hand in ((1, 5), (2, 8), (5, 6), (1, 1)):
        view = game(hand[0], (), hand[1])
        answer = advise(view)
        assert not answer.differs
        assert answer.table_note == ""
        assert answer.text == answer.by_table.text
        for play in answer.actions:
            assert play.value == pytest.approx(play.table_value, abs=ROUNDING)


def test_a_guess_that_the_beliefs_exclude_is_not_recommended():
    """The page's own example: the table would guess a card that the opponent cannot hold."""
    followed = FollowedRound.read(
        "dealt: King\nthey play Guard, guessing Baron: missed\nI draw Guard"
    )
    answer = advise(followed)
    chances = {belief.card: belief.chance for belief in followed.their_cards()}
    assert {belief.card: belief.chance for belief in answer.cards} == chances
    assert chances[answer.best.guess] > 0
    assert answer.differs
    assert "which cannot hit" in answer.table_note
    by_table = next(play for play in answer.actions if play.action == answer.by_table.best)
    assert by_table.hit == 0
    assert by_table.value < answer.value
    assert answer.to_dict()["differs"]
    assert "forgets what was played" in str(answer)


@pytest.mark.parametrize(("policy", "face_up"), [("table", 3), ("solution", 0)])
def test_a_guess_that_cannot_hit_is_recommended_only_where_none_can(policy, face_up):
    """Over the turns of random rounds; values are means over the opponent's cards."""
    lots, guesses, surprises = Random(face_up), 0, 0
    for seed in range(4):
        state = new_game(seed, face_up=face_up)
        while not state.is_terminal:
            if state.turns:
                answer = advise(state.view(), policy)
                assert sum(belief.chance for belief in answer.cards) == pytest.approx(1)
                hits = [play.hit for play in answer.actions if play.hit is not None]
                best = answer.actions[0]
                assert best.is_best
                assert best.value >= max(play.value for play in answer.actions) - ROUNDING
                if best.hit is not None:
                    guesses += 1
                    assert best.hit > 0 or not any(hits)
                surprises += len(answer.surprises)
                if policy == "solution":
                    assert sum(play.chance for play in answer.actions) == pytest.approx(1)
                seat = state.current_player
                followed = FollowedRound.read(write_round(state, seat))
                assert advise(followed, policy).actions == answer.actions
            legal = state.legal_actions()
            safe = [a for a in legal if "Princess" not in state.action_text(a)]
            state.apply(lots.choice(safe or legal))
    assert guesses > 3
    assert surprises > 3


def test_a_known_card_is_guessed():
    """A card that was seen is guessed, however the opponent is taken to play."""
    turns = "I draw Guard, play Priest, see Baron; they play Handmaid"
    view = game("Priest", turns, "Prince")
    blocked = advise(view)
    assert {play.hit for play in blocked.actions if play.hit is not None} == {0}  # a Handmaid
    turns = "I draw Guard, play Priest, see Baron; they play Priest"
    answer = advise(game("Priest", turns, "Prince"), "solution")
    assert answer.best == llq.love_letter.Action("Guard", guess="Baron")
    assert answer.value == pytest.approx(1)


def test_only_the_player_to_move_is_advised():
    """Out of turn, and of an unknown opponent, there is one line that says so."""
    followed = FollowedRound.read("dealt: King")
    with pytest.raises(IllegalState, match="the card drawn for this turn is missing"):
        advise(followed)
    with pytest.raises(IllegalState, match="table or solution"):
        advise(game("King", (), "Guard"), "random")
    with pytest.raises(WrongType, match="got 7"):
        advise(7)
    state = new_game(3)
    assert advise(state).actions == advise(state.view()).actions
    while not state.is_terminal:
        state.apply(state.legal_actions()[0])
    with pytest.raises(WrongType, match="a round that goes on"):
        advise(state)
