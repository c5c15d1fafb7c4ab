"""``llq build literature-…``, run as a user runs it."""

import pytest

from llq.query.literature.policies.table import open_policies
from llq.query.questions import find_question
from tests.query.literature.policies import fake_training


@pytest.fixture(autouse=True)
def own_tables(monkeypatch, tmp_path):
    """Keep the tables of a test to itself."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    fake_training.use(monkeypatch)


def test_policies_are_built_to_order(llq, tmp_path):
    """Games, seed and networks are the command's; a second build says what it replaces."""
    words = ("build", "literature-policies", "--seed", 3, "--untrained", 1)
    code, out, err = llq(*words, "--article-games", 60, "--strong-games", 50)
    assert (code, out) == (0, "")
    assert err.endswith(f"Built {tmp_path / 'literature-policies.h5'}\n")
    found = open_policies()
    assert found.names == ("article", "untrained-1", "strong-4", "strong-6")
    recipe = {"games": 50, "seed": 3, "rate": 0.5, "rules": "us54", "players": 6}
    assert found.lookup("strong-6").recipe == recipe
    _, _, err = llq(*words, "--article-games", 0)
    assert err.startswith(f"This will replace the table of: {found.command}\n")
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
    said = " ".join(err.split())
    training = "No table literature-policies yet: building it, once (about "
    assert said.startswith(training)
    assert "Built" in said
    busy = find_question("literature", "verify").terms.busy
    assert busy(games=2) == "Playing 10 matches of 2 games"
    assert training not in llq("literature", "verify", "-n", 2)[2]


def test_a_build_says_what_it_plays_before_it_begins(llq, monkeypatch):
    """Games are said in a pipe too."""
    said = llq("build", "literature-policies", "--article-games", 60, "--strong-games", 0)[2]
    assert said.startswith("Training networks in 60 games.\n")
