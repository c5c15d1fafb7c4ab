"""Action values of single states of Archer against what the solver stored."""

from dataclasses import replace

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.love_letter.archer.actions import archer_action_values
from llq.solver.love_letter.archer.solver import solve_archer
from llq.solver.love_letter.archer.states import ArcherState, archer_space
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.states import UNKNOWN
from llq.solver.love_letter.variants import ARCHER
from llq.solver.love_letter.views import legal_actions

ROUNDING = 1e-13
TIE = 1e-12


@pytest.fixture(scope="module")
def small():
    """Return the space and the solution of a deck of ten cards."""
    cards = (
        replace(c, copies=n) for c, n in zip(ARCHER.cards, (2, 2, 1, 1, 1, 1, 1, 1), strict=True)
    )
    rules = Rules("small", 1, tuple(cards), "this test")
    return archer_space(rules), solve_archer(rules)


def test_the_chosen_action_has_the_stored_value_and_is_the_first_best(small):
    """So it is for 1000 random states, and no action is better where nothing unknown is fixed."""
    every, solution = small
    compared = 0
    for entry in np.random.default_rng(1).integers(every.size, size=1000).tolist():
        state = every.unrank(entry)
        if state is None:
            continue
        found = archer_action_values(every, solution.values, state)
        assert [action for action, _ in found] == list(legal_actions(every.rules, state.classic))
        chosen = every.rules.actions[solution.actions[entry]]
        assert dict(found)[chosen] == pytest.approx(solution.values[entry], abs=ROUNDING)
        if (state.known or state.opponent == UNKNOWN) and (
            state.aside_known or state.aside == UNKNOWN
        ):
            best = max(value for _, value in found)
            assert chosen == next(action for action, value in found if value >= best - TIE)
            compared += 1
    assert compared > 200


def test_an_impossible_state_is_refused(small):
    """No plausible numbers for a state that cannot be."""
    every, solution = small
    with pytest.raises(IllegalState, match="must be named"):
        archer_action_values(
            every,
            solution.values,
            ArcherState(0, 1, (1, 1, 1, 1, 1, 1, 1, 1), aside_known=True),
        )
