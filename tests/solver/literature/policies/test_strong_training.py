"""The strong player's training: stopping and going on, what it learns from, its sums."""

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.literature import engine
from llq.solver.literature.inference.reading import SIGNS
from llq.solver.literature.policies import strong_training
from llq.solver.literature.policies.features import WEIGHTS
from llq.solver.literature.policies.play_outs import WORTHS, Worth, describe
from llq.solver.literature.rules import find_rules
from llq.solver.rng import streams

SMALL = {"games": 12, "seed": 3, "block": 4, "gate_games": 4}


@pytest.fixture
def fake_games(monkeypatch):
    """Let games teach numbers of their streams: to play them takes ten seconds of compiling."""

    def teach(first, sources, plan, work, scratch, sums):
        for source in sources:
            random = np.random.default_rng(int(source[0]))
            for total in sums[:-1]:
                total += random.normal(size=total.shape)
            sums.pairs[0] += plan.has_pairs

    monkeypatch.setattr(strong_training, "_play_block", teach)


def check_stopping(settings, runs):
    """Compare a training that is stopped within and between blocks with one that is not."""
    training = strong_training.StrongTraining(**settings)
    training.run(sum(runs))
    parts = strong_training.StrongTraining(**settings)
    for games in runs:
        parts.run(games)
        parts = strong_training.StrongTraining.unpack(parts.pack())
    assert parts.games == parts.total == sum(runs)
    assert (parts.pack() == training.pack()).all()


@pytest.mark.usefixtures("fake_games")
def test_stopped_training_goes_on_to_the_same_bits():
    """Stopped within and between blocks, packed and unpacked, a training ends in the same state."""
    check_stopping(SMALL, (3, 1, 2, 6))


@pytest.mark.long
def test_games_after_a_stop_are_those_of_a_training_without():
    """What games teach does not depend on what else the process has played."""
    check_stopping(SMALL | {"games": 4, "block": 2}, (1, 1, 2))


@pytest.mark.usefixtures("fake_games")
def test_policy_tells_its_recipe_and_curve():
    """The recipe trains the same policy again; its curve has an entry a block."""
    training = strong_training.StrongTraining(**SMALL)
    training.run(10**6)
    policy = training.policy()
    settings = {name: value for name, value in policy.recipe.items() if name != "limit"}
    again = strong_training.StrongTraining(**settings)
    again.run(12)
    assert (again.policy().weights == policy.weights).all()
    assert tuple(policy.curve) == strong_training.CURVE
    assert policy.curve["games"].tolist() == [4, 8, 12]
    assert policy.curve["pairs"][0] == 0
    assert policy.curve["pairs"][1] > 0
    assert policy.weights.shape == (WEIGHTS,)


@pytest.mark.parametrize("name", ["games", "block", "gate_games"])
def test_a_training_of_nothing_is_refused(name):
    """No games, no block and no gate are refused in one line."""
    with pytest.raises(IllegalState, match="1 or more games"):
        strong_training.StrongTraining(**{**SMALL, name: 0})


def test_systems_are_solved():
    """Elimination solves what numpy's solver does."""
    random = np.random.default_rng(2)
    factor = random.normal(size=(9, 9))
    matrix, right = factor @ factor.T + np.eye(9), random.normal(size=9)
    np.testing.assert_allclose(
        strong_training.solve(matrix, right), np.linalg.solve(matrix, right), atol=1e-9
    )


@pytest.mark.long
def test_the_score_is_the_slope_of_the_likelihood():
    """Over the looks of some games, the sum of slopes predicts how the log likelihood moves."""

    def looks(signs):
        training = strong_training.StrongTraining(**{**SMALL, "games": 40, "block": 40})
        training._arrays["signs"] = signs
        training._play(40)
        return training._arrays

    first = looks(np.zeros(SIGNS))
    assert first["pairs"][0] == 0
    assert not first["asks"].any()
    assert first["worth"].any()
    step = strong_training.solve(first["information"] + np.eye(SIGNS), first["score"])
    second = looks(step)  # the same games: in the first block learners do not play by the signs
    assert np.abs(second["score"]).sum() < 0.5 * np.abs(first["score"]).sum()


def test_a_position_is_worth_what_the_other_team_loses():
    """What a position is worth to a team goes by the same numbers, turned, for the other team."""
    rules = find_rules("us54")
    row = engine.new_row(rules)
    out, other = np.zeros(WORTHS), np.zeros(WORTHS)
    for seed in range(5):
        engine.deal(row, streams(seed, 0, 1))
        describe(row, 0, out)
        describe(row, 1, other)
        assert out.tolist() == (-other).tolist()
        assert out[Worth.LEAD] == 0
        assert abs(out[Worth.TURN]) == 1
