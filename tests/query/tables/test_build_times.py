"""What builds take: help texts and messages have it from the tables that come with llq."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from llq.cli.main import app
from llq.query.games import all_kinds
from llq.query.tables.build_times import PUBLISHED, build_takes
from llq.store.shipped import standard_folder
from llq.store.tables import open_table

ROOT = Path(__file__).parent.parent.parent.parent
TYPED = re.compile(r"\b(\d+|an?|two|three|five|seven|ten|quarter of an) (s|minutes?|hours?|GB)\b")


def test_the_published_times_are_those_of_the_files():
    """A time is the one that the table's own provenance has."""
    said = json.loads((standard_folder() / PUBLISHED).read_text("utf-8"))
    for name, table in said.items():
        with open_table(standard_folder() / f"{name}.h5") as opened:
            assert table["seconds"] == round(opened.info.provenance.seconds, 1), name


@pytest.mark.parametrize(
    ("kind", "table"),
    [
        ("love-letter-study", "love_letter-classic-study"),
        ("love-letter-study", "love_letter-hobbit-study"),
        ("love-letter-solution", "love_letter-classic-solution"),
        ("love-letter-exploitability", "love_letter-classic-exploitability"),
        ("dominion", "dominion-250"),
        ("dominion-strategies", "dominion-strategies"),
        ("dominion-strategies", "dominion-strategies, 250 turns"),
        ("dominion-race", "dominion-race"),
        ("sueca-matches", "sueca-matches, 100,000 games"),
        ("literature-policies", "literature-policies"),
        ("literature-league", "literature-league"),
    ],
)
def test_help_says_what_a_build_takes(kind, table):
    """The help of a build has the time that was measured, and the registry the same."""
    said = " ".join(CliRunner().invoke(app, ["build", kind, "--help"]).output.split())
    assert build_takes(table)
    assert build_takes(table) in said
    assert "{" not in said
    assert all(one.takes for one in all_kinds())


@pytest.mark.parametrize(
    "path", sorted([*ROOT.glob("cli/*/build.py"), *ROOT.glob("query/*/game.py")]), ids=str
)
def test_no_time_is_typed_twice(path):
    """Modules that say what builds take hold no numbers of their own."""
    text = path.read_text("utf-8").replace("minutes, up to 8 GB", "")
    assert not [found[0] for found in TYPED.finditer(text)]
