"""Rounds at a real table, followed by what one player sees."""

from random import Random

import pytest

from llq.errors import IllegalState
from llq.love_letter import analyse, new_game
from llq.love_letter.rounds import FollowedRound
from llq.query.love_letter.rounds.written_rounds import write_round
from llq.query.play.agents import PlayedGame

pytestmark = pytest.mark.usefixtures("standard_tables")


@pytest.mark.parametrize(("variant", "face_up"), [("classic", 0), ("classic", 3), ("hobbit", 0)])
def test_every_round_played_can_be_followed(variant, face_up):
    """Each turn of random rounds is among what the follower offers, seen from either seat."""
    lots = Random(7)
    for seed in range(5):
        state = new_game(seed, variant=variant, face_up=face_up)
        while not state.is_terminal:
            state.apply(lots.choice(state.legal_actions()))
        for seat in (0, 1):
            lines = write_round(state, seat).splitlines()
            start = 1 + bool(face_up) + (variant == "hobbit")
            followed = FollowedRound.read("\n".join(lines[:start]))
            for line in (line for line in lines[start:] if not line.startswith("#")):
                assert not followed.is_over
                if line.startswith("I"):
                    drawn = line.removeprefix("I draw ").partition(",")[0]
                    assert drawn in followed.draws
                    followed = followed.adding(f"I draw {drawn}")
                    view = followed.view
                    assert {play.action for play in followed.plays} == set(view.legal)
                offered = [outcome.line for play in followed.plays for outcome in play.outcomes]
                assert line in offered
                assert len(set(offered)) == len(offered)
                followed = followed.adding(line)
            assert followed.is_over
            with pytest.raises(IllegalState, match=r"nothing may follow|no card is left|two turns"):
                followed.adding("I draw 8")
            if followed.winner is not None:
                assert followed.winner == (state.returns()[seat] > 0)
            assert followed.plays == followed.draws == []
            if variant == "classic":
                costs = [move.cost for move in analyse(followed).moves]
                played = PlayedGame(("one", "other"), state)
                assert costs == [move.cost for move in analyse(played, seat).moves]
            again = FollowedRound.read(followed.text)
            assert again == followed
            assert again.back().text == "\n".join(followed.text.splitlines()[:-1])


def test_what_the_opponent_may_hold():
    """Table guesses from Guard and a card that it would not rather play: none it would have led."""
    followed = FollowedRound.read("face up: 1 1 5\ndealt: King")
    assert {belief.card: belief.chance for belief in followed.their_cards()}["Guard"] == 3 / 12
    followed = followed.adding("they play Guard, guessing Baron: missed")
    beliefs = {belief.card: belief for belief in followed.their_cards()}
    assert sum(belief.chance for belief in beliefs.values()) == pytest.approx(1)
    assert beliefs["Princess"].chance == 0 < beliefs["Princess"].uniform
    assert beliefs["King"].uniform == 0
    saw = followed.adding("I draw Priest, play Priest, see Baron")
    assert [belief.card for belief in saw.their_cards() if belief.chance] == ["Baron"]
    answered = saw.adding("they play Priest")
    assert [belief.card for belief in answered.own_cards if belief.chance] == ["King"]
