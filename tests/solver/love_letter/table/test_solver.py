"""The solver against hand-worked cases and the thesis; reached states against the oracle."""

import numpy as np
import pytest

from llq.solver.love_letter.table import reach
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.table.states import UNKNOWN, State, state_space
from llq.solver.love_letter.variants import CLASSIC, MODERN
from tests.oracles import love_letter, love_letter_2019
from tests.solver.love_letter.asking import SMALL, to_state, with_copies


def test_the_worked_example_of_the_thesis(classic_space, classic_solution):
    """Hand 3 and 6 with 2, 7, 8 unseen: King 1/2 beats Baron 1/3 (section 3.2.2)."""
    rank = classic_space.rank(State(2, 5, (0, 1, 0, 0, 0, 0, 1, 1)))
    assert classic_solution.values[rank] == 0.5
    assert CLASSIC.plays[classic_solution.actions[rank]].card == 5


@pytest.mark.parametrize(("low", "high", "value"), [(2, 7, 1.0), (2, 6, 13 / 14), (2, 2, 0.5)])
def test_a_baron_in_the_opening_hand_by_hand(classic_space, classic_solution, low, high, value):
    """Baron beside the Princess wins for sure, beside the Countess unless the Princess is met."""
    unseen = list(CLASSIC.copies)
    unseen[low] -= 1
    unseen[high] -= 1
    rank = classic_space.rank(State(low, high, tuple(unseen)))
    assert classic_solution.values[rank] == pytest.approx(value, abs=1e-13)


def test_chances_are_chances(classic_solution):
    """Every value is between 0 and 1 and every action exists."""
    assert classic_solution.values.min() >= 0
    assert classic_solution.values.max() <= 1
    assert classic_solution.actions.max() < len(CLASSIC.actions)


def test_the_number_of_threads_changes_nothing():
    """One thread gives bit for bit what two give."""
    rules = with_copies(CLASSIC, (3, 1, 1, 1, 2, 1, 1, 1))
    by_one, by_two = (solve(rules, threads=threads) for threads in (1, 2))
    assert np.array_equal(by_one.values, by_two.values)
    assert np.array_equal(by_one.actions, by_two.actions)


def test_progress_ends_complete():
    """Progress is reported level by level and ends at the total."""
    calls, rules = [], with_copies(CLASSIC, (2, 1, 1, 0, 1, 0, 1, 1))
    solve(rules, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1][0] == calls[-1][1]
    assert calls == sorted(calls)


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
