"""``llq help``: the manual in the terminal."""

import json
import tomllib

import pytest
from typer.testing import CliRunner

from llq.cli.main import app
from tools.examples import PAGES, ROOT

DOCS = {page.relative_to(ROOT / "docs").as_posix()[:-3]: page for page in PAGES[1:]}


def run(*words):
    """Return what a command line ends with."""
    return CliRunner().invoke(app, ["help", *words])


def test_every_page_is_listed_with_its_title():
    """The list has each page of docs/ and what its first line says."""
    rows = json.loads(run("--format", "json").stdout)
    titles = {name: page.read_text("utf-8").partition("\n")[0] for name, page in DOCS.items()}
    assert {row["page"]: f"# {row['title']}" for row in rows} == titles


@pytest.mark.parametrize("word", ["speed", "speed.md", "docs/speed.md"])
def test_a_page_in_a_pipe_is_its_markdown(word):
    """A page is printed as it is, without the comments that are for its authors."""
    printed = run(word).stdout
    assert printed.startswith("# How fast\n")
    assert "| what | measured |" in printed
    assert "<!--" not in printed
    assert "<!--" in DOCS["speed"].read_text("utf-8")


def test_a_page_that_there_is_not_is_a_usage_error(llq):
    """The nearest page is named, and where a command's own help is."""
    code, _, err = llq("help", "engine")
    assert code == 2
    assert "no page 'engine' (did you mean engines?)" in err
    assert "llq COMMAND --help" in err


def test_the_package_has_the_pages():
    """An installed copy comes with every page, not only with those that SQL reads."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert data["tool"]["setuptools"]["package-data"]["llq.manual"] == ["*.md", "measured/*.md"]
