"""Which states games come to, against a search by the oracle."""

from fractions import Fraction
from itertools import combinations

import numpy as np

from llq.solver.love_letter import reach
from llq.solver.love_letter.rules import Card, Rules
from llq.solver.love_letter.states import UNKNOWN, State, state_space
from llq.solver.love_letter.variants import CLASSIC
from tests.oracles import love_letter as oracle

SMALL = Rules(
    "small",
    1,
    tuple(
        Card(c.name, c.number, copies, c.effect, c.value)
        for c, copies in zip(CLASSIC.cards, (2, 1, 2, 1, 1, 1, 1, 1), strict=True)
    ),
    "this test",
)


def successors(monkeypatch, hand, opponent, unseen, maid, known, exposed):
    """Return the states that the oracle asks for when every legal action is tried."""
    found = []
    monkeypatch.setattr(oracle, "value", lambda *state: found.append(state) or Fraction(0))
    for action in oracle.legal_actions(hand, maid):
        kept = hand[1] if action[0] == hand[0] else hand[0]
        kept_exposed = hand[0] != hand[1] and exposed == kept
        oracle.outcome.__wrapped__(action, kept, opponent, unseen, maid, known, kept_exposed)
    return found


def test_a_small_game_is_searched_completely(monkeypatch):
    """The states marked are exactly those that a search from every deal finds."""
    deck = tuple(c.number for c in SMALL.cards for _ in range(c.copies))
    waiting = {
        (tuple(sorted(hand)), opponent, oracle.without(rest, *hand), False, False, None)
        for face_up in (0, 3)
        for shown in set(combinations(deck, face_up))
        for rest in [oracle.without(deck, *shown)]
        for hand in set(combinations(rest, 2))
        for opponent in set(oracle.without(rest, *hand))
        if len(rest) >= 4
    }
    seen = set()
    while waiting:
        seen |= waiting
        waiting = {s for state in waiting for s in successors(monkeypatch, *state)} - seen
    space = state_space(SMALL)
    expected = np.zeros(space.size, dtype=bool)
    for hand, opponent, unseen, maid, known, exposed in seen:
        counts = tuple(unseen.count(c.number) for c in SMALL.cards)
        state = State(
            hand[0] - 1,
            hand[1] - 1,
            counts,
            opponent - 1,
            maid,
            known,
            0 if exposed is None else 1 + hand.index(exposed),
        )
        expected[space.rank(state)] = True
        if not known:
            expected[space.rank(state._replace(opponent=UNKNOWN))] = True
    assert np.array_equal(reach.reachable(SMALL), expected)


def test_every_opening_of_the_classic_deck_is_reachable(classic_space):
    """Nothing is ruled out before a card has been played."""
    marked = reach.reachable(CLASSIC)
    openings = classic_space.block_start[:-1][classic_space.block_n == CLASSIC.opening_unseen]
    assert marked[openings].all()
    assert marked.sum() == 1_605_851
