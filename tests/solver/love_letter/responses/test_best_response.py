"""The exact best response: against explicit information sets on small decks, and its invariants."""

import numpy as np
import pytest

from llq.solver.love_letter.exact.policies import random_policy, strategic_policy
from llq.solver.love_letter.responses.best_response import Responder
from llq.solver.love_letter.responses.bracket import Search
from llq.solver.love_letter.responses.exploiter import Exploiter
from llq.solver.love_letter.responses.situations import Situation
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.variants import custom_deck
from tests.marks import long
from tests.oracles.love_letter_best_response import BestResponse
from tests.oracles.love_letter_matches import random_policy as random_function
from tests.solver.love_letter.asking import as_action, as_function, seen_state
from tests.solver.love_letter.solved import table_policy

ROUNDING = 1e-12

DECKS = [(2, 1, 1, 0, 1, 0, 0, 1), (1, 1, 1, 1, 0, 1, 0, 1), (1, 2, 0, 1, 0, 2, 0, 0)]


class Advised(BestResponse):
    """A player who holds every order of the deck in mind, and asks the responder what to play."""

    def __init__(self, copies, policy, responder, by_discards):
        super().__init__(copies, policy, by_discards)
        self.responder = responder
        self.space = state_space(responder.rules)

    def my_choice(self, worlds, public, hand):
        """Return the sum over the worlds of weight times value, playing as advised."""
        known = public if hand[0] != hand[1] else public._replace(exposed=None)
        return self.my_action(worlds, public, self.advice(worlds, known, hand))

    def advice(self, worlds, public, hand):
        """Return the best action by the responder, told the weights of the opponent's cards."""
        weights = np.zeros(8)
        for world, weight in worlds.items():
            weights[world.theirs] += float(weight)
        weights /= weights.sum()
        world = next(iter(worlds))
        theirs = int(weights.argmax()) if public.knows else None
        unseen = (world.theirs, *world.deck[1:])
        rules = self.responder.rules
        state = seen_state(rules, hand, unseen, theirs, public.maid, public.exposed)
        cell, place = self.space.cell_and_place(self.space.rank(state))
        layout = self.space.layout
        code = cell // layout.hands
        slot = 1 + layout.kinds[code] + layout.position[code, state.opponent] if public.knows else 0
        situation = Situation(cell, int(place - slot), int(public.knows), public.lead)
        return as_action(rules, self.responder.best_action(situation, weights))


def players(rules, scoring):
    """Return kernels' policies, each with the oracle's function."""
    policies = {"table": table_policy(rules, scoring)}
    if scoring == Scoring.HALF:
        policies["strategic"] = strategic_policy(rules)
        policies["table by discards"] = table_policy(rules, Scoring.DISCARDS)
    pairs = {name: (policy, as_function(rules, policy)) for name, policy in policies.items()}
    return pairs | {"random": (random_policy(rules), random_function(rules))}


def exact_values(responder):
    """Return the exact best response's value in both seats."""
    return [Exploiter(responder).prepare(is_first=is_first) for is_first in (True, False)]


def brackets(responder, within, **limits):
    """Return the brackets of both seats."""
    won, starts = responder.second_turns()
    return (
        Search(responder, 0.0, responder.first_turns()).narrow(within, **limits),
        Search(responder, won, starts).narrow(within, **limits),
    )


@pytest.mark.parametrize("scoring", [Scoring.HALF, Scoring.DISCARDS])
@pytest.mark.parametrize("copies", [long(DECKS[1]), DECKS[2]], ids=str)
def test_both_seats_equal_explicit_information_sets(copies, scoring):
    """Against deterministic and mixed policies the value is that over every order of the deck.

    However wide a bracket may be, it holds that value.
    """
    rules = custom_deck(copies)
    for name, (policy, function) in players(rules, scoring).items():
        oracle = BestResponse(copies, function, scoring == Scoring.DISCARDS)
        responder = Responder(rules, policy, scoring)
        exact = [float(oracle.moving(is_first)) for is_first in (True, False)]
        assert exact_values(responder) == pytest.approx(exact, abs=ROUNDING), name
        for within in (0.3, 0.01, 1e-9) if name == "random" else ():
            for bracket, value in zip(brackets(responder, within), exact, strict=True):
                assert bracket.lower <= value <= bracket.upper
                assert bracket.width <= within + 1e-11


@pytest.mark.parametrize("scoring", [Scoring.HALF, Scoring.DISCARDS])
def test_who_plays_as_advised_wins_the_value(scoring):
    """Over every order of the deck, the best actions in each situation win what is computed."""
    copies = DECKS[1]
    rules = custom_deck(copies)
    policy, function = players(rules, scoring)["table"]
    responder = Responder(rules, policy, scoring)
    player = Advised(copies, function, responder, scoring == Scoring.DISCARDS)
    advised = [float(player.moving(is_first)) for is_first in (True, False)]
    assert exact_values(responder) == pytest.approx(advised, abs=ROUNDING)
