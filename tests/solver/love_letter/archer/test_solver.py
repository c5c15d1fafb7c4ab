"""Archer's solver against the oracle and against the classic solver."""

from dataclasses import replace
from itertools import combinations_with_replacement

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.love_letter.archer.actions import archer_action_values
from llq.solver.love_letter.archer.solver import solve_archer
from llq.solver.love_letter.archer.states import ArcherState, archer_space
from llq.solver.love_letter.rules import Action, Look, Play, Rules
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.variants import ARCHER, CLASSIC
from tests.oracles import love_letter_archer as oracle

# Float sums of a few hundred chances below one: far below this unless a rule differs.
ROUNDING = 1e-13

ARGUMENTS = {
    (oracle.PRIEST, "opponent"): 0,
    (oracle.PRIEST, "aside"): 1,
    (oracle.PRINCE, "opponent"): 0,
    (oracle.PRINCE, "self"): 1,
}


def small(copies):
    """Return Archer with other numbers of copies."""
    cards = (replace(c, copies=n) for c, n in zip(ARCHER.cards, copies, strict=True))
    return Rules("small", 1, tuple(cards), "this test")


def opening(low, high):
    """Return the unseen counts beside the first hand."""
    unseen = list(ARCHER.copies)
    unseen[low] -= 1
    unseen[high] -= 1
    return tuple(unseen)


def expected(state):
    """Return the oracle's (chance, action index) of a state."""
    hand = (state.low + 1, state.high + 1)
    opponent, aside = (None if c < 0 else c + 1 for c in (state.opponent, state.aside))
    turn = oracle.Turn(
        hand,
        tuple(card + 1 for card, left in enumerate(state.unseen) for _ in range(left)),
        state.maid,
        opponent if state.known else None,
        hand[state.hand_known - 1] if state.hand_known else None,
        aside if state.aside_known else None,
        state.aside_known_to_opponent,
    )
    card, argument = oracle.decide(turn)[1]
    if card == oracle.GUARD:
        argument -= 1
    argument = ARGUMENTS.get((card, argument), -1 if argument is None else argument)
    return oracle.value(turn, opponent, aside), ARCHER.plays.index((card - 1, argument))


def assert_equal(every, solution, entries):
    """Compare values and actions of some entries with the oracle; return how many were states."""
    compared = 0
    for entry in map(int, entries):
        state = every.unrank(entry)
        if state is not None:
            assert every.rank(state) == entry
            chance, action = expected(state)
            assert abs(float(chance) - solution.values[entry]) < ROUNDING, state
            assert action == solution.actions[entry], state
            compared += 1
    return compared


def level(every, n):
    """Return the entries of all states with n unseen cards."""
    return range(*every.block_entry[np.searchsorted(every.space.block_n, [n, n + 1])])


@pytest.fixture(scope="module")
def archer():
    """Return Archer's space and solution."""
    return archer_space(ARCHER), solve_archer(ARCHER)


@pytest.mark.parametrize(
    ("copies", "states"),
    [
        ((1, 1, 0, 1, 1, 0, 1, 1), 4_581),
        ((2, 2, 1, 0, 0, 0, 1, 0), 2_179),
        ((0, 2, 0, 1, 2, 0, 0, 1), 2_182),
        ((1, 1, 1, 0, 0, 1, 1, 1), 5_061),
        ((2, 2, 1, 1, 0, 0, 1, 0), 13_844),  # both may know the aside card before a re-deal
    ],
)
def test_small_decks_equal_the_oracle_from_start_to_end(copies, states):
    """Every state of small decks, openings included, has the oracle's value and action."""
    every = archer_space(small(copies))
    assert assert_equal(every, solve_archer(every.rules), range(every.size)) == states


@pytest.mark.parametrize(("n", "sample"), [(2, 3_000), (3, 1_500), (4, 500), (5, 40), (6, 3)])
def test_sampled_states_equal_the_oracle(archer, n, sample):
    """Random late states of the full deck have the oracle's value and action."""
    every, solution = archer
    entries = np.random.default_rng(n).choice(level(every, n), sample, replace=False)
    assert assert_equal(every, solution, entries) > sample / 2


def test_card_seven_in_the_last_turn_is_worth_one_half(archer):
    """Three cards dealt anew are as good for either player, whatever they are."""
    every, solution = archer
    compared = 0
    for entry in np.random.default_rng(7).choice(level(every, 2), 2500, replace=False).tolist():
        state = every.unrank(entry)
        if state is not None and 6 in (state.low, state.high) and not state.maid:
            found = dict(archer_action_values(every, solution.values, state))
            assert found[Action("Countess")] == pytest.approx(0.5, abs=ROUNDING)
            compared += 1
    assert compared > 100


@pytest.mark.parametrize(("low", "high", "value"), [(2, 7, 1.0), (2, 6, 13 / 14), (2, 2, 0.5)])
def test_a_baron_in_the_opening_hand_by_hand(archer, low, high, value):
    """Baron beside the Princess wins for sure, beside card 7 unless the Princess is met."""
    every, solution = archer
    entry = every.rank(ArcherState(low, high, opening(low, high)))
    assert solution.values[entry] == pytest.approx(value, abs=ROUNDING)


def test_the_opening_is_worth_what_it_was(archer):
    """The mean over all deals, and the only opening in which a Priest looks at the aside card."""
    every, solution = archer
    total, ways, looks = 0.0, 0, []
    for low, high in combinations_with_replacement(range(8), 2):
        if min(opening(low, high)) < 0:
            continue
        entry = every.rank(ArcherState(low, high, opening(low, high)))
        copies = ARCHER.copies
        count = copies[low] * (copies[high] if low != high else (copies[low] - 1) / 2)
        total += count * solution.values[entry]
        ways += count
        if ARCHER.plays[solution.actions[entry]] == Play(1, Look.ASIDE):
            looks.append((low, high))
    assert ways == 120
    assert total / ways == pytest.approx(0.5687227738564957, abs=ROUNDING)
    assert looks == [(1, 7)]


def test_without_cards_that_touch_the_aside_card_it_is_the_classic_solver():
    """On the classic deck every entry is a classic state, and all values and actions are equal."""
    solution, classic = solve_archer(CLASSIC), solve(CLASSIC, averages_ties=False)
    assert np.array_equal(solution.actions, classic.actions)
    assert np.abs(solution.values - classic.values).max() < ROUNDING


def test_means_over_the_aside_card_are_what_is_stored_for_an_unknown_one(archer):
    """With the aside card unknown, a value is the mean of those with each aside card fixed."""
    every, solution = archer
    unseen = (4, 0, 2, 2, 1, 1, 0, 1)  # beside Priest and Prince, after a Priest and card 7
    for theirs, they_know in [(0, False), (0, True), (3, True), (5, False)]:
        state = ArcherState(1, 4, unseen, theirs, aside_known_to_opponent=they_know)
        left = np.array(state.unseen)
        left[theirs] -= 1
        entries = {a: every.rank(state._replace(aside=a)) for a in np.flatnonzero(left).tolist()}
        mean = sum(left[a] * solution.values[e] for a, e in entries.items()) / left.sum()
        assert solution.values[every.rank(state)] == pytest.approx(mean, abs=ROUNDING)
        assert {*solution.actions[[*entries.values()]]} == {solution.actions[every.rank(state)]}


def test_the_number_of_threads_changes_nothing():
    """One thread gives bit for bit what two give."""
    rules = small((2, 2, 1, 1, 1, 0, 1, 1))
    for one, two in zip(solve_archer(rules, threads=1), solve_archer(rules), strict=True):
        assert np.array_equal(one, two)


def test_the_classic_solver_refuses_a_variant_that_tracks_the_aside_card():
    """No plausible number comes out where the state space is another."""
    with pytest.raises(IllegalState, match="solve_archer"):
        solve(ARCHER)


def test_tokens_are_refused():
    """A variant whose guesses earn tokens has no solution here."""
    cards = tuple(replace(card, guess_tokens=1) for card in ARCHER.cards)
    with pytest.raises(IllegalState, match="tokens"):
        solve_archer(Rules("token", 1, cards, "this test"))
