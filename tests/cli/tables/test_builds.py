"""Commands that build tables: a missing one first, to order, in place of another, stopped."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from llq.cli.tables import builds
from llq.errors import IllegalState, TableMissing
from llq.query.literature.policies.table import open_policies
from llq.query.questions import find_question
from llq.query.sueca.matches.table import open_matches
from llq.store.checkpoints import Checkpoints
from tests.query.literature.policies import fake_training


@pytest.fixture(autouse=True)
def own_tables(monkeypatch, tmp_path):
    """Keep the tables of a test to itself, and train no network."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    fake_training.use(monkeypatch)


def test_a_missing_table_is_built_with_its_cost_announced(monkeypatch, capsys):
    """The message with its time comes before the build, which has the command's threads.

    One that takes long is refused, and an error that is not of a missing table builds nothing.
    """
    missing = TableMissing("build it")
    missing.table = "made"
    kind = Mock(takes="an hour", resumes=False)
    kind.table.options_of.return_value = {"games": 5}
    kind.table.build.return_value = Path("made.h5")
    monkeypatch.setattr(builds, "find_kind", {"made": kind}.__getitem__)
    for error, cost in ((missing, None), (IllegalState("no such hand"), "")):
        kind.table.cost.return_value = cost
        with pytest.raises(type(error)):
            builds.with_tables(Mock(side_effect=error))
    kind.table.build.assert_not_called()
    assert capsys.readouterr().err == ""
    assert builds.with_tables(Mock(side_effect=[missing, "answer"]), 1) == "answer"
    (call,) = kind.table.build.call_args_list
    assert (call.kwargs["games"], call.kwargs["threads"]) == (5, 1)
    announced = "No table made yet: building it, once (an hour)."
    assert capsys.readouterr().err.startswith(announced)


def test_policies_are_built_to_order(llq, tmp_path):
    """Games, seed and networks are the command's; a second build says what it replaces.

    What is trained is said before it begins, in a pipe too.
    """
    words = ("build", "literature-policies", "--seed", 3, "--untrained", 1)
    code, out, err = llq(*words, "--article-games", 60, "--strong-games", 50)
    assert (code, out) == (0, "")
    assert err.startswith("Training networks in 160 games.\n")
    assert err.endswith(f"Built {tmp_path / 'literature-policies.h5'}\n")
    policies = open_policies()
    assert policies.names == ("article", "untrained-1", "strong-4", "strong-6")
    recipe = {"games": 50, "seed": 3, "rate": 0.5, "rules": "us54", "players": 6}
    assert policies.lookup("strong-6").recipe == recipe
    _, _, err = llq(*words, "--article-games", 0)
    assert err.startswith(f"This will replace the table of: {policies.command}\n")
    assert open_policies().lookup("strong-4").recipe["games"] == 1000


@pytest.mark.parametrize(
    ("words", "fewer", "games"),
    [
        (("policies", "--article-games", 60, "--strong-games", 50), ("--article-games", 0), "160"),
        (("league", "-n", 4, "--players", "random,possible"), ("-n", 2), "12"),
    ],
)
def test_a_table_of_more_games_is_not_replaced_unasked(llq, words, fewer, games):
    """Where a build would have fewer games than the table has, one line says how to go on."""
    command = ("build", f"literature-{words[0]}", *words[1:])
    assert llq(*command)[0] == 0
    code, out, err = llq(*command, *fewer)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert f"has {games} games, this build would have " in err
    assert "use --replace to replace it, or another --folder" in err
    assert llq(*command, *fewer, "--replace")[0] == 0


def test_verify_says_what_it_trains_before_it_trains(llq, monkeypatch):
    """Without networks it says first what is built and what that takes, then what is played."""
    monkeypatch.setattr("llq.query.literature.verification.run.verify", lambda *_, **__: iter(()))
    monkeypatch.setattr("llq.query.literature.policies.training.default_games", lambda: 50)
    code, _, err = llq("literature", "verify", "-n", 2)
    assert code == 0
    messages = " ".join(err.split())
    training = "No table literature-policies yet: building it, once (about "
    assert messages.startswith(training)
    assert "Built" in messages
    busy = find_question("literature", "verify").terms.busy
    assert busy(games=2) == "Playing 10 matches of 2 games"
    assert training not in llq("literature", "verify", "-n", 2)[2]


def test_matches_are_built_to_order(llq, tmp_path):
    """Games, seed and players are the command's; the message says where the table is."""
    code, out, err = llq("build", "sueca-matches", "-n", 30, "--seed", 9, "--players", "R,A")
    assert (code, out) == (0, "")
    assert err.endswith(f"Built {tmp_path / 'sueca-matches.h5'}\n")
    matches = open_matches()
    assert (matches.games, matches.seed, len(matches.combinations)) == (30, 9, 16)


def test_a_build_that_is_stopped_says_that_it_goes_on(llq, monkeypatch):
    """Ctrl-C ends a build with one line, which says what to do, and not in silence."""

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("llq.query.sueca.matches.combination_games.play_block", interrupted)
    code, out, err = llq("build", "sueca-matches", "-n", 20, "--players", "R")
    assert (code, out) == (130, "")
    assert err.endswith("Finished parts are kept: the same command resumes the build.\n")


def test_unfinished_builds_of_others_are_kept_and_named(llq, tmp_path):
    """Blocks of another job are left alone, and where they are is said."""
    other = Checkpoints(tmp_path / "sueca-matches.h5", "another job")
    other.folder.mkdir(parents=True)
    _, _, err = llq("build", "sueca-matches", "-n", 20, "--players", "R")
    assert f"{other.folder.parent} has unfinished builds with other parameters" in err
    assert other.folder.is_dir()


def test_a_player_that_is_none_is_one_line(llq, refused):
    """An unknown strategy is one line with those that there are, whatever table there is."""
    words = ("build", "sueca-matches", "-n", 20, "--players")
    assert llq(*words, "R")[0] == 0
    assert refused(*words, "R,nobody").startswith("llq: unknown player 'nobody'")
