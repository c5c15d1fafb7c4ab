"""The fast solver against the paper's own recursion in exact fractions, and what it must obey."""

import numpy as np
import pytest
from hypothesis import given, settings

from llq.errors import IllegalState, UnknownState
from llq.solver.dominion.model import Purchase
from llq.solver.dominion.solitaire import action_scoring as scoring
from llq.solver.dominion.solitaire.solver import solve
from tests.oracles import dominion as oracle
from tests.oracles.dominion_reduced import exact_states
from tests.solver.dominion.conftest import games


def compare(game, turns):
    """Compare every reachable state of a game of `turns` turns; return how many there are."""
    fast = solve(game, turns, values=True, codes=True)
    model, compared = fast.model, 0
    for deck, coins, turn in oracle.reachable(game, turns):
        exact = oracle.payouts(game, deck, coins, turns - turn)
        scores = scoring.action_scores(model, fast.space, fast.values, deck, coins, turns - turn)
        assert {action.card for action in scores} == set(exact)
        for action in scores:
            assert action.expected_score == pytest.approx(float(exact[action.card]), abs=1e-11)
            loss = max(exact.values()) - exact[action.card]
            assert action.cost == pytest.approx(float(loss), abs=1e-11)
        code = fast.codes[fast.space.state(scoring.reduced_decks(model, deck), turns - turn)]
        band = model.band(coins)
        chosen = scoring.card_of(model, band, Purchase(int(scoring.decoded_actions(code, band))))
        assert float(max(exact.values()) - exact[chosen]) < 1e-9
        compared += 1
    return compared


def test_every_reachable_dominion_state_equals_the_papers_recursion(game):
    """Payout, every action's payout and the chosen action agree in all states of a few turns."""
    assert compare(game, 4) == 366


@given(games())
@settings(max_examples=4, deadline=None)
def test_random_small_games_equal_the_papers_recursion(small):
    """The reductions hold for any game: inefficient, unreachable, with worthless cards or ties."""
    compare(small, 3)


@pytest.mark.parametrize("length", [0, 1, 3, 17])
def test_one_sweep_answers_every_shorter_game(solution, length):
    """W depends on turns to go alone, so a shorter sweep gives the very same numbers."""
    short = solve(solution.model.game, length, values=True)
    assert short.to_come.tolist() == solution.to_come[: length + 1].tolist()
    decks, to_go = short.space.unstate(np.arange(short.space.states))
    assert (scoring.to_come(solution.space, solution.values, decks, to_go) == short.values).all()


def test_threads_do_not_change_a_bit(solution):
    """The number of threads is no part of the result."""
    again = solve(solution.model.game, 31, values=True, codes=True, threads=1)
    assert (again.values == solution.values).all()
    assert (again.codes == solution.codes).all()


def test_a_player_who_may_not_pass_is_worse_off(solution):
    """Passing has a price, never negative, and none while copper cannot hurt yet."""
    forced = solve(solution.model.game, 31, must_buy=True)
    loss = solution.scores - forced.scores
    assert (loss >= -1e-12).all()
    assert loss[1] == 0 < loss[31]


def test_the_first_shells_are_the_first_part_of_the_arrays(solution):
    """Keeping small decks only changes no state's number."""
    part = solve(solution.model.game, 31, values=True, codes=True, value_depth=2, code_depth=3)
    assert len(part.values) == solution.space.state_start(3)
    assert (part.values == solution.values[: len(part.values)]).all()
    assert len(part.codes) == solution.space.state_start(4)
    assert (part.codes == solution.codes[: len(part.codes)]).all()


def test_states_that_are_not_there_are_refused(solution):
    """An impossible hand, a negative length, too many turns or another start is an error."""
    for coins, turns_to_go, deck, error in [
        (16, 5, {"copper": 7, "estate": 3}, IllegalState),
        (0, 5, {"copper": 7, "estate": 3}, IllegalState),
        (5, 0, {"copper": 7, "estate": 3}, IllegalState),
        (5, 32, {"copper": 7, "estate": 3}, UnknownState),
        (5, 31, {"copper": 8, "estate": 3}, UnknownState),
        (5, 5, {"copper": 6, "estate": 4}, UnknownState),
    ]:
        full = solution.model.game.deck(deck)
        with pytest.raises(error):
            scoring.action_scores(
                solution.model, solution.space, solution.values, full, coins, turns_to_go
            )
    with pytest.raises(IllegalState):
        solve(solution.model.game, -1)


def test_float64_is_near_exact_numbers_and_breaks_the_same_ties(game):
    """Every reduced state of 7 turns in whole numbers; 31 turns: benchmarks/dominion.py --exact."""
    fast = solve(game, 7, values=True, codes=True)
    for exact in exact_states(game, 7):
        state = fast.space.state(exact.deck, exact.turns_to_go)
        numerator, denominator = exact.value
        assert fast.values[state] == pytest.approx(numerator / denominator, rel=1e-14, abs=1e-14)
        assert [*exact.payouts] == fast.model.band_from.tolist()
        for band, payouts in enumerate(exact.payouts.values()):
            top = max(x for x in payouts if x is not None)
            mask = sum(1 << i for i, x in enumerate(payouts) if x == top)
            assert mask >> int(scoring.decoded_actions(fast.codes[state], band)) == 1
