"""The exact best response: against explicit information sets on small decks, and its invariants."""

from fractions import Fraction
from functools import cache

import pytest

from llq.solver.love_letter.exact.best_response import Responder
from llq.solver.love_letter.exact.policies import (
    from_actions,
    random_policy,
    strategic_policy,
)
from llq.solver.love_letter.leads import entry_at, lead_range
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.solver import solve
from llq.solver.love_letter.states import UNKNOWN, State, state_space
from llq.solver.love_letter.variants import custom_deck
from tests.oracles.love_letter_best_response import BestResponse
from tests.oracles.love_letter_matches import random_policy as random_function

ROUNDING = 1e-12

DECKS = [
    (2, 1, 1, 0, 1, 0, 0, 1),
    (1, 1, 1, 1, 0, 1, 0, 1),
    (2, 0, 0, 1, 1, 1, 1, 0),
    (1, 1, 2, 0, 1, 0, 1, 0),
    (1, 2, 0, 1, 0, 2, 0, 0),
    (3, 0, 1, 0, 2, 0, 0, 0),
    (1, 0, 1, 1, 1, 1, 0, 1),
    (2, 2, 0, 0, 0, 0, 1, 1),
    (1, 0, 2, 2, 0, 1, 0, 0),
    (2, 1, 0, 1, 2, 0, 0, 0),
]


def as_function(rules, policy):
    """Return a deterministic policy of the kernels as one of the oracle, at every lead."""
    space = state_space(rules)

    @cache
    def choose(hand, unseen, opponent, maid, exposed, lead):
        state = State(
            hand[0] - 1, hand[1] - 1, tuple(unseen.count(number) for number in range(1, 9)),
            UNKNOWN if opponent is None else opponent - 1, maid, opponent is not None,
            0 if exposed is None else 1 + hand.index(exposed),
        )  # fmt: skip
        entries = lead_range(policy.leads, *space.cell_and_place(space.rank(state)))
        card, argument = rules.plays[policy.choice[entry_at(entries, lead)]]
        if card == 0:
            return {(1, argument + 1): Fraction(1)}
        return {(card + 1, {-1: None, 0: "opponent", 1: "self"}[argument]): Fraction(1)}

    return choose


def players(rules, scoring):
    """Return kernels' policies, each with the oracle's function."""
    solution = solve(rules, scoring)
    table = from_actions(rules, solution.actions, solution.leads)
    by_lead = solve(rules, Scoring.DISCARDS)
    by_discards = from_actions(rules, by_lead.actions, by_lead.leads)
    strategic = strategic_policy(rules)
    return {
        "table": (table, as_function(rules, table)),
        "strategic": (strategic, as_function(rules, strategic)),
        "random": (random_policy(rules), random_function),
        "table by discards": (by_discards, as_function(rules, by_discards)),
    }


@pytest.mark.parametrize("scoring", [Scoring.HALF, Scoring.DISCARDS])
@pytest.mark.parametrize("copies", DECKS, ids=str)
def test_both_seats_equal_explicit_information_sets(copies, scoring):
    """Against deterministic and mixed policies the value is that over every order of the deck."""
    rules = custom_deck(copies)
    for name, (policy, function) in players(rules, scoring).items():
        oracle = BestResponse(copies, function, scoring == Scoring.DISCARDS)
        responder = Responder(rules, policy, scoring)
        assert responder.moving_first() == pytest.approx(oracle.moving(True), abs=ROUNDING), name
        assert responder.moving_second() == pytest.approx(oracle.moving(False), abs=ROUNDING), name
