"""Dominion solved for 31 turns, once for all tests, and small random games."""

from fractions import Fraction

import pytest
from hypothesis import strategies as st

from llq.solver.dominion.model import Model
from llq.solver.dominion.players import purchase_chances
from llq.solver.dominion.rules import Card, FixedLength, Rules
from llq.solver.dominion.solitaire.solver import Solution, solve
from llq.solver.dominion.variants import rules


@pytest.fixture(scope="session")
def game() -> Rules:
    """Return the Dominion instance of section 6."""
    return rules()


@pytest.fixture(scope="session")
def solution(game: Rules) -> Solution:
    """Return W and actions of every state of every Dominion game of up to 31 turns."""
    return solve(game, 31, values=True, codes=True)


@st.composite
def games(draw: st.DrawFn) -> Rules:
    """Draw a game of 1-3 treasures and 1-2 victory cards, efficient or not, reachable or not."""
    number = st.integers(0, 6)
    treasures = [
        Card(f"t{i}", True, draw(number), value=draw(st.integers(0, 3)))
        for i in range(draw(st.integers(1, 3)))
    ]
    victories = [
        Card(f"v{i}", False, draw(number), points=draw(number))
        for i in range(draw(st.integers(1, 2)))
    ]
    start = [draw(st.integers(0, 4)) for _ in treasures + victories]
    start[-1] += max(0, 5 - sum(start))
    return Rules("random", tuple(treasures), tuple(victories), tuple(start), FixedLength(3))


def simple_choice(game: Rules, name: str):
    """Return the oracle's form of a simple strategy."""
    model = Model(game)
    table = purchase_chances(model, name)

    def choose(deck, coins, turns_to_go):
        band = model.band(coins)
        cards = (None, *model.best[band])
        return {
            None if card is None else card.name: Fraction(p).limit_denominator(3)
            for card, p in zip(cards, table[band], strict=True)
            if p
        }

    return choose
