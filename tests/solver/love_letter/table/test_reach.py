"""Which states games come to, against a search by the oracle."""

import numpy as np
import pytest

from llq.solver.love_letter.table import reach
from llq.solver.love_letter.table.states import UNKNOWN, state_space
from llq.solver.love_letter.variants import CLASSIC
from tests.oracles import love_letter as oracle
from tests.solver.love_letter.asking import to_state, with_copies

SMALL = with_copies(CLASSIC, (1, 1, 1, 1, 1, 1, 0, 1))


def test_a_small_game_is_searched_completely():
    """The states marked are exactly those that a search from every deal finds."""
    space = state_space(SMALL)
    expected = np.zeros(space.size, dtype=bool)
    for position in oracle.Game(SMALL).reachable():
        state = to_state(SMALL, *position)
        expected[space.rank(state)] = True
        if not state.known:
            expected[space.rank(state._replace(opponent=UNKNOWN))] = True
    assert np.array_equal(reach.reachable(SMALL), expected)


@pytest.mark.long
def test_every_opening_of_the_classic_deck_is_reachable(classic_space):
    """Nothing is ruled out before a card has been played."""
    marked = reach.reachable(CLASSIC)
    openings = classic_space.block_start[:-1][classic_space.block_n == CLASSIC.opening_unseen]
    assert marked[openings].all()
    assert marked.sum() == 1_605_851
