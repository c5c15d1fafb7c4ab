"""Likelihoods of an opponent's cards: against every deal of a small deck, and every draw."""

from collections import defaultdict
from itertools import combinations

import numpy as np
import pytest

from llq.solver.love_letter.exact.joint import Mover, make_turn_room
from llq.solver.love_letter.exact.policies import from_actions, random_policy, strategic_policy
from llq.solver.love_letter.responses.round_likelihoods import RoundLikelihoods, _follow_keep
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.table.states import UNKNOWN, state_space
from llq.solver.love_letter.variants import MODERN
from tests.marks import long
from tests.solver.love_letter.asking import TEN, with_copies
from tests.solver.love_letter.solved import book_of, solved, table_policy

WITHOUT_CHANCELLOR = (1, 1, 1, 1, 0, 1, 0, 1, 0, 1)


def after(state, move):
    """Return the state after a move or a draw."""
    following = state.copy()
    following.apply(move)
    return following


@pytest.mark.parametrize("seat", [0, long(1)])
def test_beliefs_are_the_shares_of_all_deals(seat):
    """After every history they give the shares of the deals and draws that lead to it."""
    rules = with_copies(MODERN, WITHOUT_CHANCELLOR)
    solution, space = solved(rules), state_space(rules)
    likelihoods = RoundLikelihoods(rules, from_actions(rules, solution.actions))
    reached = defaultdict(lambda: np.zeros(len(rules.cards)))
    views = {}

    def walk(state, chance):
        if state.is_terminal:
            return
        for outcome, share in state.chance_outcomes():
            walk(after(state, outcome), chance * share)
        if state.current_player < 0:
            return
        action = int(solution.actions[space.rank(state.state())])
        if state.current_player == seat:
            view = state.view()
            key = (view.situation, view.history)
            views[key] = view
            reached[key][state.hands[1 - seat]] += chance
            action = state.legal_actions()[-1]  # not what the solution plays
        walk(after(state, action), chance)

    walk(LoveLetterState(rules), 1.0)
    assert len(views) > 100
    for key, weights in reached.items():
        situation = views[key].situation
        chances = likelihoods.after(views[key].history)[0] * situation.unseen
        if situation.opponent != UNKNOWN:
            chances = np.eye(len(chances))[situation.opponent]
        expected = weights / weights.sum()
        assert np.allclose(chances / chances.sum(), expected, rtol=0, atol=1e-9), key


@pytest.mark.parametrize("name", ["random", "strategic", "table"])
def test_a_kept_card_is_as_likely_as_its_draws(name):
    """What an opponent kept after an exchange goes over every hand of three that they may hold."""
    rules = with_copies(MODERN, TEN)
    makers = {"random": random_policy, "strategic": strategic_policy, "table": table_policy}
    policy = makers[name](rules)
    space = state_space(rules)
    own, counts = 3, np.array([1, 2, 0, 0, 0, 1, 1, 1, 0, 1])
    code = int((counts + np.eye(10, dtype=np.int64)[own]) @ space.layout.stride)
    before = np.array([0.5, 1, 0, 0, 0, 0.25, 0, 1, 0, 0.75])
    likely = np.zeros(10)
    facts = (code, int(counts.sum()), UNKNOWN)
    mover = Mover(book_of(rules), policy, make_turn_room(rules))
    _follow_keep(mover, counts.copy(), facts, before, likely)
    cards = np.repeat(np.arange(10), counts).tolist()
    index = policy.keeping.places
    expected = np.zeros(10)
    for place, held in enumerate(cards):
        rest = cards[:place] + cards[place + 1 :]
        for drawn in combinations(rest, 2):
            hand = sorted((held, *drawn))
            if name == "random":
                for card in hand:
                    expected[card] += before[held] / 3
                continue
            options = sorted(set(hand))
            keep = options[-1]
            if name == "table":
                start = index.start[code * index.hands + index.hand[tuple(hand)]]
                keep = options[policy.keeping.options[start]]
            expected[keep] += before[held]
    possible = counts > 0
    assert np.allclose(likely[possible], expected[possible] / counts[possible], rtol=1e-12)
