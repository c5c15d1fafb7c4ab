"""The solver against hand-worked cases, the oracle and the thesis."""

from functools import cache

import numpy as np
import pytest

from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.table.states import State, state_space
from llq.solver.love_letter.variants import CLASSIC
from tests.oracles import love_letter as oracle
from tests.solver.love_letter.asking import ask, with_copies

# Float sums of a few hundred chances below one: far below this unless a rule differs.
ROUNDING = 1e-13

# What a game of a level remembers of the levels below serves the next test too.
game_of = cache(oracle.Game)


def assert_equal(space, solution, ranks):
    """Compare values and actions of some ranks with the oracle."""
    game, states = game_of(space.rules), space.unrank_many(ranks)
    for rank, *state in zip(map(int, ranks), *(column.tolist() for column in states), strict=True):
        value, action = ask(game, State(*state))
        assert abs(float(value) - solution.values[rank]) < ROUNDING, space.unrank(rank)
        assert action == solution.actions[rank], space.unrank(rank)


def level(space, n):
    """Return the ranks of all states with n unseen cards."""
    first, last = np.searchsorted(space.block_n, [n, n + 1])
    return np.arange(space.block_start[first], space.block_start[last])


@pytest.mark.parametrize(("n", "sample"), [(2, 300), (3, 100), (4, 20), (5, 4)])
def test_sampled_states_equal_the_oracle(classic_space, classic_solution, n, sample):
    """Random late states have the oracle's value and action."""
    ranks = np.random.default_rng(n).choice(level(classic_space, n), sample, replace=False)
    assert_equal(classic_space, classic_solution, ranks)


def test_small_decks_equal_the_oracle_from_start_to_end():
    """Every state of small decks, openings included, has the oracle's value and action."""
    for copies in [(1, 0, 1, 1, 1, 1, 0, 1), (2, 1, 1, 0, 1, 0, 1, 0)]:
        rules = with_copies(CLASSIC, copies)
        assert_equal(state_space(rules), solve(rules), range(state_space(rules).size))


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
    assert classic_solution.values[rank] == pytest.approx(value, abs=ROUNDING)


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
