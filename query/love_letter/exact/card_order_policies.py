"""Policies by the printed numbers alone: always the lower, or always the higher card."""

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.exact.policies import decision_states, legal_mask
from llq.solver.love_letter.rules import Argument, Rules
from llq.solver.love_letter.table.states import UNKNOWN, state_space

_KNOWN_BONUS = 1000  # more than any number of unseen copies


def lowest_actions(rules: Rules) -> NDArray[np.uint8]:
    """Return (states,) the action that plays the lower card wherever it may be played.

    A Guard guesses as Strategic's does: the card known, else the one with most copies unseen, the
    lowest of several. A Prince is played on the opponent unless a Handmaid bars it.
    """
    return _play_in_order(rules, higher=False)


def highest_actions(rules: Rules) -> NDArray[np.uint8]:
    """Return (states,) the action that plays the higher card unless it is the Princess."""
    return _play_in_order(rules, higher=True)


def _play_in_order(rules: Rules, *, higher: bool) -> NDArray[np.uint8]:
    ranks, states = decision_states(rules)
    legal = legal_mask(rules, states)
    is_deadly = np.array([card.effect.row.is_deadly for card in rules.cards])
    preferred = np.where(higher & ~is_deadly[states.high], states.high, states.low)
    cards = np.array([play.card for play in rules.plays])
    scores = np.where(legal, 0.0, -np.inf) + np.where(
        cards == preferred[:, None], 2 * _KNOWN_BONUS, 0
    )
    for number, (card, argument) in enumerate(rules.plays):
        if rules.cards[card].effect.row.argument == Argument.CARD:
            is_known = (states.opponent == argument) & (states.opponent != UNKNOWN)
            scores[:, number] += states.unseen[:, argument] + _KNOWN_BONUS * is_known
    actions = np.zeros(state_space(rules).size, dtype=np.uint8)
    actions[ranks] = scores.argmax(axis=1)  # the first of several
    return actions
