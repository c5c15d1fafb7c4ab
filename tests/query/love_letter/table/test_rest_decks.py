"""A turn valued by the deck that is left: the same numbers as in the solution of the whole deck."""

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.query.love_letter.table.rest_decks import rest_answer
from llq.query.love_letter.table.table import open_table
from llq.solver.love_letter.table.states import UNKNOWN, Held, State
from llq.solver.love_letter.variants import MODERN
from tests.query.love_letter.table.test_action_values import solved_table
from tests.solver.love_letter.asking import with_copies

COPIES = (1, 1, 1, 1, 1, 1, 1, 1, 1, 0)
"""Of the cards of 2019: nine, the Princess left out."""


@pytest.fixture(scope="module")
def whole_table(classic_file):
    """Return a small deck's table, solved at once."""
    return solved_table(with_copies(MODERN, COPIES), open_table(path=classic_file).info)


def test_the_deck_left_values_a_turn_as_the_whole_deck(whole_table):
    """Of random states that a game reaches, with every flag, all plays have the same values."""
    numbers = np.random.default_rng(7).permutation(np.flatnonzero(whole_table.reachable))
    flags = set()
    for rank in numbers[:80].tolist():
        state = State(*whole_table.space.unrank(rank))
        if state.opponent >= 0 and not state.known:
            continue
        expected = whole_table.answer(state).actions
        answer = rest_answer(whole_table, state)
        assert answer.actions == expected, state
        flags.add((state.maid, state.known, bool(state.hand_known)))
    assert len(flags) == 8


def test_the_deck_left_values_a_card_kept_as_the_whole_deck(whole_table):
    """After a Chancellor each card kept is worth the same, the opponent's known or not."""
    draws, compared = np.random.default_rng(7), set()
    while len(compared) < 8:
        deck = draws.permutation(np.repeat(np.arange(len(COPIES)), COPIES)).tolist()
        hand, unseen = deck[:3], deck[3 : draws.integers(5, 10)]
        counts = tuple(unseen.count(card) for card in range(len(COPIES)))
        known = int(draws.choice([UNKNOWN, unseen[0]]))
        state = Held(tuple(sorted(hand)), counts, known)
        try:
            expected = whole_table.keep(state)
        except IllegalState:
            continue
        assert rest_answer(whole_table, state).actions == expected.actions, state
        compared.add(state)
    assert {state.opponent == UNKNOWN for state in compared} == {False, True}
