"""Which states games come to, against a search by the oracle."""

import numpy as np
import pytest

from llq.solver.love_letter.table import reach
from llq.solver.love_letter.table.states import UNKNOWN, state_space
from llq.solver.love_letter.variants import CLASSIC, MODERN
from tests.oracles import love_letter, love_letter_2019
from tests.solver.love_letter.asking import SMALL, to_state, with_copies


@pytest.mark.parametrize(
    ("rules", "oracle"),
    [
        (with_copies(CLASSIC, (1, 1, 1, 1, 1, 1, 0, 1)), love_letter),
        (with_copies(MODERN, SMALL), love_letter_2019),
    ],
)
def test_a_small_game_is_searched_completely(rules, oracle):
    """The states marked are exactly those that a search from every deal, by every choice, finds."""
    space = state_space(rules)
    expected = np.zeros(space.size, dtype=bool)
    for position in oracle.Game(rules).reachable():
        state = to_state(rules, *position)
        expected[space.rank(state)] = True
        if not state.known:
            expected[space.rank(state._replace(opponent=UNKNOWN))] = True
    assert np.array_equal(reach.reachable(rules), expected)


@pytest.mark.long
def test_every_opening_of_the_classic_deck_is_reachable(classic_space):
    """Nothing is ruled out before a card has been played."""
    marked = reach.reachable(CLASSIC)
    openings = classic_space.block_start[:-1][classic_space.block_n == CLASSIC.opening_unseen]
    assert marked[openings].all()
    assert marked.sum() == 1_605_851
