"""The manual's questions and views, as the program shows them."""

import re

from llq.query.games import all_kinds, kinds_of
from llq.query.sql.manual import questions, views
from tools.examples import ROOT, examples


def test_every_heading_of_the_page_is_a_question():
    """The questions are the pages' headings, none left out, each with a query of the page."""
    pages = ("love-letter", "dominion", "sueca", "literature")
    text = "".join((ROOT / "docs" / f"sql-{name}.md").read_text("utf-8") for name in pages)
    commands = [entry.command for entry in examples(text)]
    places = [commands.index(f'llq sql "{entry.query}"') for entry in questions()]
    assert places == sorted(set(places))
    assert [f"## {entry.number}. {entry.title}" for entry in questions()] == [
        line for line in text.splitlines() if line.startswith("## ")
    ]


def test_a_page_says_how_many_questions_there_are():
    """Where the page counts the questions of SQL about Love Letter, it counts right."""
    count = sum(question.group == "Love Letter" for question in questions())
    page = ROOT / "docs" / "sql-love-letter.md"
    assert f"{count} questions, " in page.read_text("utf-8")


def test_every_view_of_the_page_has_its_columns():
    """The views are the page's headings, each with a comment and with columns."""
    text = (ROOT / "docs" / "sql-schema.md").read_text("utf-8")
    assert len(views()) == text.count("\n### ")
    assert sum(len(view.columns) for view in views()) == text.count("\n| `")
    assert all(view.comment and view.columns for view in views())


def test_every_question_is_asked_of_tables_that_come_with_llq():
    """A fresh install answers the whole manual: nothing has to be built first."""
    standard = {name for kind in all_kinds() for name in kind.standard}
    for question in questions():
        names = re.findall(r"(?:FROM|JOIN|,)\s+([a-z]+_\w+)", question.query)
        tables = {kind.table_of(name) for name in names for kind in kinds_of(name)} - {None}
        assert tables, f"{question.group} {question.number} asks no table"
        assert tables <= standard, f"{question.group} {question.number}"
