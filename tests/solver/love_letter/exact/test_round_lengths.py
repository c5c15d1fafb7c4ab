"""How many turns a round takes: against every branch of small decks' rounds."""

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.game_states import CHANCE
from llq.solver.love_letter.exact.policies import from_actions, random_policy, strategic_policy
from llq.solver.love_letter.exact.reach_probabilities import round_lengths
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.table.lead_ranges import find_lead_ranges
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.variants import CLASSIC
from tests.solver.love_letter.asking import with_copies
from tests.solver.love_letter.exact.test_evaluate import DECKS
from tests.solver.love_letter.solved import table_policy

PAIRS = with_copies(CLASSIC, (1, 2, 1, 0, 2, 0, 0, 0))
"""Neither a Countess nor a Princess: Random may play either card."""


def lengths(rules, players):
    """Return the chance of each number of turns, every deal, draw and choice gone through."""
    ends = np.zeros(20)

    def follow(state, turns, chance):
        if state.is_terminal:
            ends[turns] += chance
            return
        choices = state.chance_outcomes()
        if state.current_player != CHANCE:
            choices, turns = players[state.current_player](state).items(), turns + 1
        for choice, share in choices:
            next_state = state.copy()
            next_state.apply(choice)
            follow(next_state, turns, chance * share)

    follow(LoveLetterState(rules), 0, 1.0)
    return ends


def by_table(rules, policy):
    """Return a policy of the kernels as a function of the game's state."""
    space = state_space(rules)
    return lambda state: {int(policy.choice[space.rank(state.state())]): 1.0}


def at_random(state):
    """Return Random's chances in a deck in which no card loses at once."""
    plays = [(action, PAIRS.plays[action].card) for action in state.legal_actions()]
    cards = [card for _, card in plays]
    return {action: 1 / len(set(cards)) / cards.count(card) for action, card in plays}


@pytest.mark.parametrize("name", [*DECKS, "mixed choices"])
def test_lengths_are_those_of_every_branch(name):
    """Each has the chance of all branches: Table against Strategic, Random against itself."""
    rules = DECKS.get(name, PAIRS)
    policies = table_policy(rules), strategic_policy(rules)
    functions = [by_table(rules, policy) for policy in policies]
    if name not in DECKS:
        policies, functions = (random_policy(rules),) * 2, [at_random] * 2
    expected = lengths(rules, functions)
    observed = round_lengths(rules, policies)
    assert observed == pytest.approx(expected[: len(observed)], abs=1e-12)
    assert observed.sum() == pytest.approx(1, abs=1e-12)


def test_a_policy_that_counts_discards_is_refused():
    """A policy with a choice for each lead has no length here, and the error says so."""
    leads, entries = find_lead_ranges(PAIRS)
    policy = from_actions(PAIRS, np.zeros(entries, dtype=np.uint8), leads)
    with pytest.raises(IllegalState, match="ignore discards"):
        round_lengths(PAIRS, (policy, policy))
