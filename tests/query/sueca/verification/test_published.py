"""The figures of Carreiro's thesis, as its tables print them."""

from collections import defaultdict
from decimal import Decimal
from itertools import product

import pytest

from llq.query.published_figures import published, published_hash

STRATEGIES = ("R", "MC", "T", "A")
PAIRS = list(product(STRATEGIES, repeat=2))
TEAM_TABLES = {f"7.{number}": team for number, team in enumerate(PAIRS, start=1)}
"""One table for each team, in the order of the chapter."""
PRINTED = ("score_ns", "score_ew", "sd")


@pytest.fixture(scope="module")
def chapter7():
    """Return the rows of tables 7.1 to 7.21."""
    return published("sueca_carreiro_2016_ch7")


@pytest.fixture(scope="module")
def value():
    """Return each number printed outside of chapter 7 by its table, row and column."""
    cells = published("sueca_carreiro_2016_cells")
    return {(cell["table"], cell["row"], cell["column"]): cell["value"] for cell in cells}


def test_every_figure_stands_as_transcribed():
    """One digest pins each number and claim of all papers, whose transcription was checked."""
    assert published_hash().startswith("5fa589f118467867")


def teams(row):
    """Return the strategies of North and South, and of the second team."""
    return (row["north"], row["south"]), (row["team2_first"], row["team2_second"])


def test_every_row_of_chapter_7_adds_up_to_the_deck(chapter7):
    """Both teams' scores make 120 to the digit, where their rounding would allow 0.1 either way."""
    sums = {Decimal(row["score_ns"]) + Decimal(row["score_ew"]) for row in chapter7}
    assert sums == {Decimal("120.0")}


def test_every_team_meets_every_team(chapter7):
    """Each of tables 7.1 to 7.16 sets one team against all sixteen, in one order."""
    met = defaultdict(list)
    for row in chapter7:
        met[row["table"]].append(teams(row))
    for table, team in TEAM_TABLES.items():
        assert met[table] == [(team, pair) for pair in PAIRS]
    later = {table: len(rows) for table, rows in met.items() if table not in TEAM_TABLES}
    assert later == {"7.17": 4, "7.18": 5, "7.19": 4, "7.20": 2, "7.21": 10}


def test_later_tables_repeat_the_first_sixteen(chapter7):
    """Tables 7.17 to 7.21 repeat earlier rows to the digit, but for two rows of Table 7.17."""
    first = {teams(row): row for row in chapter7 if row["table"] in TEAM_TABLES}
    exceptions = {}
    for row in chapter7:
        if row["table"] not in TEAM_TABLES:
            earlier = first[teams(row)]
            for name in PRINTED:
                if row[name] != earlier[name]:
                    place = (row["table"], *sum(teams(row), ()), name)
                    exceptions[place] = earlier[name], row[name]
    assert exceptions == {
        ("7.17", "MC", "R", "R", "R", "score_ns"): ("72.7", "73.0"),
        ("7.17", "MC", "R", "R", "R", "score_ew"): ("47.3", "47.0"),
        ("7.17", "R", "MC", "R", "R", "sd"): ("23.4", "23.3"),
    }


def test_three_rows_are_kept_as_misprinted(chapter7):
    """Three rows of Table 7.9 read 60.0 throughout, and no other deviation is out of line."""
    misprints = [row for row in chapter7 if row["sd"] == "60.0"]
    assert [(row["table"], *teams(row)) for row in misprints] == [
        ("7.9", ("T", "R"), ("T", other)) for other in ("R", "T", "A")
    ]
    assert {row["score_ns"] for row in misprints} == {"60.0"}
    others = [Decimal(row["sd"]) for row in chapter7 if row not in misprints]
    assert (min(others), max(others)) == (Decimal("21.3"), Decimal("29.8"))


def test_quoted_averages_are_those_of_the_tables(chapter7, value):
    """The averages that the text quotes are means over all sixteen rows of the team's table."""
    sections = {"R MC": "7.1", "R R": "7.1", "MC MC": "7.2.2", "MC T": "7.2.2", "MC A": "7.2.2"}
    for team, section in sections.items():
        scores = [
            Decimal(row["score_ns"])
            for row in chapter7
            if row["table"] in TEAM_TABLES and " ".join(teams(row)[0]) == team
        ]
        assert len(scores) == 16
        mean = (sum(scores) / 16).quantize(Decimal("0.1"))
        assert value[f"text {section}", team, "average over opponents"] == str(mean)
