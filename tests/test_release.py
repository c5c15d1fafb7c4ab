"""What a release says of itself: its version, how to cite it, and what it lets others do."""

import re
import tomllib

import yaml

from llq.query.sql.processes import QueryLimits
from llq.web.http.limits import LIMITS
from tools.examples import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, TOWNCRIER = PYPROJECT["project"], PYPROJECT["tool"]["towncrier"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))


def test_the_changelog_begins_with_this_version():
    """The newest heading of the changelog is the version of the package."""
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## (\S+)", changes, re.MULTILINE)[0] == PROJECT["version"]


def test_what_is_to_be_released_is_of_a_known_type():
    """Each fragment is a sentence in a file `+NAME.TYPE.md`, of a type that a release lists."""
    types = {kind["directory"] for kind in TOWNCRIER["type"]}
    for file in (ROOT / TOWNCRIER["directory"]).glob("*.md"):
        assert re.fullmatch(rf"\+[\w-]+\.({'|'.join(types)})\.md", file.name), file
        assert file.read_text("utf-8").strip().endswith("."), file


def test_the_citation_is_valid():
    """The citation has the keys that its format requires, and the package's version and licence."""
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["message"]
    assert CITATION["type"] == "software"
    assert CITATION["title"].startswith(PROJECT["name"])
    assert (CITATION["version"], CITATION["license"]) == (PROJECT["version"], PROJECT["license"])
    assert all("name" in author or "family-names" in author for author in CITATION["authors"])
    for reference in CITATION["references"]:
        assert {"type", "title", "authors"} <= set(reference)


def test_security_names_the_limits():
    """SECURITY.md has the limits of requests and of queries as the server has them."""
    text = " ".join((ROOT / "SECURITY.md").read_text("utf-8").split())
    query = QueryLimits()
    for words in (
        f"{LIMITS.body_bytes / 1e6:g} MB of body",
        f"{LIMITS.questions:,} questions",
        f"{LIMITS.games:,} games",
        f"{LIMITS.seconds:g} seconds (`--seconds`)",
        f"{LIMITS.jobs} simulations, {LIMITS.queries} queries and {LIMITS.pages} pages at once",
        f"{query.characters:,} characters, {query.seconds:g} seconds",
        f"{query.bytes / 1e9:g} GB of memory at most, an answer {LIMITS.rows:,} rows",
        f"{query.processes} queries run at once",
    ):
        assert words in text, words
