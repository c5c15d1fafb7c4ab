"""Rounds of two told by seats, followed by beliefs about a solved policy."""

import pytest

import llq
from llq.errors import IllegalState
from llq.query.love_letter.multiplayer.notation import FollowedParty, write_party
from llq.query.love_letter.multiplayer.policy_beliefs import history_of, solved_beliefs
from llq.solver.love_letter.rules import Action


@pytest.fixture(autouse=True)
def shipped(monkeypatch, tmp_path):
    """Let tables be found that came with llq, and no others."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    monkeypatch.delenv("LLQ_STANDARD_TABLES")


def followed_by(state, seat):
    """Return a round as a player would have typed it in."""
    head, *lines = write_party(state, seat).splitlines()
    dealt = head.rpartition("dealt ")[2]
    shown = head.partition("face up ")[2].partition(",")[0]
    return FollowedParty(2, dealt, tuple(lines), seat, "2019", shown.replace(" ", ","))


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
    """In 12 rounds each decision's history, read from its words, is the one that players get."""
    kept = 0
    for number in range(12):
        played = llq.love_letter.play(
            players, seed=4, number=number, variant="2019", face_up=face_up
        )
        for state in played.states[:-1]:
            known = without_idle_guesses(state.view().history)
            assert history_of(followed_by(state, state.current_player)) == known
            kept += any(turn.returned for turn in known.turns)
    assert kept > 5


def test_it_is_for_two_of_2019():
    """Three players, or an edition with a notation of its own, are refused in one line."""
    for players, variant in ((3, "2019"), (2, "classic")):
        with pytest.raises(IllegalState, match="two players of the 2019 edition"):
            solved_beliefs(FollowedParty(players, "Guard", variant=variant))
