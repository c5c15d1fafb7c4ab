"""Later turns valued without a table, by solving only the remaining deck.

What a turn is worth depends on the cards that are still hidden and on what is known of hands, and
not on the order of those seen. So the deck of the hand and the unseen cards, solved as a deck of
its own, values it as the whole edition's table does. Known hands and a Handmaid need that a card
which brings them about has been seen: one such card more is in the deck.
"""

from dataclasses import replace

import numpy as np

from llq.query.love_letter.answers import KeepAnswer, PlayAnswer
from llq.query.love_letter.table.policy import PolicyTable
from llq.query.love_letter.table.table import Table
from llq.solver.love_letter.rules import Consequence, Rules
from llq.solver.love_letter.table.states import UNKNOWN, Held, State
from llq.store.schema import rules_name

_SHOWS = Consequence.SEES_THEIRS | Consequence.SHOWS_OWN | Consequence.REVEALS | Consequence.SWAPS


def rest_answer(policy: PolicyTable, state: State | Held) -> PlayAnswer | KeepAnswer:
    """Return the value of every choice; ten unseen cards take a tenth of a second.

    The policy is that of the edition, a round of which reaches the state.
    """
    from llq.solver.love_letter.table.solver import solve

    rest_rules = _rest_rules(policy.rules, state)
    solution = solve(rest_rules, threads=1)
    is_reached = np.ones(len(solution.actions), dtype=np.bool_)
    table = Table(rest_rules, policy.info, solution.values, solution.actions, is_reached)
    answer = table.keep(state) if isinstance(state, Held) else table.answer(state)
    rules_id = rules_name(policy.rules.rules_id, policy.rules.version)
    cards_left = sum(state.unseen) + len(_hand(state))
    source = f"solved for this turn, the deck of {cards_left} cards left of {rules_id}"
    return replace(answer, source=f"{source}; {Table.method}")


def _hand(state: State | Held) -> tuple[int, ...]:
    return state.hand if isinstance(state, Held) else (state.low, state.high)


def _rest_rules(rules: Rules, state: State | Held) -> Rules:
    """Return rules for a deck of the mover's hand and unseen cards."""
    copies = list(state.unseen)
    for card in _hand(state):
        copies[card] += 1
    if isinstance(state, Held):
        needs = {Consequence.EXCHANGES: True, _SHOWS: state.opponent != UNKNOWN}
    else:
        is_known, is_protected = state.known or state.hand_known, state.maid
        needs = {_SHOWS: bool(is_known), Consequence.PROTECTS: bool(is_protected)}
    for consequences, is_needed in needs.items():
        candidates = (
            number
            for number, card in enumerate(rules.cards)
            if card.effect.row.may & consequences and card.copies > copies[number]
        )
        if is_needed:
            copies[next(candidates)] += 1
    cards = (replace(card, copies=number) for card, number in zip(rules.cards, copies, strict=True))
    return replace(rules, cards=tuple(cards))
