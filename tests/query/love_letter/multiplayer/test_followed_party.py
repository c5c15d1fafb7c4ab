"""What may come next at a table: whatever can be is listed, and nothing twice."""

import pytest

from llq.query.love_letter.multiplayer.followed_party import FollowedParty
from llq.solver.love_letter.multiplayer import rounds
from tests.query.love_letter.multiplayer.test_notation import begin


def offered(followed):
    """Return the rounds that one more line leads to, by what is seen of them and believed."""
    draws = [f"I draw {name}" for name in followed.draws]
    lines = [outcome.line for play in followed.plays for outcome in play.outcomes]
    after = [followed.hearing(line) for line in (*draws, *lines)]
    return {visible_bytes(round_) for round_ in after}


def visible_bytes(followed):
    """Return what a player sees of a followed round, as plain data."""
    view = followed.round.view[: rounds.POOL].copy()
    view[rounds.EXTRA : rounds.EXTRA + 2].sort()  # drawn together
    return view.tobytes(), followed.round.likely.tobytes()


@pytest.mark.parametrize("number", [1, 11])
def test_whatever_happens_was_offered(number):
    """Each draw and turn of a random round is one of those that the round before it lists.

    In round 1 a player keeps one of three cards, the Princess among them.
    """
    followed, lines = begin("2019", 3, number)
    for line in lines:
        drawn, _, kept = line.partition(", kept ")
        for part in (drawn, f"kept {kept}") if kept else (line,):
            choices = offered(followed)
            followed = followed.hearing(part)
            assert visible_bytes(followed) in choices, part
    assert not followed.is_over or offered(followed) == set()


def test_what_is_certain_is_not_asked():
    """A hand that is known leaves one end of a Baron, and none that names a card of another."""
    lines = ("I draw Priest", "I Priest on 1: saw Countess", "1 Spy", "2 Spy", "I draw Baron")
    plays = FollowedParty(3, "King", lines, variant="2019").plays
    ends = {play.text: [outcome.text for outcome in play.outcomes] for play in plays}
    assert ends["Baron on 1"] == ["you are out with King"]
    assert ends["King on 1"] == [""]
    assert ends["King on 2"][:3] == ["you see Guard", "you see Priest", "you see Baron"]
