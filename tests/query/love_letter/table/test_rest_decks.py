"""A turn valued by the deck that is left: the same numbers as in the solution of the whole deck."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from llq.query.love_letter.table.rest_decks import rest_answer
from llq.query.love_letter.table.table import Table, open_table
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.table.states import State
from llq.solver.love_letter.variants import MODERN

COPIES = (1, 2, 1, 1, 1, 1, 1, 1, 1, 0)
"""Of the cards of 2019: ten, the Princess left out."""


def test_the_deck_left_values_a_turn_as_the_whole_deck(classic_file):
    """Of random states that a game reaches, with every flag, all plays have the same values."""
    cards = (replace(card, copies=n) for card, n in zip(MODERN.cards, COPIES, strict=True))
    rules, info = replace(MODERN, cards=tuple(cards)), open_table(path=classic_file).info
    solution, is_reached = solve(rules, threads=1), reachable(rules)
    whole = Table(rules, info, solution.values, solution.actions, is_reached)
    numbers = np.random.default_rng(7).permutation(np.flatnonzero(is_reached))
    flags = set()
    for rank in numbers[:400].tolist():
        state = State(*whole.space.unrank(rank))
        if state.opponent >= 0 and not state.known:
            continue
        expected = whole.answer(state).actions
        answer = rest_answer(SimpleNamespace(rules=rules, info=info), state)
        assert answer.actions == expected, state
        flags.add((state.maid, state.known, bool(state.hand_known)))
    assert len(flags) == 8
