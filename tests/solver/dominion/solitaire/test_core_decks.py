"""A long game is solved by its core alone, and what that leaves out is bounded."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings

from llq.solver.dominion.model import Model
from llq.solver.dominion.solitaire import core_decks
from llq.solver.dominion.solitaire.core_decks import CoreDecks, guess_cores
from llq.solver.dominion.solitaire.solver import solve, solve_once
from tests.solver.dominion.conftest import games

TURNS = 40


@pytest.fixture
def no_game_is_short(monkeypatch):
    """Let a core be tried for games of forty turns."""
    monkeypatch.setattr(core_decks, "_MOST_SWEPT", 30)
    monkeypatch.setattr(core_decks, "_MOST_SHARE", 1.0)


def test_a_core_is_a_third_of_the_states(game):
    """A hundred turns need a third of the states, sixty have no core."""
    (core, *_) = guess_cores(Model(game), 100, 2)
    assert 0.2 < core.share < 0.4
    assert not [*guess_cores(Model(game), 60, 2)]


@pytest.fixture(scope="module")
def everything(game):
    """Return what a sweep of all decks finds."""
    return solve_once(Model(game), TURNS, 2, 2, threads=2)


@pytest.mark.usefixtures("no_game_is_short")
def test_a_core_has_the_values_and_actions_of_all_decks(game, everything):
    """Solved by its core, a game's every length and small deck agrees to 1e-11."""
    (core, *_) = guess_cores(Model(game), TURNS, 2)
    assert core.share < 0.9
    solution = solve(game, TURNS, values=True, codes=True, value_depth=1, code_depth=2)
    assert solution.to_come == pytest.approx(everything.to_come, rel=1e-11)
    assert len(solution.values) == everything.space.state_start(2)
    assert solution.values == pytest.approx(everything.values[: len(solution.values)], rel=1e-11)
    assert (solution.codes == everything.codes).all()


@pytest.mark.usefixtures("no_game_is_short")
def test_a_guess_that_is_too_small_is_not_believed(game, everything, monkeypatch):
    """With room for one Silver the two sweeps of a core differ, so all decks are swept."""
    monkeypatch.setattr(core_decks, "_CHEAP", 0)
    monkeypatch.setattr(core_decks, "_CHEAP_A_TURN", 0.01)
    assert len([*guess_cores(Model(game), TURNS, 0)]) == 2
    assert solve(game, TURNS).to_come.tolist() == everything.to_come.tolist()


@given(games())
@settings(max_examples=6, deadline=None)
def test_the_two_sweeps_of_any_core_enclose_the_optimum(small):
    """However small the core and odd the game, forbidding is no better, a richer card no worse."""
    model = Model(small)
    assume(model.dims > 2)
    truth = solve_once(model, 7, 0, -1, threads=1).to_come
    core = CoreDecks(model, 7, 0, width=0.15)
    least, most = (
        solve_once(model, 7, 0, -1, threads=1, core=sweep).to_come
        for sweep in (core, replace(core, is_generous=True))
    )
    slack = 1e-12 * np.maximum(1.0, truth)
    assert (least <= truth + slack).all()
    assert (truth <= most + slack).all()
