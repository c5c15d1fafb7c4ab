"""The certified bracket: it holds the exact value, and narrows as far as it is asked to."""

from itertools import count, pairwise

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.love_letter.exact import policies
from llq.solver.love_letter.responses import bracket
from llq.solver.love_letter.responses.best_response import Responder
from llq.solver.love_letter.responses.bracket import Search
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.variants import custom_deck
from tests.marks import long
from tests.solver.love_letter.responses.test_best_response import DECKS, brackets, exact_values
from tests.solver.love_letter.solved import table_policy

MIDDLE = custom_deck((2, 1, 1, 1, 1, 1, 0, 1))


def mixed_policy(rules, seed):
    """Return a policy of random chances, all of them legal, some of them small."""
    space, rng = state_space(rules), np.random.default_rng(seed)
    ranks, states = policies.decision_states(rules)
    chances = rng.dirichlet(np.full(len(rules.actions), 0.3), len(ranks)) + 1e-3
    chances *= policies.legal_mask(rules, states)
    table = np.zeros((space.size, len(rules.actions)))
    table[ranks] = chances / chances.sum(axis=1, keepdims=True)
    return policies.from_probabilities(rules, table)


def first_bracket(responder, within, **limits):
    """Return the bracket of the seat that moves first."""
    return Search(responder, 0.0, responder.first_turns()).narrow(within, **limits)


@pytest.mark.parametrize("name", ["table", long("mixed")])
def test_a_bracket_holds_the_exact_value_and_opens_fewer_situations(name):
    """On nine cards it agrees with the exact best response, deterministic policies and mixed."""
    policy = table_policy(MIDDLE) if name == "table" else mixed_policy(MIDDLE, 1)
    responder = Responder(MIDDLE, policy)
    exact, opened = exact_values(responder), []
    for within in (0.1, 0.01, 0.001):
        narrowed = brackets(responder, within)
        opened.append(sum(side.situations for side in narrowed))
        for side, value in zip(narrowed, exact, strict=True):
            assert side.lower <= value <= side.upper
            assert side.width <= within
    assert opened == sorted(opened)
    assert opened[0] < responder.situations / 4


def test_a_longer_search_has_a_narrower_bracket():
    """Each report lies within the one before; without time there is a bracket all the same."""
    responder = Responder(MIDDLE, policies.random_policy(MIDDLE))
    reports = []
    first_bracket(responder, 1e-3, progress=reports.append)
    assert len(reports) > 4
    for wide, narrow in pairwise(reports):
        assert wide.lower - 1e-12 <= narrow.lower <= narrow.upper <= wide.upper + 1e-12
    hasty = first_bracket(responder, 1e-3, seconds=0.0)
    assert hasty.lower <= exact_values(responder)[0] <= hasty.upper
    assert hasty.width > reports[-1].width


def test_the_time_holds_for_the_first_bounds_too(monkeypatch):
    """A search whose time ends before every situation has its first bounds says 0 and 1."""
    responder = Responder(MIDDLE, policies.random_policy(MIDDLE))
    clock = count()
    monkeypatch.setattr(bracket, "monotonic", lambda: float(next(clock)))
    assert first_bracket(responder, 1e-3, seconds=3.0) == (0.0, 1.0, 0)
    assert next(clock) == 5  # one look at the start, and one a second until the fourth


def test_first_bounds_do_not_depend_on_how_often_the_clock_is_looked_at(monkeypatch):
    """Bounds prepared seven situations at a time are those prepared at once."""
    rules = custom_deck(DECKS[1])
    responder = Responder(rules, policies.random_policy(rules))
    narrowed = first_bracket(responder, 1.0)
    monkeypatch.setattr(bracket, "_OPENED", 7)
    assert first_bracket(responder, 1.0) == narrowed
    assert 0.0 < narrowed.lower < narrowed.upper < 1.0


def test_first_bounds_hold_the_value_and_gain_by_sweeps(monkeypatch):
    """Before any situation is opened: plans improved against what play brings win more, soundly."""
    responder = Responder(MIDDLE, mixed_policy(MIDDLE, 1))
    exact, lower = exact_values(responder)[0], 0.0
    for sweeps in (0, 1, 2):
        monkeypatch.setattr(bracket, "_SWEEPS", sweeps)
        narrowed = first_bracket(responder, 1.0)
        assert narrowed.situations == 0
        assert lower <= narrowed.lower <= exact <= narrowed.upper < 1.0
        if sweeps == 1:
            assert narrowed.lower > lower
        lower = narrowed.lower


def test_a_memory_that_changes_nothing_has_the_same_value():
    """A policy told the last action, and as it is whatever that was, is the one without memory."""
    policy, actions = policies.strategic_policy(MIDDLE), len(MIDDLE.actions)
    last = np.tile(np.arange(1, actions + 1), (actions + 1, 1))
    lifted = policy._replace(choice=np.tile(policy.choice, actions + 1))
    plain, remembering = Responder(MIDDLE, policy), Responder(MIDDLE, lifted, memory=last)
    exact = exact_values(plain)
    assert exact_values(remembering) == pytest.approx(exact, abs=1e-12)
    assert remembering.situations == plain.situations  # what is not minded is not kept apart
    for side, value in zip(brackets(remembering, 0.02), exact, strict=True):
        assert side.lower <= value <= side.upper
    for wrong in (last[:, :2], last[:2]):
        with pytest.raises(IllegalState, match="entries for each memory"):
            Responder(MIDDLE, policy, memory=wrong)
