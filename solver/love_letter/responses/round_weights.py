"""Weights of the opponent's cards, given a player's observations of a round and the policy.

A best response's situations carry these from turn to turn; here none of them is solved.
"""

from itertools import pairwise

import numpy as np

from llq.solver.love_letter.array_types import Floats
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.responses.best_response import Responder, Start
from llq.solver.love_letter.responses.kernels import number_seen, number_view
from llq.solver.love_letter.responses.round_replay import Decision
from llq.solver.love_letter.rounds.record import History
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.states import state_space


def follow_round(
    rules: Rules, policy: Policy, history: History, decisions: list[Decision]
) -> Floats | None:
    """Return the chance of each opposing card; None if the policy plays otherwise."""
    responder = Responder(rules, policy, Scoring.DISCARDS)
    start = first_start(responder, history, decisions[0])
    for before, decision in pairwise(decisions):
        if start is None:
            return None
        starts = responder.follow(start.situation, start.weights, before.action)
        start = find_start(rules, starts, decision)
    return None if start is None else start.weights


def first_start(responder: Responder, history: History, first: Decision) -> Start | None:
    """Return the situation in a player's first turn; None if the policy never reaches it."""
    face_up = face_up_cards(responder.rules, history)
    if history.is_first:
        (start,) = responder.first_turns(face_up, (first.state.low, first.state.high))
        return start
    _, starts = responder.second_turns(face_up)
    return find_start(responder.rules, starts, first)


def face_up_cards(rules: Rules, history: History) -> tuple[int, ...]:
    """Return the cards that lie face up, as indices."""
    names = [card.name for card in rules.cards]
    return tuple(names.index(name) for name in history.face_up)


def find_start(rules: Rules, starts: list[Start], decision: Decision) -> Start | None:
    """Return the start in which a decision is made; None if the policy never lets it come up."""
    key = view_key(rules, decision)
    return next((start for start in starts if start.key == key), None)


def view_key(rules: Rules, decision: Decision) -> int:
    """Return the key of a decision's preceding opponent turn, from `number_view`."""
    before, space = decision.before, state_space(rules)
    assert before is not None  # for mypy: only a round's first turn has none before it
    code = int(np.dot(before.unseen, space.layout.stride))
    seen = number_seen(len(before.unseen), code, before.card, 1 + before.opponent)
    cell, base = space.cell_and_base(decision.state)
    known = int(decision.state.known)
    card = decision.state.opponent if known else 0
    return int(number_view(space.layout, seen, before.action, cell, base, known, card))
