"""Brackets by name, by deal and by seat, and what is refused."""

import pytest

import llq
from llq.errors import IllegalState, UnknownStrategy

DECK = "deck-2-1-1-0-1-0-1-1"
best_response = llq.love_letter.responses.best_response
best_response_bracket = llq.love_letter.responses.bracket


@pytest.mark.parametrize("scoring", ["half", "discards"])
@pytest.mark.parametrize("face_up", [0, 3, (1, 2, 5)])
def test_a_bracket_holds_what_the_best_response_wins(scoring, face_up):
    """In both seats and on average, with and without cards face up."""
    steps = []
    asked = {"variant": DECK, "scoring": scoring, "face_up": face_up}
    exact = best_response("random", **asked)
    found = best_response_bracket(
        "random", 0.02, progress=lambda *done: steps.append(done), **asked
    )
    assert found.first_lower <= exact.first <= found.first_upper
    assert found.second_lower <= exact.second <= found.second_upper
    assert found.exploitability_lower <= exact.exploitability <= found.exploitability_upper
    assert found.width <= 0.02
    assert steps == sorted(steps)
    assert steps[-1][0] == steps[-1][1]
    assert found.face_up == exact.face_up
    assert "exploitability" in str(found)
    assert found.to_dict()["first_lower"] == found.first_lower


def test_a_fixed_hand_has_one_seat():
    """The responder moves first; there is no exploitability."""
    exact = best_response("monte_carlo", hand=(1, 8), variant=DECK, playouts=3)
    found = best_response_bracket("monte_carlo", 0.001, hand=(1, 8), variant=DECK, playouts=3)
    assert found.first_lower <= exact.first <= found.first_upper
    assert found.second_lower is found.exploitability_upper is None
    assert found.hand == ("Guard", "Princess")
    assert found.playouts == 3


@pytest.mark.parametrize(
    ("more", "error", "reason"),
    [
        ({"within": 0.0}, IllegalState, "a bracket's width is a positive number.* got 0.0"),
        ({"within": -0.01}, IllegalState, "got -0.01"),
        ({"within": float("nan")}, IllegalState, "got nan"),
        ({"seconds": 0.0}, IllegalState, "positive number of seconds; got 0.0"),
        ({"scoring": "tokens"}, IllegalState, "scoring is one of half, discards"),
        ({"policy": "best"}, UnknownStrategy, "unknown player 'best'"),
        ({"variant": "batman"}, IllegalState, "its guesses earn tokens"),
    ],
)
def test_mistakes_are_refused_before_work_begins(more, error, reason):
    """Each is refused with what was asked, what there is, and the remedy."""
    with pytest.raises(error, match=reason):
        best_response_bracket(**({"policy": "random", "variant": DECK} | more))
