"""Notebooks: answers and rows as HTML, with every number that a panel has, and nothing to run."""

from html import unescape
from html.parser import HTMLParser
from importlib.util import find_spec

import pytest

import llq
from llq.errors import ExtraMissing, WrongType
from llq.query.answers import Row, Table
from llq.query.notebook import answer_html, match_html
from llq.query.text.html import bar, panel, rows_table
from llq.web.pages.environment import template_environment

EMPTY = {"rect", "br"}


class Tree(HTMLParser):
    """Checks that each element ends, and collects its texts."""

    def __init__(self, html):
        super().__init__()
        self.open, self.texts, self.names = [], [], set()
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert tag in EMPTY or self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


@pytest.fixture
def answers(monkeypatch):
    """Return an answer of each game, from the tables that come with llq."""
    monkeypatch.delenv("LLQ_STANDARD_TABLES")
    return [
        llq.lookup(1, 8),
        llq.dominion.lookup("7 copper, 3 estate", coins=4, turn=1),
        llq.literature.advise(llq.literature.game("C:A2389 D:TJ H:345 S:QK", 2, "1>2 4D -")),
    ]


def test_an_answer_has_in_html_what_its_panel_has(answers):
    """Title, context, every cell and every note of an answer stand in its HTML, which is whole."""
    for answer in answers:
        texts = " ".join(Tree(answer_html(answer)).texts)
        for text in (answer.title, *answer.context, *answer.notes):
            assert text in texts
        for row in (row for table in answer.tables for row in table.rows):
            assert all(line in texts for cell in row.cells for line in cell.split("\n"))


def test_texts_are_escaped():
    """What a user calls a player or a file cannot become an element of the page."""
    wicked = "<script>alert(1)</script>"
    table = Table((wicked,), (Row((wicked,), mark=wicked),), bar_cells=1, note=wicked)
    tree = Tree(panel(wicked, (wicked,), (table,), (wicked,)))
    assert "script" not in tree.names
    assert sum(wicked in text for text in tree.texts) == 7
    assert "script" not in Tree(rows_table((wicked,), [[wicked]])).names


def test_a_match_shows_its_games_and_how_to_play_it_again():
    """The HTML of a match has games and shares of each result, the error and the command."""
    match = llq.love_letter.match("random", "random", games=10)
    texts = " ".join(Tree(match_html(match)).texts)
    for text in (str(match), match.command, f"{match.win_prob:.2%}", str(match.losses)):
        assert text in texts


def test_pages_draw_the_same_bar():
    """The bar of a notebook is the one that the templates of pages draw."""
    page = template_environment().from_string("{% from 'parts.html' import bar %}{{ bar(0.5) }}")
    assert unescape(page.render()) == bar(0.5)


MIXED = [
    {"name": "a", "n": 1, "share": 0.5, "ours": "guard", "parts": (1, 2)},
    {"name": "b", "n": None, "share": 1, "ours": 0.25, "is_best": True},
]


def test_rows_go_through_duckdb():
    """Rows become columns of one type each; what is missing is NULL, what is mixed is text."""
    found = llq.rows(MIXED)
    assert found.names == ("name", "n", "share", "ours", "parts", "is_best")
    relation = found._relation()
    assert relation.columns == list(found.names)
    assert relation.fetchall() == [
        ("a", 1, 0.5, "guard", "[1, 2]", None),
        ("b", None, 1.0, "0.25", None, True),
    ]
    assert llq.rows([])._relation().fetchall() == []


def test_rows_are_a_stream_of_arrow():
    """Whatever reads Arrow's C streams reads rows, without pyarrow."""
    assert "arrow_array_stream" in repr(llq.rows(MIXED).__arrow_c_stream__())


@pytest.mark.parametrize(("package", "method"), [("pyarrow", "to_arrow"), ("pandas", "to_pandas")])
def test_a_frame_has_the_rows_or_says_what_is_missing(package, method):
    """With the package a frame has the rows; without it one line says what to install."""
    convert = getattr(llq.rows(MIXED), method)
    if find_spec(package) is None:
        with pytest.raises(ExtraMissing, match=f"pip install {package}"):
            convert()
        return
    frame = convert()
    assert [str(name) for name in frame["name"]] == ["a", "b"]
    assert len(frame) == 2


def test_what_is_no_row_is_refused():
    """A number is not a row, and the message says what is."""
    with pytest.raises(WrongType, match="not int"):
        llq.rows([1])


def test_rows_of_anything_that_llq_lists():
    """Players are rows by their fields."""
    assert llq.rows(llq.sueca.players()).names[0] == "name"
