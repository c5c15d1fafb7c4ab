"""The figures of Carreiro's thesis, as its tables print them."""

from collections import Counter, defaultdict
from decimal import Decimal
from itertools import product
from math import factorial

import pytest

from llq.query.published_figures import published

STRATEGIES = ("R", "MC", "T", "A")
PAIRS = list(product(STRATEGIES, repeat=2))
# one table for each team, in the order of the chapter
TEAM_TABLES = {
    f"7.{number}": team
    for number, team in enumerate(
        (
            *(("R", other) for other in STRATEGIES),
            *(("MC", other) for other in STRATEGIES),
            *(("T", other) for other in STRATEGIES),
            *(("A", other) for other in STRATEGIES),
        ),
        start=1,
    )
}
PRINTED = ("score_ns", "score_ew", "sd")
CELLS = {
    "4.1": 16,
    "4.2": 8,
    "4.3": 4,
    "4.4": 33,
    "4.5": 6,
    "4.6": 33,
    "4.7": 36,
    "5.1": 4,
    "5.2": 4,
    "6.1": 6,
    "6.2": 32,
    "6.3": 48,
    "6.4": 24,
    "6.5": 48,
}


@pytest.fixture(scope="module")
def chapter7():
    """Return the rows of tables 7.1 to 7.21."""
    return published("sueca_carreiro_2016_ch7")


@pytest.fixture(scope="module")
def cells():
    """Return the rows of the other tables and of the numbers in running text."""
    return published("sueca_carreiro_2016_cells")


@pytest.fixture(scope="module")
def value(cells):
    """Return each printed number by its table, row and column."""
    return {(cell["table"], cell["row"], cell["column"]): cell["value"] for cell in cells}


@pytest.fixture(scope="module")
def claims():
    """Return the thesis's claims in words."""
    return published("sueca_carreiro_2016_claims")


def north_south(row):
    """Return the strategies of North and South."""
    return row["north"], row["south"]


def opponents(row):
    """Return the strategies of the second team."""
    return row["team2_first"], row["team2_second"]


def column(cells, table, name):
    """Return one column of a table by row."""
    return {
        cell["row"]: cell["value"]
        for cell in cells
        if cell["table"] == table and cell["column"] == name
    }


def test_every_table_has_its_cells(cells):
    """No cell of tables 4.1 to 6.5 is left out, the four dashes of Table 6.2 excepted."""
    counts = Counter(cell["table"] for cell in cells)
    assert {table: counts[table] for table in counts if not table.startswith("text")} == CELLS
    assert counts.total() - sum(CELLS.values()) == 104


def test_every_cell_says_what_it_counts(cells):
    """Each value is a number with a unit, over a million games where a number of games is given."""
    assert {cell["games"] for cell in cells} == {"", "1000000"}
    assert all(cell["unit"] and Decimal(cell["value"]) >= 0 for cell in cells)
    assert all(Decimal(cell["value"]) <= 120 for cell in cells if cell["unit"] == "points")


def test_numbers_stand_as_printed(value):
    """A cell is found under its row and column, with the digits that the thesis prints."""
    for table, row, name, printed in [
        ("4.1", "3", "PE", "50"),
        ("4.2", "0", "PN & PS", "8"),
        ("4.3", "score", "PW", "63"),
        ("4.4", "9", "lowest", "51"),
        ("4.5", "lowest", "T = Ace", "81"),
        ("4.6", "0", "max", "88"),
        ("4.7", "100-110", "min", "18"),
        ("5.1", "team", "leading trump card score", "60.2"),
        ("5.2", "one player", "as third player score", "60.0"),
        ("6.1", "5", "mc_extra time", "93"),
        ("6.2", "10", "mc_extra score", "71.50"),
        ("6.2", "500", "mc_average time", "1358"),
        ("6.3", "0-10", "mc_extra score", "20"),
        ("6.4", "500", "time", "262"),
        ("6.5", "250", "new truth", "0.07"),
        ("text 5.1", "all random", "standard deviation", "24.00"),
    ]:
        assert value[table, row, name] == printed


def test_the_one_deck_is_dealt_out(cells):
    """Table 4.2's cards are ten of each suit and twenty of each team."""
    team, other = (column(cells, "4.2", name) for name in ("PN & PS", "PW & PE"))
    assert [int(team[suit]) + int(other[suit]) for suit in "0123"] == [10] * 4
    assert sum(map(int, team.values())) == sum(map(int, other.values())) == 20


def test_random_column_is_that_of_chapter_4(cells):
    """Table 6.3's Random column is Table 4.7's average."""
    average = column(cells, "4.7", "average")
    assert len(average) == 12
    assert column(cells, "6.3", "random score") == average


@pytest.mark.parametrize("name", ["truth", "time"])
def test_regular_shuffles_are_printed_twice(cells, name):
    """Table 6.4's columns are the first two of Table 6.5."""
    regular = column(cells, "6.4", name)
    assert len(regular) == 12
    assert column(cells, "6.5", f"regular {name}") == regular


@pytest.mark.parametrize("cards", [9, 18])
def test_combinations_are_those_of_three_equal_hands(value, cards):
    """The thesis's numbers of combinations are the ways to deal the cards to three players."""
    ways = factorial(cards) // factorial(cards // 3) ** 3
    assert value["text 6.2.1", f"{cards} cards", "combinations"] == str(ways)


def test_every_row_of_chapter_7_adds_up_to_the_deck(chapter7):
    """Both teams' scores make 120 to the digit, where their rounding would allow 0.1 either way."""
    sums = {Decimal(row["score_ns"]) + Decimal(row["score_ew"]) for row in chapter7}
    assert sums == {Decimal("120.0")}


def test_every_team_meets_every_team(chapter7):
    """Each of tables 7.1 to 7.16 sets one team against all sixteen, in one order."""
    met = defaultdict(list)
    for row in chapter7:
        met[row["table"]].append((north_south(row), opponents(row)))
    for table, team in TEAM_TABLES.items():
        assert met[table] == [(team, pair) for pair in PAIRS]
    assert {table: len(rows) for table, rows in met.items() if table not in TEAM_TABLES} == {
        "7.17": 4,
        "7.18": 5,
        "7.19": 4,
        "7.20": 2,
        "7.21": 10,
    }


def test_later_tables_repeat_the_first_sixteen(chapter7):
    """Tables 7.17 to 7.21 repeat earlier rows to the digit, but for two rows of Table 7.17."""
    first = {
        (north_south(row), opponents(row)): row for row in chapter7 if row["table"] in TEAM_TABLES
    }
    exceptions = {}
    for row in chapter7:
        if row["table"] not in TEAM_TABLES:
            earlier = first[north_south(row), opponents(row)]
            for name in PRINTED:
                if row[name] != earlier[name]:
                    place = row["table"], *north_south(row), *opponents(row), name
                    exceptions[place] = earlier[name], row[name]
    assert exceptions == {
        ("7.17", "MC", "R", "R", "R", "score_ns"): ("72.7", "73.0"),
        ("7.17", "MC", "R", "R", "R", "score_ew"): ("47.3", "47.0"),
        ("7.17", "R", "MC", "R", "R", "sd"): ("23.4", "23.3"),
    }


def test_three_rows_are_kept_as_misprinted(chapter7):
    """Three rows of Table 7.9 read 60.0 throughout, and no other deviation is out of line."""
    misprints = [row for row in chapter7 if row["sd"] == "60.0"]
    assert [(row["table"], *north_south(row), *opponents(row)) for row in misprints] == [
        ("7.9", "T", "R", "T", other) for other in ("R", "T", "A")
    ]
    assert {row["score_ns"] for row in misprints} == {"60.0"}
    others = [Decimal(row["sd"]) for row in chapter7 if row not in misprints]
    assert (min(others), max(others)) == (Decimal("21.3"), Decimal("29.8"))


def test_quoted_averages_are_those_of_the_tables(chapter7, value):
    """The averages that the text quotes are means over all sixteen rows of the team's table."""
    for section, team in [
        ("7.1", "R MC"),
        ("7.1", "R R"),
        ("7.2.2", "MC MC"),
        ("7.2.2", "MC T"),
        ("7.2.2", "MC A"),
    ]:
        scores = [
            Decimal(row["score_ns"])
            for row in chapter7
            if row["table"] in TEAM_TABLES and " ".join(north_south(row)) == team
        ]
        assert len(scores) == 16
        mean = (sum(scores) / 16).quantize(Decimal("0.1"))
        assert value[f"text {section}", team, "average over opponents"] == str(mean)


def test_every_claim_has_a_section_of_its_chapters(claims):
    """Each claim stands once, with a section of chapters 4 to 8, in the thesis's order."""
    assert len({row["claim"] for row in claims}) == len(claims) == 111
    sections = [row["section"].removeprefix("section ") for row in claims]
    assert {section[0] for section in sections} == set("45678")
    assert sections == sorted(sections)
