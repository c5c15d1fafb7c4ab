"""The upper bound of what a responder wins on the 2019 deck, against all worlds of a small deck."""

import pytest

from llq.solver.love_letter.responses.information_relaxation import informed_response
from llq.solver.love_letter.variants import MODERN
from tests.oracles.love_letter_2019_response import Response
from tests.solver.love_letter.asking import with_copies
from tests.solver.love_letter.exact.test_edition_2019 import SMALL, players_of

ROUNDING = 1e-12


@pytest.mark.parametrize("player", ["table", "strategic"])
def test_what_the_informed_responder_wins_is_exact_and_no_best_response_wins_more(player):
    """It equals what the oracle's responder wins if told as much; not told, that one wins less."""
    rules = with_copies(MODERN, SMALL)
    policy, (choose, keep) = players_of(rules)[player]
    ours = informed_response(rules, policy)
    for first, value in zip((True, False), ours, strict=True):
        told, best = (
            Response(rules, choose, keep, told=is_told).moving(first) for is_told in (True, False)
        )
        assert best <= told
        assert abs(value - told) <= ROUNDING
