"""Policies with a memory: one iteration, matches and best responses against plain recursion."""

from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.love_letter.exact.evaluation import evaluate
from llq.solver.love_letter.exact.policies import MIXED, Policy, strategic_policy
from llq.solver.love_letter.responses.best_response import Responder
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.solution import index
from llq.solver.love_letter.solution.automata import make_memory, remember_longer
from llq.solver.love_letter.solution.evaluation import evaluate_memory
from llq.solver.love_letter.solution.joint_runs import REACHES
from llq.solver.love_letter.solution.learning import Learner, Sweeper
from llq.solver.love_letter.solution.learning_options import MEMORIES
from llq.solver.love_letter.solution.sweeps import PARTS, Learning, Reach
from llq.solver.love_letter.table.leads import entry_at, lead_range
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.variants import custom_deck
from tests.marks import long
from tests.oracles.love_letter_best_response import BestResponse
from tests.oracles.love_letter_memory import Rounds, remember
from tests.oracles.love_letter_memory import remember_longer as oracle_remember_longer
from tests.solver.love_letter.asking import as_action, to_state
from tests.solver.love_letter.responses.test_best_response import brackets, exact_values
from tests.solver.love_letter.solution.scores import average_of, scores
from tests.solver.love_letter.solved import table_policy

ROUNDING = 1e-12

DECKS = [(2, 1, 1, 0, 1, 0, 0, 0), (1, 0, 1, 1, 0, 1, 0, 1)]
MOST = [long(DECKS[0]), DECKS[1]]
SOME = ("last-action", "last-two-actions")
LARGER = (2, 1, 0, 1, 1, 0, 0, 1)
SEVEN = (2, 1, 1, 1, 1, 0, 0, 1)


class Sample:
    """A policy with a memory drawn by a seed, as the kernels and as the oracles take it."""

    def __init__(self, copies, name, seed, sharp=False, scoring=Scoring.HALF, space=None):
        self.rules = custom_deck(copies)
        self.memory = make_memory(self.rules, name)
        self.space = space or index.make_space(self.rules, self.memory, scoring=scoring)
        self.starts = index.info_starts(self.space)
        self.chances = np.zeros(self.space.actions)
        random = Random(seed)
        self.weights = []
        for start, stop in zip(self.starts, self.starts[1:], strict=False):
            weights = [Fraction(random.randint(0, 3)) for _ in range(stop - start)]
            weights[random.randrange(stop - start)] += 64 - sum(weights)  # exact in float32
            if sharp:
                weights = [Fraction(w == max(weights)) for w in weights]
            self.weights.append([weight / sum(weights) for weight in weights])
            self.chances[start:stop] = [float(weight) for weight in self.weights[-1]]

    @cache  # noqa: B019 a few samples a test
    def info(self, hand, unseen, opponent, maid, exposed, lead, memory):
        """Return the number of an information set of the oracle, and its actions."""
        states, layout = state_space(self.rules), state_space(self.rules).layout
        card, known = min(unseen) if opponent is None else opponent, opponent is not None
        state = to_state(self.rules, hand, card, unseen, maid, known, exposed)
        number = self.state(memory)
        cell, place = states.cell_and_place(states.rank(state))
        run, slot = index.run_at(layout, self.space.rows.run_of, cell, place)
        row = index.row_at(self.space.rows, run, number)
        if known:
            row = row * int(layout.kinds[cell // layout.hands]) + slot
        choice = cell % layout.hands * 2 + int(maid)
        count = self.space.rows.legal_count[choice]
        first = self.space.rows.action_base[run] + row * self.space.rows.width[run] * count
        info = int(np.searchsorted(self.starts, first))
        info += entry_at(lead_range(self.space.leads, cell, 0)._replace(start=0), lead)
        legal = self.space.rows.legal[choice, :count].tolist()
        return info, [as_action(self.rules, action) for action in legal]

    @cache  # noqa: B019 likewise
    def __call__(self, *key):
        """Return the chances of actions as the oracle takes them."""
        info, actions = self.info(*key)
        return dict(zip(actions, self.weights[info], strict=True))

    def state(self, memory):
        """Return the state of the memory that is the oracle's."""
        plays = [as_action(self.rules, number) for number in range(len(self.rules.plays))]
        numbers = tuple(plays.index(play) if play else None for play in memory)
        return self.memory.states.index(numbers)

    def check_learnt(self, learning, regrets, weights):
        """Compare what one iteration taught with what the oracle learnt by it."""
        expected, sums = np.zeros((2, self.space.actions))
        for key, gains in regrets.items():
            info, actions = self.info(*key)
            first = self.starts[info]
            for i, action in enumerate(actions):  # leads beyond those that count are one
                expected[first + i] += float(gains[action])
                sums[first + i] += float(weights[key]) * self.chances[first + i]
        np.testing.assert_allclose(learning.last, expected, rtol=0, atol=ROUNDING)
        np.testing.assert_allclose(learning.sums, sums[: len(learning.sums)], rtol=0, atol=ROUNDING)
        np.testing.assert_array_equal(learning.regrets, np.maximum(learning.last, 0))


@pytest.mark.parametrize(
    ("name", "scoring"),
    [*((name, Scoring.HALF) for name in MEMORIES), *((name, Scoring.DISCARDS) for name in SOME)],
)
@pytest.mark.parametrize("copies", MOST, ids=str)
def test_one_iteration_equals_that_over_every_history(copies, name, scoring):
    """Value, regrets and weights are those of plain recursion over every order of the deck."""
    sample = Sample(copies, name, 1, scoring=scoring)
    rounds = Rounds(copies, name, scoring == Scoring.DISCARDS)
    value, (regrets, weights) = rounds.learn(sample)
    swept_value, (learning,) = learn_once(Sweeper(sample.space), sample)
    assert swept_value == pytest.approx(float(value), abs=ROUNDING)
    sample.check_learnt(learning, regrets, weights)
    infos = {sample.info(*key)[0] for key in regrets}
    reached = {sample.info(*key)[0] for key, weight in weights.items() if weight}
    assert len(reached) <= len(infos) <= sample.space.infos


def learn_once(sweeper, *samples):
    """Return the first player's value by two sweeps, and what each sample learns from them."""
    spaces, chances = [sample.space for sample in samples], [sample.chances for sample in samples]
    kinds = REACHES - len(spaces) + 1
    values = [np.zeros(space.joints) for space in spaces]
    reach = [
        Reach(np.zeros((PARTS, len(marks), kinds)), marks if kinds < REACHES else marks[:0])
        for marks in values
    ]
    learning = [  # an adversary has no average
        Learning(joints, *np.zeros((2, space.actions)), np.zeros(space.actions * (not player)), 1.0)
        for player, (joints, space) in enumerate(zip(reach, spaces, strict=True))
    ]
    sweeper.fill_reach(chances, reach)
    return sweeper.fill_values(chances, values, learning), learning


class LongerSample(Sample):
    """The same of an opponent who remembers one play more."""

    def state(self, memory):
        card, kept = memory
        return self.space.memory.states.index((card, super().state(kept)))


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("copies", MOST, ids=str)
def test_an_iteration_against_one_who_remembers_more_equals_that_over_every_history(copies, name):
    """Both learn, from rounds that either begins, what plain recursion says."""
    rules = custom_deck(copies)
    space, adversary_space = index.make_spaces(
        rules, remember_longer(rules, make_memory(rules, name))
    )
    policy = Sample(copies, name, 6, space=space)
    adversary = LongerSample(copies, name, 7, space=adversary_space)
    memories_after = oracle_remember_longer(name)
    value, *learnt = Rounds(copies, name).learn(policy, adversary, thens=memories_after)
    swept_value, learning = learn_once(Sweeper(space, adversary=adversary_space), policy, adversary)
    assert swept_value == pytest.approx(float(value), abs=ROUNDING)
    for sample, learnt_values, expected in zip((policy, adversary), learning, learnt, strict=True):
        sample.check_learnt(learnt_values, *expected)


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("copies", MOST, ids=str)
def test_a_match_equals_that_over_every_history(copies, name):
    """Two policies with a memory win what plain recursion says, in both seats and by real rules."""
    for scoring in Scoring:
        first, second = (Sample(copies, name, seed, scoring=scoring) for seed in (2, 3))
        rounds = Rounds(copies, name, scoring == Scoring.DISCARDS)
        expected = float(rounds.value(first, second)), 1 - float(rounds.value(second, first))
        swept = scores(first.space, first.chances, second.chances)
        assert swept == pytest.approx(expected, abs=ROUNDING)
        real = Rounds(copies, name, by_discards=True).value(first, second)
        own, copy, other = (sample.chances.astype(np.float32) for sample in (first, first, second))
        exact = evaluate_memory(first.space, own, other).mean()
        assert exact.win + exact.draw / 2 == pytest.approx(float(real), abs=ROUNDING)
        itself = evaluate_memory(first.space, own, own).mean()
        assert itself == pytest.approx(evaluate_memory(first.space, own, copy).mean(), abs=ROUNDING)


def as_policy(space, chances):
    """Return the policy as the best response takes it: every table state once a memory."""
    rows, starts, states = space.rows, index.info_starts(space), index.info_states(space)
    choice_of = np.repeat(space.run_choice, np.diff(rows.row_start) * space.run_infos)
    used = np.flatnonzero(chances > 0)
    info = np.searchsorted(starts, used, side="right") - 1
    choice = np.zeros((len(space.memory.states), space.entries), dtype=np.int32)
    choice[states.memory, states.entry] = MIXED + np.arange(space.infos)
    return Policy(
        False,
        np.zeros((0, 0, 2), dtype=np.int64),
        space.leads,
        choice.ravel(),
        np.searchsorted(info, np.arange(space.infos + 1)).astype(np.int64),
        rows.legal[choice_of[info], used - starts[info]].astype(np.uint8),
        chances[used],
    )


def spread(space, policy):
    """Return the chances of a policy of one action a state, the same whatever is remembered."""
    rows, states, starts = space.rows, index.info_states(space), index.info_starts(space)
    choice = np.repeat(space.run_choice, np.diff(rows.row_start) * space.run_infos)
    place = (rows.legal[choice] == policy.choice[states.rank][:, None]).argmax(axis=1)
    chances = np.zeros(space.actions)
    chances[starts[:-1] + place] = 1
    return chances


def test_a_policy_that_forgets_is_worth_the_same_with_any_memory():
    """Table states spread over a memory give the value that `evaluate` gives without one."""
    rules = custom_deck(SEVEN)
    policies = table_policy(rules), strategic_policy(rules)
    first, second = (side.mean() for side in evaluate(rules, *policies, scoring=Scoring.HALF))
    expected = [first.win + first.draw / 2, second.loss + second.draw / 2]
    for name in ("none", "last-action"):
        space = index.make_space(rules, make_memory(rules, name))
        values = scores(space, *(spread(space, policy) for policy in policies))
        assert values == pytest.approx(expected, abs=ROUNDING)


@pytest.mark.parametrize("face_up", [0, 3])
def test_table_states_with_a_memory_meet_by_the_real_rules_as_without(face_up):
    """Chances, and those of deals, are `evaluate`'s, also of a policy that minds discards."""
    rules = custom_deck((2, 1, 1, 1, 1, 1, 0, 1))
    by_discards, strategic = table_policy(rules, Scoring.DISCARDS), strategic_policy(rules)
    space = index.make_space(rules, make_memory(rules, "last-action"), face_up)
    forgets = spread(space, strategic).astype(np.float32)
    for pair, known in (((forgets, by_discards), (strategic, by_discards)),
                        ((by_discards, forgets), (by_discards, strategic))):  # fmt: skip
        remembered = evaluate_memory(space, *pair, threads=1)
        expected = evaluate(rules, *known, face_up=face_up)[0]
        assert remembered.mean() == pytest.approx(expected.mean(), abs=ROUNDING)
        dealt = ((0, 7), (1, 2, 3)) if face_up else ((0, 7),)
        assert remembered.mean(*dealt) == pytest.approx(expected.mean(*dealt), abs=ROUNDING)


@pytest.mark.parametrize("sharp", [True, False])
@pytest.mark.parametrize(
    ("name", "scoring"), [("last-two-actions", Scoring.HALF), ("last-action", Scoring.DISCARDS)]
)
@pytest.mark.parametrize("copies", MOST, ids=str)
def test_the_best_response_equals_explicit_information_sets(copies, name, scoring, sharp):
    """Against a policy with a memory, both seats win what they do over every order of the deck."""
    sample = Sample(copies, name, 4, sharp, scoring)
    oracle = BestResponse(copies, sample, scoring == Scoring.DISCARDS, remember(name))
    policy = as_policy(sample.space, sample.chances)
    memory = sample.space.memory.after
    responder = Responder(sample.rules, policy, scoring, memory)
    exact = [float(oracle.moving(is_first)) for is_first in (True, False)]
    assert exact_values(responder) == pytest.approx(exact, abs=ROUNDING)
    for within in (0.1, 1e-3):
        for bracket, value in zip(brackets(responder, within), exact, strict=True):
            assert bracket.lower <= value <= bracket.upper
            assert bracket.width <= within


def test_iterations_depend_on_no_thread_and_go_on_where_they_were():
    """One thread learns what two learn, and an interrupted learner what one in a go learns."""
    rules = custom_deck(SEVEN)
    space = index.make_space(rules, make_memory(rules, "last-action"))
    by_one, by_two = Learner(space, threads=1), Learner(space, threads=2)
    for _ in range(6):
        assert by_one.iterate() == by_two.iterate()
    resumed = Learner(space)
    for _ in range(3):
        resumed.iterate()
    restored = Learner(space)
    restored.restore(3, resumed.state())
    for _ in range(3):
        restored.iterate()
    np.testing.assert_array_equal(average_of(by_one), average_of(by_two))
    np.testing.assert_array_equal(average_of(by_one), average_of(restored))


@pytest.mark.long
def test_an_opponent_who_remembers_more_teaches_more():
    """On seven cards a policy that learns from one loses a fifth less after as many iterations."""
    rules = custom_deck((1, 1, 1, 1, 1, 1, 0, 1))
    memory = make_memory(rules, "last-action")
    spaces = index.make_spaces(rules, remember_longer(rules, memory))
    lost = []
    for learner in (
        Learner(index.make_space(rules, memory)),
        Learner(spaces[0], adversary=spaces[1]),
    ):
        for _ in range(60):
            learner.iterate()
        responder = Responder(rules, as_policy(spaces[0], average_of(learner)), memory=memory.after)
        lost.append((sum(exact_values(responder)) - 1) / 2)
    assert lost[1] < 0.8 * lost[0]


def test_memories_that_no_action_tells_apart_are_one_to_the_responder():
    """Of the last two actions the older is gone after the next one: values are the same."""
    sample = Sample(LARGER, "last-two-actions", 5)
    policy = as_policy(sample.space, sample.chances)
    merged, apart = (
        Responder(sample.rules, policy, memory=sample.space.memory.after) for _ in range(2)
    )
    memories = np.arange(len(sample.space.memory.states))
    assert len(np.unique(merged.model.merged)) <= len(sample.rules.actions) + 1 < len(memories)
    apart.model = apart.model._replace(merged=memories)
    assert exact_values(merged) == pytest.approx(exact_values(apart), abs=ROUNDING)
    assert merged.situations < apart.situations
    start = merged.first_turns()[0]
    with pytest.raises(IllegalState, match="remembers has no single action"):
        merged.action_of_policy(start.situation, start.weights)
