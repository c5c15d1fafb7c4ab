"""``llq warm-up``: what it has compiled, no command compiles again."""

import json

import pytest
from typer.testing import CliRunner

from llq.cli import warm_up
from llq.cli.main import app
from llq.query.games import GAMES
from tests.cli.test_commands import parse
from tests.processes import run_python

QUICK = "games = llq.sueca.batch(4, 1); games.step(games.random_actions())"
"""Of the list, what compiles least."""


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """Keep kernels in a folder in which there are none yet."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path


def kernels(cache):
    """Return the files of what is compiled."""
    return {path.relative_to(cache) for path in cache.rglob("*.nbc")}


@pytest.mark.long
def test_nothing_is_compiled_after_it(cache, monkeypatch):
    """Once the list has run, its lines compile nothing, nor do others of the same kernels."""
    assert QUICK in warm_up.usual_work()
    monkeypatch.setattr(warm_up, "usual_work", lambda: [QUICK])
    first = CliRunner().invoke(app, ["warm-up", "--format", "json"])
    assert first.exit_code == 0
    assert [row["command"] for row in json.loads(first.stdout)] == [QUICK]
    ready = kernels(cache)
    assert ready
    assert f"{len(ready)} kernels compiled" in first.stderr
    other = "import llq; games = llq.sueca.batch(12, 3); games.step(games.random_actions())"
    run_python(other)
    assert kernels(cache) == ready
    assert "0 kernels compiled" in CliRunner().invoke(app, ["warm-up"]).stderr


def test_what_cannot_be_kept_is_not_compiled(tmp_path, monkeypatch):
    """A folder that takes nothing is refused before anything is compiled."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "kernels"))
    result = CliRunner().invoke(app, ["warm-up"])
    assert "set NUMBA_CACHE_DIR to a folder" in str(result.exception)


def test_a_command_that_fails_is_named(cache, monkeypatch):
    """A command of the list that no longer works makes warm-up fail, with the command's words."""
    line = "llq dominion match picky nobody -n 4"
    monkeypatch.setattr(warm_up, "usual_work", lambda: [line])
    result = CliRunner().invoke(app, ["warm-up"])
    assert result.exit_code != 0
    assert f"{line} failed" in str(result.exception)
    assert not kernels(cache)


def test_every_command_of_the_list_is_one():
    """A command of the list is taken by the command line as it is written, quotes included."""
    for line in [work for work in warm_up.usual_work() if work.startswith("llq ")]:
        for _, _, *words in warm_up._python_arguments(line):  # after -c and what runs llq
            parse(words)


def test_every_game_is_in_the_list():
    """Each game has a command that plays and a batch in the list, and none is there twice."""
    work = warm_up.usual_work()
    assert len({*work}) == len(work)
    for game in GAMES:
        assert any(line.startswith(f"llq {game} match ") for line in work), game
        assert any(f"llq.{game.replace('-', '_')}.batch" in line for line in work), game
