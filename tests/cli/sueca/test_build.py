"""``llq build sueca-matches``, run as a user runs them."""

import pytest

from llq.query.sueca.matches.table import open_matches
from llq.store.checkpoints import Checkpoints


@pytest.fixture(autouse=True)
def own_tables(monkeypatch, tmp_path):
    """Keep the tables of a test to itself."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))


def test_a_table_is_built_to_order(llq, tmp_path):
    """Games, seed and players are the command's; the message says where the table is."""
    code, out, err = llq("build", "sueca-matches", "-n", 30, "--seed", 9, "--players", "R,A")
    assert (code, out) == (0, "")
    assert err.endswith(f"Built {tmp_path / 'sueca-matches.h5'}\n")
    found = open_matches()
    assert (found.games, found.seed, len(found.combinations)) == (30, 9, 16)


def test_a_build_that_is_stopped_says_that_it_goes_on(llq, monkeypatch):
    """Ctrl-C ends a build with one line, which says what to do, and not in silence."""

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("llq.query.sueca.matches.table.play_block", interrupted)
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


def test_a_player_that_is_none_is_one_line(llq):
    """An unknown strategy is one line with those that there are, whatever table there is."""
    assert llq("build", "sueca-matches", "-n", 20, "--players", "R")[0] == 0
    code, out, err = llq("build", "sueca-matches", "-n", 20, "--players", "R,nobody")
    assert (code, out) == (2, "")
    assert err.startswith("llq: unknown player 'nobody'")
    assert err.count("\n") == 1
