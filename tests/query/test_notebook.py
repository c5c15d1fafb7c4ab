"""Notebooks: what llq returns as HTML, with every number that a panel has, and nothing to run."""

import sys
from html import unescape
from html.parser import HTMLParser
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest

import llq
from llq.errors import ExtraMissing, WrongType
from llq.query.answers import Row, Table
from llq.query.dominion.race.matches import RaceMatch
from llq.query.dominion.strategies.exact_matches import ExactMatch as MatchAlone
from llq.query.league.league import League, Pairing
from llq.query.love_letter.exact.matches import ExactMatch
from llq.query.love_letter.multiplayer.matches import PartyMatch
from llq.query.love_letter.rounds.card_beliefs import Belief
from llq.query.love_letter.rounds.opponent_beliefs import Beliefs
from llq.query.match_result import Estimate
from llq.query.text.html import bar, panel, rows_table
from llq.store.shipped import standard_folder
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
def answers(shipped):
    """Return an answer of each game."""
    return [
        llq.lookup(1, 8),
        llq.dominion.lookup("7 copper, 3 estate", coins=4, turn=1),
        llq.literature.advise(llq.literature.game("C:A2389 D:TJ H:345 S:QK", 2, "1>2 4D -")),
    ]


def test_an_answer_has_in_html_what_its_panel_has(answers):
    """Title, context, every cell and every note of an answer stand in its HTML, which is whole."""
    for answer in answers:
        texts = " ".join(Tree(answer._repr_html_()).texts)
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
    texts = " ".join(Tree(match._repr_html_()).texts)
    for text in (str(match), match.command, f"{match.win_prob:.2%}", str(match.losses)):
        assert text in texts


NAMES = {"first": "table", "second": "random"}
CHANCES = {"win_prob": 0.75, "draw_prob": 0.05, "loss_prob": 0.2, "lead": 1.0}
LOVE_LETTER = {"variant": "classic", "hand": None, "face_up": 0, "tokens": None, "playouts": 0}
ALONE = {"turns": 31, "score": 0.775, "unit": "points", "mean_score": (2.0, 1.0)}
RACE = {"win_prob": 0.75, "best_against_first": 0.25, "best_against_second": 0.5, "games": 0,
        "seed": 1, "real": False, "simulated": None, "simulated_error": None, "lead": None,
        "turns": None, "silver": 10, "gold": 8}  # fmt: skip
SEVERAL = {"players": ("thumb", "random"), "variant": "classic", "deals": 2, "seed": 1,
           "playouts": 1, "command": ""}  # fmt: skip
EACH = dict.fromkeys(("shares", "wins", "tokens"), (Estimate(0.75, 0.125), Estimate(0.25, 0.125)))
BELIEFS = {"variant": "classic", "policy": "table", "condition": "before a play", "reached": 1.0}
PLAYED = {"game": "sueca", "players": ("trained", "random"), "seed": 1, "rules": "", "unit": ""}


def test_any_notebook_shows_matches_leagues_and_beliefs():
    """Each has `_repr_html_`, which every notebook calls: whole HTML that holds its numbers."""
    for answer, texts in [
        (ExactMatch(**NAMES, **CHANCES, **LOVE_LETTER), ("table wins", "75.0000%", "20.0000%")),
        (MatchAlone(**NAMES, **CHANCES, **ALONE), ("random wins", "75.0000%", "5.0000%")),
        (RaceMatch(**NAMES, **RACE), ("the best answer to table wins", "50.0000%")),
        (PartyMatch(**SEVERAL, **EACH), ("thumb", "0.75", "0.125")),
        (Beliefs(**BELIEFS, cards=(Belief("Guard", 0.5, 0.25),)), ("Guard", "50.0%", "25.0%")),
        (
            League(
                **PLAYED,
                pairings=(Pairing("trained", "random", is_beside=False),),
                scores=np.array([[1.0, 0.5]]),
                leads=np.array([[4.0, 0.0]]),
            ),
            ("trained", "random", "0.75", "0.25"),
        ),
    ]:
        html_texts = Tree(answer._repr_html_()).texts
        assert {*texts} <= {*html_texts}


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
    rows = llq.rows(MIXED)
    assert rows.names == ("name", "n", "share", "ours", "parts", "is_best")
    relation = rows._relation()
    assert relation.columns == list(rows.names)
    assert relation.fetchall() == [
        ("a", 1, 0.5, "guard", "[1, 2]", None),
        ("b", None, 1.0, "0.25", None, True),
    ]
    assert llq.rows([])._relation().fetchall() == []


def test_rows_of_a_query(tmp_path, monkeypatch):
    """What SQL returns is rows, each column under a name of its own."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    (tmp_path / "sueca-league.h5").symlink_to(standard_folder() / "sueca-league.h5")
    with llq.connect() as database:
        query = "SELECT 1 AS x, 2 AS x, 3 AS x, 'b' AS x_1"
        for ask in (database.sql, database.execute):
            assert llq.rows(ask(query)).rows == [{"x": 1, "x_1": 2, "x_2": 3, "x_1_1": "b"}]


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


def test_progress_is_a_line_for_each_tenth(capsys):
    """Outside a notebook stderr has a line wherever another tenth is done."""
    show = llq.show_progress("Match")
    for done in range(101):
        show(done, 100)
    assert capsys.readouterr().err.split("\n")[1:4] == ["Match: 10%", "Match: 20%", "Match: 30%"]


def test_progress_in_a_notebook_is_one_bar_redrawn(monkeypatch):
    """Under a kernel the first call draws a bar, and each further percent draws it again there."""
    drawn = []
    shell = SimpleNamespace(kernel=object())
    display = SimpleNamespace(
        HTML=lambda html: html,
        DisplayHandle=lambda: SimpleNamespace(
            display=lambda html: drawn.append(("new", html)),
            update=lambda html: drawn.append(("again", html)),
        ),
    )
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    show = llq.show_progress("Match")
    for done in (0, 1, 500, 1000):
        show(done, 1000)
    assert [place for place, _ in drawn] == ["new", "again", "again"]
    assert bar(0.5) in drawn[1][1]
    assert "50%" in Tree(drawn[1][1]).texts
