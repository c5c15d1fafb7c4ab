"""Which states Archer's games come to, against a search by the oracle."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from llq.solver.love_letter.archer.reach import archer_reachable
from llq.solver.love_letter.archer.states import ArcherState, archer_space
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.table.states import UNKNOWN
from llq.solver.love_letter.variants import ARCHER, CLASSIC
from tests.oracles import love_letter_archer as oracle


def search(monkeypatch, deck):
    """Return every (turn, opponent's card, aside card) that deals of a deck and plays lead to."""
    found = set()
    monkeypatch.setattr(oracle, "value", lambda *state: found.add(state) or Fraction(0))
    waiting = set()
    for face_up in (0, 3):
        if len(deck) < face_up + 4:
            continue
        for cards in set(permutations(deck, face_up + 4)):
            hand, theirs, aside, shown = cards[:2], cards[2], cards[3], cards[4:]
            turn = oracle.Turn(
                tuple(sorted(hand)), oracle.without(deck, *hand, *shown),
                False, None, None, None, False,
            )  # fmt: skip
            waiting.add((turn, theirs, aside))
    seen = set()
    while waiting:
        seen |= waiting
        for turn, theirs, aside in waiting:
            for action in oracle.legal_actions(turn.hand, turn.maid):
                oracle.outcome.__wrapped__(turn, action, theirs, aside)
        waiting = found - seen
    return seen


@pytest.mark.parametrize(
    "copies", [(1, 1, 1, 0, 1, 0, 1, 1), (1, 2, 0, 1, 1, 0, 1, 0), (1, 1, 0, 1, 0, 1, 1, 1)]
)
def test_small_games_are_searched_completely(monkeypatch, copies):
    """The entries marked are exactly those that a search from every deal finds."""
    cards = tuple(replace(c, copies=n) for c, n in zip(ARCHER.cards, copies, strict=True))
    rules = Rules("small", 1, cards, "this test")
    every = archer_space(rules)
    expected = np.zeros(every.size, dtype=bool)
    deck = tuple(card for card, n in enumerate(copies, 1) for _ in range(n))
    for turn, theirs, aside in search(monkeypatch, deck):
        state = ArcherState(
            turn.hand[0] - 1,
            turn.hand[1] - 1,
            tuple(turn.unseen.count(card) for card in range(1, 9)),
            theirs - 1,
            turn.maid,
            turn.theirs is not None,
            0 if turn.exposed is None else 1 + turn.hand.index(turn.exposed),
            aside - 1,
            turn.aside is not None,
            turn.they_know_aside,
        )
        seen = copies[1] - turn.unseen.count(2) - turn.hand.count(2)
        redealt = copies[6] - turn.unseen.count(7) - turn.hand.count(7)
        assert seen >= state.aside_known + state.aside_known_to_opponent
        is_tracked = state.aside_known or state.aside_known_to_opponent or redealt
        found = [state] if is_tracked else []
        if not state.aside_known:
            found.append(state._replace(aside=UNKNOWN))
        for one in found:
            expected[every.rank(one)] = True
            if not one.known:
                expected[every.rank(one._replace(opponent=UNKNOWN))] = True
    assert np.array_equal(archer_reachable(rules), expected)


def test_on_the_classic_deck_it_is_the_classic_search():
    """Where no card touches the aside card the same states are marked."""
    assert np.array_equal(archer_reachable(CLASSIC), reachable(CLASSIC))
