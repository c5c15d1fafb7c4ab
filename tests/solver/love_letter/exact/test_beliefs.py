"""Beliefs: by reach and by a whole history, against every order of the deck in fractions."""

from random import Random

import numpy as np
import pytest

from llq.solver.love_letter.exact.policies import random_policy, strategic_policy
from llq.solver.love_letter.exact.reach_probabilities import reach_state
from llq.solver.love_letter.match import simulate
from llq.solver.love_letter.responses.exploiter import follow_round
from llq.solver.love_letter.responses.round_replay import replay
from llq.solver.love_letter.variants import custom_deck
from tests.oracles.love_letter_beliefs import held_after, reached
from tests.oracles.love_letter_matches import random_policy as random_function
from tests.solver.love_letter.asking import as_action, as_function, seen_state
from tests.solver.love_letter.rounds.test_history import Diarist

DECKS = [(2, 1, 1, 0, 1, 0, 0, 1), (1, 1, 1, 1, 0, 1, 0, 1)]


def players(rules):
    """Return kernels' policies, each with the oracle's function."""
    strategic = strategic_policy(rules)
    return [
        (strategic, as_function(rules, strategic)),
        (random_policy(rules), random_function(rules)),
    ]


def test_reach_is_that_of_every_order_of_the_deck():
    """In every state, by seat, by what was played last and by what the opponent holds."""
    copies = DECKS[1]
    rules = custom_deck(copies)
    numbers = {as_action(rules, number): number for number in range(len(rules.actions))}
    for policy, function in players(rules):
        by_state = {}
        for key, chances in reached(copies, function).items():
            expected = by_state.setdefault(
                seen_state(rules, *key), np.zeros((2, len(rules.actions) + 1, len(rules.cards)))
            )
            for (seat, last, card), chance in chances.items():
                expected[seat, numbers.get(last, -1), card] += float(chance)
        assert len(by_state) > 40
        picked = Random(1).sample(sorted(by_state), 40)
        for state in picked:
            beliefs = reach_state(rules, policy, state)
            assert beliefs == pytest.approx(by_state[state], abs=1e-12)


@pytest.mark.parametrize("is_first", [True, False])
def test_weights_after_a_history_are_those_of_every_order_of_the_deck(is_first):
    """All that a player saw of a round says as much as listing what may be true."""
    copies = DECKS[0]
    rules = custom_deck(copies)
    policy = strategic_policy(rules)
    function, compared = as_function(rules, policy), 0
    numbers = {card.name: kind for kind, card in enumerate(rules.cards)}
    numbers[None] = None
    for seed in range(15):
        player = Diarist()
        pair = (player, "strategic") if is_first else ("strategic", player)
        simulate(rules, *pair, 1, seed)
        for view, _ in player.views:
            history = view.history
            turns = [
                (
                    turn.is_own, as_action(rules, rules.action_numbers[turn.action]),
                    *map(numbers.__getitem__, (turn.drawn, turn.discarded, turn.gained, turn.seen)),
                )
                for turn in history.turns
            ]  # fmt: skip
            counted = held_after(
                copies, function, is_first, numbers[history.dealt], numbers[history.drawn], turns
            )
            weights = follow_round(rules, policy, history, replay(rules, history))
            total = sum(counted.values())
            expected = [float(counted[number] / total) for number in range(8)]
            assert weights == pytest.approx(expected, abs=1e-12)
            compared += len(turns) > 0
    assert compared > 2


def test_an_opponent_who_is_not_the_policy_gives_no_weights():
    """Random soon plays what Strategic never does."""
    rules = custom_deck(DECKS[0])
    player = Diarist()
    simulate(rules, player, "random", 50, 1)
    weights_by_turn = [
        follow_round(rules, strategic_policy(rules), view.history, replay(rules, view.history))
        for view, _ in player.views
    ]
    assert any(weights is None for weights in weights_by_turn)
    assert any(weights is not None for weights in weights_by_turn)
