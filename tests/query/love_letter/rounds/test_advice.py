"""What to play in a round, by what the opponent may hold."""

from random import Random

import pytest

import llq
from llq.errors import IllegalState, WrongType
from llq.love_letter import new_game
from llq.love_letter.rounds import FollowedRound, advise, advise_party, game, watch
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
    followed = watch(2, "Priest", "I draw Guard; I Priest on 1: saw Guard", face_up="1,1,5")
    with pytest.raises(IllegalState, match="seat 1 is to move"):
        advise_party(followed)
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


def test_a_card_that_was_seen_is_guessed():
    """After a Priest the Guard that names the card seen puts it out: the surest play."""
    turns = "I draw Guard; I Priest on 2: saw Prince; 1 Handmaid; 2 Countess; 3 Priest on 2"
    round_ = watch(4, "Priest", f"{turns}; I draw Handmaid")
    answer = advise_party(round_, playouts=5000)
    assert answer.text == "Guard on 2, guessing Prince"
    chances = {card.card: card.chance for card in answer.held if card.seat == 2}
    assert chances == {"Prince": 1.0}


def test_advice_repeats_by_its_seed():
    """The same seed gives the same numbers, another one others, both about the same."""
    round_ = watch(4, "King", "0 Guard on 2, guessing Spy; I draw Spy", seat=1, variant="2019")
    advice, repeated, other = (advise_party(round_, playouts=8000, seed=seed) for seed in (1, 1, 2))
    assert advice == repeated
    assert advice != other
    pairs = {a.text: a for a in other.actions}
    for action in advice.actions:
        twin = pairs[action.text]
        error = (action.standard_error**2 + twin.standard_error**2) ** 0.5
        assert abs(action.value - twin.value) < 5 * error


def test_two_players_of_2019_are_led_by_the_solved_table():
    """An opening has the values of `llq.lookup` and playouts beside them; later its best leads."""
    first = watch(2, "King", "I draw Guard", variant="2019")
    answer = advise_party(first, playouts=4000)
    solved = llq.lookup("Guard", "King", variant="2019")
    assert [play.value for play in answer.actions] == [play.value for play in solved.actions]
    assert answer.title == solved.title
    assert answer.unit == solved.unit
    assert all(abs(play.by_thumb - play.value) < 0.2 for play in answer.actions)
    turns = "I draw Guard; I Guard on 1, guessing Priest: missed; 1 Spy; I draw Baron"
    later = watch(2, "King", turns, variant="2019")
    answer = advise_party(later, playouts=4000)
    solved = llq.lookup("Baron", "King", seen=["Guard", "Spy"], variant="2019", values=False)
    assert answer.best.card == solved.best.card == "Baron"
    assert answer.actions[0].value == answer.actions[0].by_thumb


def test_plays_that_playouts_cannot_tell_apart_share_a_row():
    """Four players: each play is in one row, with those near its first, seats in words."""
    round_ = watch(4, "King", "0 Spy; I draw Guard", seat=1, variant="2019")
    answer = advise_party(round_, playouts=8000)
    assert sorted(map(str, sum(answer.groups, ()))) == sorted(map(str, answer.actions))
    assert 2 <= len(answer.groups) < 10 < len(answer.actions)
    for first, *others in answer.groups:
        for other in others:
            assert other.action.card == first.action.card
            error = (first.thumb_error**2 + other.thumb_error**2) ** 0.5
            assert abs(other.value - first.value) <= 2 * error
    assert "any seat" in answer.shown[0].text
    assert answer.context[0].endswith(": left is seat 2, across is seat 3, right is seat 0")
