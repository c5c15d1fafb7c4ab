"""Every example: of the documentation, of the docstrings and of `examples/`."""

import doctest
import importlib
import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests import fork_server, terminal
from tools import examples, update

pytestmark = pytest.mark.usefixtures("standard_tables")

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"

DOCUMENTED = [
    name
    for name in ("llq", *fork_server.modules())
    if ">>> " in Path(find_spec(name).origin).read_text("utf-8")
]
PAGES = {page.relative_to(examples.ROOT).as_posix(): page for page in examples.PAGES}
EXAMPLES = [
    (name, example)
    for name, page in PAGES.items()
    for example in examples.examples(page.read_text("utf-8"))
]

SLOW = (
    *("llq dominion menus mistakes", "llq dominion kingdom ranking --card", "llq track --dealt"),
    *("llq dominion race match optimal", "llq love-letter exact table", "docs/players.md"),
    *("docs/measured/love-letter.md", "llq.query.love_letter.exact.matches"),
    *("llq love-letter exploit random", "llq love-letter exploit table --face"),
    *("llq love-letter match exp", "llq love-letter match table strategic --edition 2019"),
    *("llq sueca match A,A R,R -n", "llq.query.love_letter.rounds.seated_rounds"),
)
"""How commands, pages and modules begin whose examples take many seconds: CI runs these too."""


def each(name, texts):
    """Return the parameter of a test, long for what is slow."""
    return pytest.mark.parametrize(name, [pytest.param(t, marks=marks(t)) for t in texts])


def marks(text):
    """Return the marks of a command, a page or a module."""
    return [pytest.mark.long] * text.startswith(SLOW)


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(e, id=f"{page}:{e.command[:40]}", marks=marks(e.command))
        for page, e in EXAMPLES
    ],
)
def test_a_page_shows_what_its_command_prints(example):
    """A command in the documentation prints what the page says, to the letter.

    At 80 columns no line is too wide, and nothing that a pipe gets is missing.
    """
    printed = terminal.run(example.command)
    assert printed.pipe == example.output
    assert printed.terminals or "llq" not in example.command or example.output.startswith("llq: ")
    for text in () if "--format" in example.command else printed.terminals:  # JSON, CSV are data
        assert terminal.too_wide(text) == []
    if printed.terminals:
        assert terminal.lost(printed) == []


def test_pages_have_the_figures_of_one_source():
    """Every figure of speed or strength is what a benchmark wrote, in each place it stands."""
    assert update.main(["figures", "--check"]) == 0


@each("page", PAGES)
def test_the_python_examples_of_a_page(page):
    """The Python sessions of a page give what the page shows."""
    failed, _ = doctest.testfile(str(PAGES[page]), module_relative=False, encoding="utf-8")
    assert failed == 0


@each("name", DOCUMENTED)
def test_the_examples_of_docstrings(name):
    """The examples in a module's docstrings give what they show."""
    module = importlib.import_module(name)
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(module, name):
        is_own = test.name == name or not hasattr(module, "lazy_exports")  # whose are elsewhere
        if is_own and test.examples:
            runner.run(test)
    assert runner.failures == 0


def test_pages_name_benchmarks_that_exist():
    """Whoever repeats a measurement finds the program that a page names."""
    for page in PAGES.values():
        named = re.findall(r"\bbenchmarks[./]([a-z]\w*)", page.read_text("utf-8"))
        assert [name for name in named if not list(BENCHMARKS.glob(f"{name}.*"))] == [], page


def test_the_documentation_has_examples():
    """The readers of examples find them: pages cannot lose them in silence."""
    assert len(EXAMPLES) >= 14


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
    queries = (examples.ROOT / "examples" / "session.sql").read_text("utf-8")
    printed = examples.run("llq sql < examples/session.sql", before=fork_server.start())
    assert printed.count("┏") == queries.count(";\n") > 0
    assert printed.count("└") == printed.count("┏")
    assert "llq:" not in printed
