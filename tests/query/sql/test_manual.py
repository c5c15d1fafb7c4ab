"""The manual's questions and views, as the program shows them."""

from llq.query.sql.manual import questions, views
from tests.docs import ROOT, examples


def test_every_heading_of_the_page_is_a_question() -> None:
    """The questions are the pages' headings, none left out, each with a query of the page."""
    pages = ("love-letter", "dominion", "sueca", "literature")
    text = "".join((ROOT / "docs" / f"sql-{name}.md").read_text("utf-8") for name in pages)
    commands = [one.command for one in examples(text)]
    asked = [commands.index(f'llq sql "{one.query}"') for one in questions()]
    assert asked == sorted(set(asked))
    assert [f"## {one.number}. {one.title}" for one in questions()] == [
        line for line in text.splitlines() if line.startswith("## ")
    ]


def test_every_view_of_the_page_has_its_columns() -> None:
    """The views are the page's headings, each with a comment and with columns."""
    text = (ROOT / "docs" / "sql-schema.md").read_text("utf-8")
    assert len(views()) == text.count("\n### ")
    assert sum(len(view.columns) for view in views()) == text.count("\n| `")
    assert all(view.comment and view.columns for view in views())
