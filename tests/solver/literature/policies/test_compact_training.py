"""The compact learner's training: its lessons, stopping and going on, its gate."""

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.literature.policies import compact, compact_layout, compact_training
from llq.solver.literature.policies.compact_training import CURVE, CompactTraining

SMALL = {"games": 30, "seed": 3, "block": 10, "gate_games": 8, "epochs": 1, "batch": 32}


def test_stopped_training_goes_on_to_the_same_bits():
    """Stopped within and between blocks, packed and unpacked, a training ends in the same state."""
    whole = CompactTraining(**SMALL)
    whole.run(30)
    parts = CompactTraining(**SMALL)
    for games in (7, 3, 8, 12):
        parts.run(games)
        parts = CompactTraining.unpack(parts.pack())
    assert parts.games == parts.total == 30
    assert (parts.pack() == whole.pack()).all()


def test_policy_tells_its_recipe_and_curve():
    """The recipe trains the same policy again; its curve has an entry a block."""
    training = CompactTraining(**SMALL)
    training.run(10**6)
    policy = training.policy()
    settings = {k: v for k, v in policy.recipe.items() if k not in ("hidden", "limit", "rules")}
    again = CompactTraining(**settings)
    again.run(30)
    assert (again.policy().weights == policy.weights).all()
    assert tuple(policy.curve) == CURVE
    assert policy.curve["games"].tolist() == [10, 20, 30]
    assert policy.weights.shape == (compact.WEIGHTS,)


def test_gate_keeps_what_is_not_beaten():
    """With a margin that nothing can beat the first block's weights stay the policy."""
    training = CompactTraining(**{**SMALL, "margin": 1e9})
    training.run(10)
    first = training.policy().weights
    training.run(20)
    assert (training.policy().weights == first).all()


def test_gradient_is_the_slope_of_a_proper_score():
    """The gradient is the slope, by finite differences, of the score that the answer's link has."""
    training, random = CompactTraining(**SMALL), np.random.default_rng(1)
    lessons, net = training._lessons, compact.NET
    weights = random.normal(size=compact.WEIGHTS, scale=0.4).astype(np.float32)
    lessons.features[0] = random.random(compact_layout.COUNT)
    lessons.truth[0], start = 0.5, net
    lessons.gradient[:] = 0
    learning = training._learning._replace(weights=weights, error=np.zeros(2))
    compact_training._add_gradient(start, 0, learning, lessons)

    def score(weights):
        count, units = compact_layout.COUNT, compact_layout.HIDDEN
        one = weights[start : start + net]
        first = one[: count * units].reshape(count, units)
        bias, second = one[count * units :][:units], one[count * units + units :][:units]
        total = np.maximum(lessons.features[0].astype(float) @ first + bias, 0) @ second + one[-1]
        # the integral of answer less truth over the sum
        return 0.5 * total + 0.5 * (abs(total) - np.log1p(abs(total))) - lessons.truth[0] * total

    for index in random.choice(2 * net, 60):
        step = np.zeros(compact.WEIGHTS)
        step[index] = 1e-6
        slope = (score(weights + step) - score(weights - step)) / 2e-6
        assert lessons.gradient[index] == pytest.approx(slope, abs=2e-5)


def test_answers_come_to_fit_their_lessons():
    """Lessons that one feature decides are learnt, in both networks, almost without error."""
    training, random = CompactTraining(**SMALL), np.random.default_rng(2)
    lessons, hidden = training._lessons, training._scratch.outlook.hidden
    count = len(lessons.kind)
    lessons.noted[0] = count
    lessons.features[:] = random.random((count, compact_layout.COUNT))
    lessons.kind[:] = random.integers(0, 2, count)
    lessons.truth[:] = (lessons.features[:, 3] > 0.5) != (lessons.kind & 1)
    steady, stream = np.zeros(compact.WEIGHTS, dtype=np.float32), np.zeros(1, dtype=np.uint64)
    errors = []
    for _ in range(2):
        learning = training._learning._replace(average=steady, error=np.zeros(2))
        compact_training.learn(10, 32, 0.01, stream, learning, lessons)
        errors.append(learning.error[0] / learning.error[1])
    found = [
        compact.answer(steady, compact.NET * (int(kind) & 1), line, hidden)
        for line, kind in zip(lessons.features, lessons.kind, strict=True)
    ]
    assert errors[1] < errors[0] < 0.25  # which is the error of no answer but a half
    assert np.mean((np.array(found) - lessons.truth) ** 2) < 0.02


@pytest.mark.parametrize("wrong", [{"games": 0}, {"block": 0}, {"gate_games": 2}])
def test_impossible_recipes_are_refused(wrong):
    """A training without games, blocks or gates is an error that says so."""
    with pytest.raises(IllegalState, match="1 or more"):
        CompactTraining(**wrong)
