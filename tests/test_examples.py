"""The examples, run as their readers run them."""

import ast
import contextlib
import io
import json
import re
import subprocess
import sys

import pytest

from tests import docs, fork_server, notebooks

FOLDER = docs.ROOT / "examples"
NOTEBOOK = json.loads((FOLDER / "first_look.ipynb").read_text("utf-8"))


@pytest.fixture(scope="module", autouse=True)
def standard_tables(tmp_path_factory):
    """Give the examples the tables that come with llq, and no others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("LLQ_STANDARD_TABLES")
        patch.setenv("LLQ_TABLES", str(tmp_path_factory.mktemp("none")))
        yield


def outputs_of(source: str, names: dict[str, object]) -> str:
    """Run a cell and return what a notebook shows: what it prints, then the last value."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    return printed.getvalue() + ("" if value is None else repr(value))


def test_the_notebook_shows_what_its_cells_give():
    """The cells of the notebook, run in order, give the outputs that are stored with them."""
    names: dict[str, object] = {}
    for cell in NOTEBOOK["cells"]:
        if cell["cell_type"] == "code":
            stored = [out.get("text") or out["data"]["text/plain"] for out in cell["outputs"]]
            assert outputs_of("".join(cell["source"]), names) == "".join(map("".join, stored))


@pytest.mark.parametrize("path", notebooks.NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_ipython_shows(path):
    """The cells of a notebook show in IPython what is stored with them, a picture where one is."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.notebooks", str(path)],
        cwd=docs.ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    cells = json.loads(path.read_text("utf-8"))["cells"]
    stored = [cell["outputs"] for cell in cells if cell["cell_type"] == "code"]
    assert without_pictures(json.loads(ran.stdout)) == without_pictures(stored)


def without_pictures(cells):
    """Return what cells show; a picture, which goes by matplotlib's version, as its kind."""
    return [
        [
            output.get("text", "").strip()
            or {kind: "image" in kind or value for kind, value in output["data"].items()}
            for output in outputs
        ]
        for outputs in cells
    ]


def test_the_bot_plays_its_matches():
    """The bot plays from Python and by its name on the command line, with the same result."""
    printed = docs.run("python examples/bot.py")
    lines = re.findall(r"counter v (\w+): first wins (0\.\d+)", printed)
    assert [name for name, _ in lines] == ["random", "strategic", "table"]
    command = "cd examples && llq love-letter match bot:Counter strategic -n 2000 --seed 1"
    rows = json.loads(docs.run(f"{command} --format json", before=fork_server.start()))
    assert f"{rows[0]['win_prob']:.4f}" == lines[1][1]


def test_the_session_answers_every_query():
    """Each query of the SQL session prints a table, and none fails."""
    queries = (FOLDER / "session.sql").read_text("utf-8")
    printed = docs.run("llq sql < examples/session.sql", before=fork_server.start())
    assert printed.count("┏") == queries.count(";\n") > 0
    assert printed.count("└") == printed.count("┏")
    assert "llq:" not in printed
