"""Rounds of two told by seats, followed by beliefs about a solved policy."""

from types import SimpleNamespace

import numpy as np
import pytest

import llq
from llq.errors import IllegalState
from llq.query.love_letter.rounds import seated_rounds
from llq.query.love_letter.rounds.seated_rounds import FollowedParty, party_beliefs, solved_beliefs
from llq.solver.love_letter.rules import Action
from tests.query.love_letter.rounds.test_seat_notation import followed_by

pytestmark = pytest.mark.usefixtures("standard_tables")


def without_idle_guesses(history):
    """Return a history in which guesses behind a Handmaid are the first that there is."""
    idle = Action("Guard", "Spy")
    turns = []
    for place, turn in enumerate(history.turns):
        before = history.turns[place - 1].action.card if place else ""
        is_idle = turn.action.guess and before == "Handmaid"
        turns.append(turn._replace(action=idle) if is_idle else turn)
    return history._replace(turns=tuple(turns))


@pytest.mark.parametrize(
    ("players", "face_up"), [(("strategic", "random"), 0), (("random",) * 2, 3)]
)
def test_a_round_by_seats_is_the_history_of_two(players, face_up):
    """In 6 rounds each decision's history, read from its words, is the one that players get."""
    returns = 0
    for number in range(6):
        played = llq.love_letter.play(
            players, seed=4, number=number, variant="2019", face_up=face_up
        )
        for state in played.states[:-1]:
            known = without_idle_guesses(state.view().history)
            assert followed_by(state, state.current_player).round.history == known
            returns += any(turn.returned for turn in known.turns)
    assert returns


def test_the_policy_s_likelihoods_stand_in_the_round(monkeypatch):
    """The opponent's cards are as likely as the policy makes the history, which has surprises."""
    followed, weighed = FollowedParty(2, "King", ("0 Guard on 1, guessing Spy",), 1, "2019"), []
    likely = np.array([0, 0, 0, 3, 0, 0, 0.0, 0, 1, 0])
    likelihoods = SimpleNamespace(after=lambda past: weighed.append(past) or (likely, (1,)))
    monkeypatch.setattr(seated_rounds, "_likelihoods", lambda _: likelihoods)
    beliefs = party_beliefs(followed, "table")
    assert weighed == [followed.round.history]
    assert beliefs.surprises == (1,)
    assert np.array_equal(beliefs.round.likely[0], likely / 3)
    assert beliefs.round.likely[-2, 0] == 0 < followed.round.likely[-2, 0]
    assert party_beliefs(followed).round is followed.round


def test_it_is_for_two_of_2019():
    """Three players, or an edition with a notation of its own, are refused in one line."""
    for players, variant in ((3, "2019"), (2, "classic")):
        with pytest.raises(IllegalState, match="two players of the 2019 edition"):
            solved_beliefs(FollowedParty(players, "Guard", variant=variant))
