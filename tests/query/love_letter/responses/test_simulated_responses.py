"""Games against a responder: what is refused before any table is built."""

import pytest

import llq
from llq.errors import IllegalState, UnknownStrategy
from llq.query.love_letter.responses.simulated_responses import check_simulated
from llq.solver.love_letter.variants import MODERN


@pytest.mark.parametrize("variant", ["classic", "2019-tokens"])
def test_other_variants_are_refused(variant):
    """Where tokens count, or an exact best response is known, one line says so."""
    with pytest.raises(IllegalState, match="are for 2019 Love Letter"):
        llq.love_letter.responses.simulated_response("table", 10, variant=variant)


def test_named_cards_face_up_are_refused():
    """Cards face up are a number here."""
    with pytest.raises(IllegalState, match="give 0 or 3"):
        check_simulated(MODERN, ("Guard", "Guard", "Prince"))


def test_players_without_known_second_choices_are_refused():
    """A sampling player's policy is not known, nor can it be computed."""
    with pytest.raises(UnknownStrategy, match="who say which card to keep"):
        llq.love_letter.responses.simulated_response("monte_carlo", 10)
