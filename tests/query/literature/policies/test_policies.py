"""The table of policies: what was trained is what is stored, however its building went."""

import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from threading import Event

import numpy as np
import pytest

import llq
from llq.errors import CorruptTable, IllegalState, TableMissing, UnknownStrategy
from llq.query.literature.built_in_players import players, strategy_of
from llq.query.literature.policies import training
from llq.query.literature.policies.table import (
    STRONG_GAMES,
    PolicyTable,
    columns_of,
    fingerprint,
    open_policies,
)
from llq.query.literature.policies.training import build_policies
from llq.query.tables.rebuild import rebuild_file
from llq.solver.literature.matches.lineup import line_up
from llq.solver.literature.policies.policy import Policy
from llq.solver.literature.rules import find_rules
from llq.store.checkpoints import partial_folder
from llq.store.shipped import standard_folder
from llq.store.writing import write_table
from tests.killing import kill_at
from tests.query.literature.policies import fake_training
from tests.query.literature.policies.fake_training import FakeTraining, OtherTraining
from tests.store.samples import flip_a_bit

ARGUMENTS = (430, 260, 7, 2)
KILLED = """
import sys
from threading import Event
from pytest import MonkeyPatch
from llq.query.literature.policies import training
from tests.query.literature.policies import fake_training
fake_training.use(MonkeyPatch())
run = fake_training.FakeTraining.run

def stuck(self, games):
    if self.games >= 200:
        Event().wait()
    run(self, games)

fake_training.FakeTraining.run = stuck
training.build_policies(
    430, 260, 7, 2, sys.argv[1], progress=lambda done, _: print(done, flush=True)
)
"""
INTERRUPTED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from threading import Event
import pytest
from tests.query.literature.policies import fake_training
from llq.cli.main import main

class Held(fake_training.FakeTraining):
    def run(self, games):
        if self.games:
            print("amid a step", flush=True)
            Event().wait()
        super().run(games)

fake_training.FakeTraining = Held
fake_training.use(pytest.MonkeyPatch())
sys.argv = ["llq", "build", "literature-policies", "--article-games", "430",
            "--strong-games", "0", "--folder", sys.argv[1]]
main()
"""


@pytest.fixture
def fakes(monkeypatch):
    """Put learners that need no games in place of the real ones."""
    fake_training.use(monkeypatch)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the file of a build that nothing disturbed."""
    with pytest.MonkeyPatch.context() as patch:
        fake_training.use(patch)
        return build_policies(*ARGUMENTS, tmp_path_factory.mktemp("built"))


@pytest.fixture
def policy_file(fakes, built, tmp_path):
    """Return a copy of that file, in a folder of its own."""
    (tmp_path / "whole").mkdir()
    return shutil.copy(built, tmp_path / "whole" / built.name)


def runs(monkeypatch):
    """Return a list that will have the players trained from now on, and how far each was."""
    trained = []
    run = FakeTraining.run

    def counting(self, games):
        trained.append((self.learner, self.games))
        run(self, games)

    monkeypatch.setattr(FakeTraining, "run", counting)
    return trained


def content(path):
    """Return the content hash of a table."""
    return open_policies(path).info.content_hash


def test_what_was_learnt_is_stored(policy_file):
    """Names, recipes, weights and curves are those that the learners give, to the bit."""
    table = open_policies(policy_file)
    assert table.names == ("article", "untrained-1", "untrained-2", *STRONG_GAMES)
    wanted = {name: OtherTraining(games=260, seed=7, **game) for name, game in STRONG_GAMES.items()}
    for name, learner in {"article": FakeTraining(games=430, seed=7), **wanted}.items():
        learner.run(learner.total)
        policy, expected = table.lookup(name), learner.policy()
        assert (policy.learner, policy.recipe) == (expected.learner, expected.recipe)
        assert policy.weights.tobytes() == expected.weights.tobytes()
        assert policy.curve.keys() == expected.curve.keys()
        for name, column in expected.curve.items():
            assert np.array_equal(policy.curve[name], column)
    assert table.lookup("untrained-2").weights.tolist() == [2] * 7
    assert table.lookup("untrained-2").curve == {}


def test_what_is_stored_cannot_be_changed(policy_file):
    """A policy's arrays are read-only: all who ask for it have the same."""
    policy = open_policies(policy_file).lookup("article")
    with pytest.raises(ValueError, match="read-only"):
        policy.weights[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        policy.curve["length"][0] = 1


def test_a_killed_build_goes_on_and_ends_the_same(policy_file, tmp_path, monkeypatch):
    """Killed after 200 games of two trainings, a build trains the rest and ends the same."""
    folder = partial_folder(tmp_path / policy_file.name)
    kill_at("400", KILLED, tmp_path)
    assert not (tmp_path / policy_file.name).exists()
    trained = runs(monkeypatch)
    path = build_policies(*ARGUMENTS, tmp_path)
    assert {games for _, games in trained} <= {100, 200, 300, 400}
    assert content(path) == content(policy_file)
    assert not folder.exists()


def test_the_command_stops_without_a_traceback(tmp_path):
    """Ctrl-C in ``llq build literature-policies`` ends it amid a step; finished ones are kept."""
    run = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, str(tmp_path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert run.stdout.readline() == "amid a step\n"
    run.send_signal(signal.SIGINT)
    _, messages = run.communicate(timeout=60)  # the step never ends
    assert run.returncode == 130
    assert "Stopped." in messages
    assert "Traceback" not in messages
    assert list(partial_folder(tmp_path / "literature-policies.h5").glob("*/state.npy"))


def test_an_upgrade_starts_an_interrupted_training_again(policy_file, tmp_path, monkeypatch):
    """Checkpoints of another table version are not resumed."""
    kill_at("400", KILLED, tmp_path)
    monkeypatch.setattr(training.PolicyTable, "version", 0)
    trained = runs(monkeypatch)
    build_policies(*ARGUMENTS, tmp_path)
    assert len(trained) == 5 + 3 + 3


def test_threads_and_blocks_do_not_matter(policy_file, tmp_path, monkeypatch):
    """One thread, or other pauses for keeping states, make the same table."""
    monkeypatch.setattr(training, "BLOCK_GAMES", 37)
    assert content(build_policies(*ARGUMENTS, tmp_path, threads=1)) == content(policy_file)


def test_a_replay_trains_the_first_steps_again(policy_file, monkeypatch):
    """A step of each training is made anew, and named where the learner learns otherwise."""
    assert rebuild_file(policy_file, share=0.0).finding == "3 of 11 blocks recomputed"
    assert rebuild_file(policy_file, share=1.0).finding == "11 of 11 blocks recomputed"
    learn = FakeTraining.run
    monkeypatch.setattr(OtherTraining, "run", lambda self, games: learn(self, games // 2))
    assert rebuild_file(policy_file).finding.endswith("these differ: strong-4-1, strong-6-1")


def test_what_the_table_has_is_not_trained_again(policy_file, monkeypatch):
    """A build trains what is missing: another recipe, or all where the version changed."""
    trained = runs(monkeypatch)
    before = content(policy_file)
    assert content(build_policies(*ARGUMENTS, policy_file.parent)) == before
    assert trained == []
    build_policies(430, 100, 7, 2, policy_file.parent)
    assert {learner for learner, _ in trained} == {"strong"}
    trained.clear()
    monkeypatch.setattr(training.PolicyTable, "version", 0)
    build_policies(430, 100, 7, 2, policy_file.parent)
    assert {learner for learner, _ in trained} == {"article", "strong"}


def test_a_damaged_table_is_trained_anew(policy_file, monkeypatch):
    """Nothing is taken over from a table whose bytes were altered."""
    before = content(policy_file)
    flip_a_bit(policy_file)
    trained = runs(monkeypatch)
    assert content(build_policies(*ARGUMENTS, policy_file.parent)) == before
    assert {learner for learner, _ in trained} == {"article", "strong"}


def test_progress_ends_with_everything(fakes, tmp_path):
    """Progress rises to the games of all trainings."""
    steps = []
    build_policies(*ARGUMENTS, tmp_path, progress=lambda *step: steps.append(step))
    assert steps[0] == (0, 950)
    assert steps[-1] == (950, 950)
    assert steps == sorted(steps)


def test_a_failed_training_stops_the_others(fakes, tmp_path, monkeypatch):
    """An error in one training ends the build amid a step of the other, which takes no more."""
    trained, over = [], Event()

    def broken(self, games):
        trained.append(self.learner)
        if self.learner == "strong":
            raise IllegalState("no")
        over.wait(60)
        self.games += games

    monkeypatch.setattr(FakeTraining, "run", broken)
    with pytest.raises(IllegalState, match="no"):
        build_policies(10_000, 100, 1, 0, tmp_path)
    over.set()
    assert trained.count("article") == 1


@pytest.mark.parametrize("arguments", [(-1, 1, 1, 1), (0, 0, 1, 0), (1, 1, -1, 1)])
def test_what_makes_no_table_is_refused(fakes, tmp_path, arguments):
    """Negative numbers, and no policy at all, are refused."""
    with pytest.raises(IllegalState):
        build_policies(*arguments, tmp_path)


def test_policies_are_strategies_by_name(policy_file, monkeypatch):
    """A stored policy is a player by its name, however it is written; built-in ones are too."""
    monkeypatch.setenv("LLQ_TABLES", str(policy_file.parent))
    strategy = strategy_of(" Untrained_2 ")
    assert (strategy.name, strategy.kind) == ("untrained-2", 3)
    assert strategy.policy.weights.tolist() == [2] * 7
    assert strategy_of("strong").kind == 5
    assert strategy_of("greedy").policy is None
    assert [player.name for player in players()][-2:] == ["untrained-2", "strong"]
    with pytest.raises(UnknownStrategy, match=r"'nobody'.*random, possible, greedy.*untrained-2"):
        strategy_of("nobody")


def test_strong_plays_by_the_weights_for_its_table(monkeypatch):
    """Among 4 and 6 each seat of `strong` has the weights trained there, among 8 those of 6."""
    monkeypatch.setenv("LLQ_TABLES", str(standard_folder()))
    stored = {policy.name: policy for policy in open_policies().policies}
    for name, game in STRONG_GAMES.items():
        assert {**stored[name].recipe, **game} == stored[name].recipe
    assert (stored["strong-4"].weights != stored["strong-6"].weights).any()
    for variant, size, name in (
        ("somani", 4, "strong-4"), ("pagat", 4, "strong-4"), ("us54", 6, "strong-6"),
        ("pagat", 6, "strong-6"), ("pagat", 8, "strong-6"),
    ):  # fmt: skip
        lineup = line_up([strategy_of("strong"), "quick"] * (size // 2), find_rules(variant, size))
        assert (lineup.weights[::2] == stored[name].weights).all()
        assert not lineup.weights[1::2].any()
    with pytest.raises(IllegalState, match="strong-4 was learnt for 4 players; got 6"):
        stored["strong-4"].weights_for(6)


def test_a_table_with_strong_for_four_alone_is_refused(tmp_path):
    """The policies of `strong` are all there or none is."""
    policies = [Policy("strong-4", "strong", {"games": 1}, np.zeros(47, np.float32), {})]
    columns, parameters = columns_of(policies)
    path = tmp_path / "literature-policies.h5"
    write_table(path, PolicyTable.make_spec(seed=1, **parameters), columns)
    with pytest.raises(CorruptTable, match="are not those of four and of six"):
        open_policies(path)


def test_a_new_table_is_seen(policy_file, monkeypatch):
    """Names are looked up in the table that is there now, not in one that was."""
    monkeypatch.setenv("LLQ_TABLES", str(policy_file.parent))
    before = fingerprint(strategy_of("article").policy)
    build_policies(30, 0, 8, 0, policy_file.parent)
    assert fingerprint(strategy_of("article").policy) != before
    with pytest.raises(UnknownStrategy):
        strategy_of("strong")


def test_without_a_table(tmp_path, monkeypatch):
    """Built-in names open no file; a policy's name says how to build it, another what there is."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    assert strategy_of("random").name == "random"
    assert [player.name for player in players()] == [
        "random", "possible", "greedy", "quick", "certain", "withholder",
    ]  # fmt: skip
    with pytest.raises(TableMissing, match="llq build literature-policies"):
        strategy_of("article")
    with pytest.raises(UnknownStrategy, match=r"nobody.*once they are built.*article"):
        strategy_of("nobody")


def test_a_fingerprint_is_of_what_is_played_by():
    """Weights and learner change it, name and recipe do not."""
    policy = Policy("a", "article", {}, np.zeros(3, np.float32), {})
    assert fingerprint(policy) == fingerprint(replace(policy, name="b", recipe={"seed": 2}))
    assert fingerprint(policy) != fingerprint(replace(policy, weights=np.ones(3, np.float32)))
    assert fingerprint(policy) != fingerprint(replace(policy, learner="strong"))


def test_the_real_learners_are_stored_as_they_are(literature_policies):
    """The article's network, trained for a few games, are in the table in full."""
    from llq.solver.literature.policies.article import untrained

    stored = llq.literature.policies.open()
    assert stored.names == literature_policies.names
    for seed in (1, 2):
        weights = stored.lookup(f"untrained-{seed}").weights
        assert weights.tobytes() == untrained(seed).weights.tobytes()
    assert stored.lookup("article").curve["games"][-1] == stored.lookup("article").recipe["games"]
