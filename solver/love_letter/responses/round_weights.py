"""Weights of the opponent's cards, given a player's observations of a round and the policy.

A best response's situations carry these from turn to turn; here none of them is solved.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.responses.best_response import Responder, Start
from llq.solver.love_letter.responses.kernels import number_seen, number_view
from llq.solver.love_letter.responses.round_replay import Decision
from llq.solver.love_letter.rounds.record import History
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.states import StateSpace, state_space


def follow_round(
    rules: Rules, policy: Policy, history: History, decisions: list[Decision]
) -> NDArray[np.float64] | None:
    """Return the probability of each opposing card; None if the policy plays otherwise.

    ``decisions`` are the history replayed (`replay`).
    """
    responder = Responder(rules, policy, Scoring.DISCARDS)
    start = first_start(responder, history, decisions[0])
    for before, decision in pairwise(decisions):
        if start is None:
            return None
        wanted = view_key(rules, decision)
        follows = responder.follow(start.situation, start.weights, before.action)
        start = next((one for one in follows if one.key == wanted), None)
    return None if start is None else start.weights


def first_start(responder: Responder, history: History, first: Decision) -> Start | None:
    """Return the situation in a player's first turn; None if the policy never reaches it."""
    rules = responder.rules
    kinds = {card.name: kind for kind, card in enumerate(rules.cards)}
    face_up = tuple(kinds[name] for name in history.face_up)
    if history.is_first:
        (start,) = responder.first_turns(face_up, (first.state.low, first.state.high))
        return start
    wanted = view_key(rules, first)
    _, starts = responder.second_turns(face_up)
    return next((one for one in starts if one.key == wanted), None)


def view_key(rules: Rules, decision: Decision) -> int:
    """Return the key of a decision's preceding opponent turn, from `number_view`."""
    before, space = decision.before, state_space(rules)
    assert before is not None  # for mypy: only a round's first turn has none before it
    code = int(np.dot(before.unseen, space.layout.stride))
    seen = number_seen(len(before.unseen), code, before.card, 1 + before.opponent)
    cell, base = situation_of(space, decision)
    known = int(decision.state.known)
    card = decision.state.opponent if known else 0
    return int(number_view(space.layout, seen, before.action, cell, base, known, card))


def situation_of(space: StateSpace, decision: Decision) -> tuple[int, int]:
    """Return a decision's cell and base, as in `Situation`."""
    state, layout = decision.state, space.layout
    cell, place = space.cell_and_place(space.rank(state))
    if state.known:
        code = cell // layout.hands
        place -= int(1 + layout.kinds[code] + layout.position[code, state.opponent])
    return cell, place
