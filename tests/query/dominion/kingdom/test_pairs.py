"""Pairs of kingdom cards as people ask for them: the table that comes with llq, and errors."""

import numpy as np
import pytest

import llq
from llq.errors import IllegalState, LlqError, UnknownCard
from llq.query.dominion.kingdom.pair_table import build_pairs, pair_relations
from llq.query.dominion.kingdom.pairs import solve_pair
from llq.solver.dominion.kingdom.cards import find_card
from llq.store.locate import VARIABLE
from llq.store.shipped import standard_folder


@pytest.fixture(autouse=True)
def _shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(standard_folder()))


def test_a_stored_pair_is_what_is_solved() -> None:
    """The table has the numbers of its games, whichever card is named first."""
    stored = llq.dominion.kingdom.pair("smithy", "laboratory").to_dict()
    solved = solve_pair(find_card("smithy"), find_card("laboratory"), 4).to_dict()
    turned = llq.dominion.kingdom.pair("laboratory", "smithy")
    assert stored == pytest.approx(solved, abs=1e-9)
    assert (turned.first_copies, turned.second_copies) == pytest.approx(
        (solved["second_copies"], solved["first_copies"])
    )
    assert str(turned).startswith("laboratory and smithy: ")


def test_pairs_are_no_worse_than_their_cards() -> None:
    """No pair needs more turns than a card of it alone, and more Provinces take more turns."""
    table = llq.dominion.kingdom.open_pairs()
    turns, alone = table.numbers["turns"], table.numbers["alone"]
    assert turns.shape == (len(table.pairs), 3)
    assert np.all(turns <= alone + 1e-9)
    assert table.numbers["saved"] == pytest.approx(alone - turns, abs=1e-9)
    assert np.all(np.diff(turns, axis=1) > 0)
    assert len({name for pair in table.pairs for name in pair}) >= 12


def test_sql_has_each_pair_once() -> None:
    """The relation has a row a pair and number of Provinces, with the numbers of the table."""
    table = llq.dominion.kingdom.open_pairs()
    (relation,) = pair_relations(table)
    names = relation.columns["first"], relation.columns["second"], relation.columns["provinces"]
    rows = list(zip(*names, relation.columns["turns"], strict=True))
    assert len({frozenset(row[:2]) | {int(row[2])} for row in rows}) == len(table.pairs) * 3
    first, second, provinces, turns = rows[-1]
    assert turns == llq.dominion.kingdom.pair(str(first), str(second), int(provinces)).turns


def test_a_ranking_is_in_order_and_of_one_card_if_asked() -> None:
    """The pair of the fewest turns comes first, and a card's pairs name it first."""
    rows = llq.dominion.kingdom.pair_ranking(6)
    assert [row.turns for row in rows] == sorted(row.turns for row in rows)
    mine = llq.dominion.kingdom.pair_ranking(6, "village")
    assert {row.first for row in mine} == {"village"}
    assert {row.turns for row in mine} <= {row.turns for row in rows}


def test_a_card_of_ones_own_is_solved() -> None:
    """A card that is not in the table is solved beside any other."""
    row = llq.dominion.kingdom.pair(llq.dominion.kingdom.KingdomCard("idle", 9), "smithy", 1)
    assert (row.first, row.saved) == ("idle", 0.0)
    assert row.turns == pytest.approx(llq.dominion.kingdom.turns("smithy", 1).turns, abs=1e-4)


def test_a_grid_of_ones_own_is_built(tmp_path) -> None:
    """A table of the cards that are named has their pairs, and none of the others."""
    path = build_pairs("village,moat", tmp_path, threads=1)
    table = llq.dominion.kingdom.open_pairs(path)
    assert table.pairs == [("village", "moat")]
    assert table.row("moat", "village", 4).second_copies < 1e-6
    with pytest.raises(UnknownCard, match="has no pair of moat and smithy"):
        table.row("moat", "smithy", 4)


@pytest.mark.parametrize(
    ("first", "second", "provinces", "error", "words"),
    [
        ("chapel_of_rest", "smithy", 4, UnknownCard, "no kingdom card 'chapel_of_rest'"),
        ("smithy", "smithy", 4, IllegalState, "a pair is of two cards"),
        ("village", "embassy", 4, IllegalState, "embassy and village: what to discard"),
        ("village", "smithy", 9, IllegalState, "provinces must be at most 8; got 9"),
    ],
)
def test_what_is_not_solved_is_refused(
    first: str, second: str, provinces: int, error: type[LlqError], words: str
) -> None:
    """Bad input has an error of one line that says what is wrong."""
    with pytest.raises(error, match=words) as caught:
        llq.dominion.kingdom.pair(first, second, provinces)
    assert "\n" not in str(caught.value)


def test_a_grid_without_a_pair_is_refused(tmp_path) -> None:
    """A table of one card, or of an unknown one, is refused before anything is solved."""
    with pytest.raises(IllegalState, match="has no pair that is solved"):
        build_pairs("village", tmp_path)
    with pytest.raises(UnknownCard, match="no kingdom card 'none'"):
        build_pairs("village,none", tmp_path)
