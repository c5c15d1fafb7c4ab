"""Rounds of Archer: what is hidden, the opponent's card and the aside card, weighted together."""

from random import Random

import numpy as np
import pytest

import llq
from llq.query.love_letter.rounds.analysis import question_of
from llq.query.love_letter.rounds.beliefs import find_chances, follow_hidden
from llq.query.love_letter.rounds.followed_rounds import FollowedRound
from llq.query.love_letter.rounds.notation import write_round
from llq.solver.love_letter import variants
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.turn import DISCARDS, REDEALS, SEES_ASIDE, SEES_THEIRS
from tests.oracles.love_letter_rounds import expected, worlds
from tests.solver.love_letter.archer.test_solver import small

COPIES = (2, 1, 1, 0, 1, 0, 1, 1)


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    """Yield the rules of a deck of seven cards, a variant called small whose table is built."""
    folder, rules = tmp_path_factory.mktemp("archer"), small(COPIES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(variants.VARIANTS, "small", rules)
        patch.setenv("LLQ_TABLES", str(folder))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        llq.love_letter.table.build("small")
        yield rules


@pytest.fixture(scope="module")
def plays_table(deck):
    """Return what the table plays in a round that goes move by move."""
    table = llq.love_letter.table.open("small")

    def policy(state):
        asked = question_of(state)
        hand = asked.pop("card_1"), asked.pop("card_2")
        del asked["variant"], asked["lead"]
        return {state.find_action(table.lookup(table.state(hand, **asked)).action): 1.0}

    return policy


def rounds(rules, policy, count, seed=1):
    """Yield turns of rounds between a seat that plays anything and one that plays a policy."""
    lots = Random(seed)
    for number in range(count):
        state, seat = LoveLetterState(rules, 0, lots.getrandbits(32)), number % 2
        while not state.is_terminal:
            if state.current_player == seat:
                yield state.copy(), seat
                legal = state.legal_actions()
                safe = [a for a in legal if "Princess" not in state.action_text(a)]
                state.apply(lots.choice(safe or legal))
            else:
                state.apply(next(iter(policy(state))))


def test_hidden_cards_are_those_of_every_deal(deck, plays_table):
    """Opponent's card and aside card have the chances that all deals give that look the same."""
    compared, happened = 0, 0
    for state, seat in rounds(deck, plays_table, 120):
        if not state.turns:
            continue
        followed = FollowedRound.read(write_round(state, seat))
        assert followed.history == state.view().history
        asked = question_of(state)
        assert followed.reading.known.opponent_knows_aside == asked["opponent_knows_aside"]
        hidden = follow_hidden(deck, followed.history, find_chances(deck, "table"))
        weights = np.zeros((len(deck.cards),) * 2)
        for world, chance in worlds(deck, state.information_state(seat), seat, plays_table):
            weights[world.hands[1 - seat], world.pool[0]] += chance
        assert hidden.surprises == ()
        np.testing.assert_allclose(hidden.weights, weights / weights.sum(), rtol=0, atol=1e-12)
        compared += 1
        for turn in state.turns:
            happened |= turn.does(deck)
    assert compared > 60
    assert all(happened & effect for effect in (REDEALS, SEES_ASIDE, DISCARDS, SEES_THEIRS))


def test_advice_is_what_is_expected_over_every_deal(deck, plays_table):
    """Each play is worth what it wins on average over all deals that look the same.

    From the next turn on both players play by the table.
    """
    compared = 0
    for state, seat in rounds(deck, plays_table, 40, seed=2):
        if not state.turns:
            continue
        answer = llq.love_letter.rounds.advise(state.view())
        found = worlds(deck, state.information_state(seat), seat, plays_table)
        total = sum(chance for _, chance in found)
        for one in answer.actions:
            value = 0.0
            for world, chance in found:
                then = world.copy()
                then.apply(state.find_action(one.action))
                value += chance / total * expected(then, seat, plays_table)
            assert one.value == pytest.approx(value, abs=1e-9)
            compared += 1
    assert compared > 50
