"""The examples, run as their readers run them."""

import json
import re
import subprocess
import sys

import pytest

from tests import fork_server
from tools import examples

FOLDER = examples.ROOT / "examples"

pytestmark = pytest.mark.usefixtures("standard_tables")


@pytest.mark.long
def test_the_notebooks_show_what_their_cells_give():
    """In IPython each cell shows what is stored with it, a picture where one is."""
    command = [sys.executable, "-m", "tools.update", "notebooks", "--check"]
    done = subprocess.run(command, cwd=examples.ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.mark.long
def test_the_bot_plays_its_matches():
    """The bot plays from Python and by its name on the command line, with the same result."""
    printed = examples.run("python examples/bot.py")
    lines = re.findall(r"counter v (\w+): first wins (0\.\d+)", printed)
    assert [name for name, _ in lines] == ["random", "strategic", "table"]
    command = "cd examples && llq love-letter match bot:Counter strategic -n 2000 --seed 1"
    rows = json.loads(examples.run(f"{command} --format json", before=fork_server.start()))
    assert f"{rows[0]['win_prob']:.4f}" == lines[1][1]


@pytest.mark.long
def test_the_session_answers_every_query():
    """Each query of the SQL session prints a table, and none fails."""
    queries = (FOLDER / "session.sql").read_text("utf-8")
    printed = examples.run("llq sql < examples/session.sql", before=fork_server.start())
    assert printed.count("┏") == queries.count(";\n") > 0
    assert printed.count("└") == printed.count("┏")
    assert "llq:" not in printed
