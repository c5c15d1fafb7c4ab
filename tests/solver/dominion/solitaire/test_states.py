"""The numbering of reduced decks and states, and the chances of their hands."""

import numpy as np
import pytest
from hypothesis import given, settings

from llq.errors import UnknownState
from llq.solver.dominion.model import Model
from llq.solver.dominion.solitaire.solver import sweep
from llq.solver.dominion.solitaire.states import DeckSpace
from tests.oracles import dominion as oracle
from tests.solver.dominion.conftest import games


def test_ranks_and_states_are_bijections():
    """Every rank and every state number is taken exactly once, smaller decks first."""
    for dims, turns in [(1, 9), (2, 9), (3, 8), (4, 31), (6, 7), (4, 0)]:
        space = DeckSpace(dims, turns)
        decks = space.unrank(np.arange(space.decks))
        assert (decks >= 0).all()
        assert (np.diff(decks.sum(1)) >= 0).all()
        assert len(np.unique(decks, axis=0)) == space.decks
        assert (space.rank(decks) == np.arange(space.decks)).all()
        decks, to_go = space.unstate(np.arange(space.states))
        assert (space.state(decks, to_go) == np.arange(space.states)).all()
        assert (decks.sum(-1) + to_go <= turns).all()


@pytest.mark.parametrize("dims", [1, 2, 4])
def test_rows_and_successors_agree_with_ranks(dims):
    """Within a shell a row is a rank; its successors are the rows after buying one card more."""
    space = DeckSpace(dims, 6)
    for shell in range(6):
        start, after = space.shell_start(shell), space.shell_start(shell + 1)
        decks = space.unrank(start + np.arange(space.rows(shell)))
        assert (decks[:, 1:] == space.row_decks(shell)).all()
        for i, unit in enumerate(np.eye(dims, dtype=int)):
            assert (space.rank(decks + unit) - after == space.successors(shell)[:, i]).all()


def test_what_is_outside_the_space_is_refused():
    """A deck, rank or state that is not there is an error and no number."""
    for ask in [
        lambda space: space.rank([0, 0, 9]),
        lambda space: space.rank([0, -1, 1]),
        lambda space: space.rank([1, 1]),
        lambda space: space.unrank(space.decks),
        lambda space: space.unrank(-1),
        lambda space: space.state([4, 0, 0], 5),
        lambda space: space.state([4, 0, 0], 0),
        lambda space: space.unstate(space.states),
    ]:
        with pytest.raises(UnknownState):
            ask(DeckSpace(3, 8))


@given(games())
@settings(max_examples=8, deadline=None)
def test_hand_chances_are_those_of_counted_hands(small):
    """The chance of each money band is that of listing every five physical cards."""
    assert oracle.money_chances(small, small.start) == oracle.slow_money_chances(small, small.start)
    model = Model(small)
    space = DeckSpace(model.dims, 3)
    places = [model.class_of.index(k) if k in model.class_of else None for k in range(model.dims)]
    with sweep(model, 3, 1) as shells:
        for shell in shells:
            assert shell.chance.sum(0) == pytest.approx(np.ones(shell.rows), abs=1e-14)
            decks = space.unrank(space.shell_start(shell.size) + np.arange(shell.rows))
            for row, bought in enumerate(decks):
                if any(n and places[k] is None for k, n in enumerate(bought)):
                    continue
                deck = list(small.start)
                for k, n in enumerate(bought):
                    if n:
                        deck[places[k]] += n
                exact = np.zeros(len(model.band_from))
                for coins, chance in oracle.money_chances(small, tuple(deck)).items():
                    exact[model.band(coins)] += float(chance)
                assert shell.chance[:, row] == pytest.approx(exact, abs=1e-14)
