"""The table of kingdom cards: what asking a card at a time says, stored."""

from itertools import pairwise

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.query.dominion.kingdom.lookups import kingdom, kingdom_ranking
from llq.query.dominion.kingdom.solving import known_card, solve_kingdom
from llq.query.dominion.kingdom.table import build_kingdom, open_kingdom
from llq.solver.dominion.kingdom.cards import find_card, kingdom_cards
from llq.store.shipped import standard_folder

TRADING = [card.name for card in kingdom_cards() if card.trades]


@pytest.fixture(scope="module")
def shipped():
    """Return the rows of the ranking that comes with llq."""
    with open_kingdom(standard_folder() / "dominion-kingdom.h5") as table:
        (relation,) = table.sql()
    names = list(relation.columns)
    rows = zip(*relation.columns.values(), strict=True)
    return [dict(zip(names, row, strict=True)) for row in rows]


def test_rows_are_what_a_lookup_says(shipped):
    """What the table answers of a card is what its game says when it is solved."""
    (row,) = (row for row in shipped if (row["card"], row["provinces"]) == ("embassy", 1))
    stored = kingdom("embassy", 1)
    solved = solve_kingdom(find_card("embassy"), 1)
    assert stored.first_buys == solved.first_buys
    for name in {*row} & {*stored.to_dict()} - {"card"}:
        assert row[name] == getattr(stored, name) == pytest.approx(getattr(solved, name), abs=1e-12)
    assert [row[f"first_{coins}"] for coins in (2, 5)] == ["pass", "embassy"]
    assert row["big_money_loses"] == pytest.approx(stored.big_money - stored.turns)


def test_ranks_are_those_of_the_ranking(shipped):
    """Money alone, then cards, come in the order of the ranking that is computed on request."""
    ranks = {row["card"]: row["rank"] for row in shipped if row["provinces"] == 1}
    names = "money", "village", "smithy"
    ranked = [row.card for row in kingdom_ranking(1, cards=list(map(known_card, names[1:])))]
    assert ["money", *ranked] == sorted(names, key=ranks.__getitem__)
    assert len({ranks[name] for name in ("rabble", "torturer")}) == 1


def test_more_provinces_take_more_turns(shipped):
    """Turns grow with Provinces, fall with copies, and lie between their bound and Big Money."""
    turns = {(row["card"], row["provinces"]): row["turns"] for row in shipped}
    assert len(turns) == 8 * (1 + len(kingdom_cards()))
    for row in shipped:
        by_copies = [row[name] for name in ("one_copy", "two_copies", "three_copies", "turns")]
        assert all(more <= fewer + 1e-9 for fewer, more in pairwise(by_copies))
        bound = row["at_least"]
        assert np.ma.is_masked(bound) if row["card"] in TRADING else bound <= row["turns"] + 1e-9
        assert row["turns"] <= row["big_money"] + 1e-9
        assert row["turns"] > turns.get((row["card"], row["provinces"] - 1), 0)


def test_a_build_is_the_same_by_any_threads(tmp_path, monkeypatch):
    """One thread and two write the same table, of money and one card."""
    monkeypatch.setattr("llq.query.dominion.kingdom.table._ROWS", ("money", "rabble"))
    paths = [build_kingdom(1, tmp_path / str(n), threads=n) for n in (1, 2)]
    assert len({open_kingdom(path).info.content_hash for path in paths}) == 1


def test_what_cannot_be_built_is_refused(tmp_path):
    """Nine Provinces there are not."""
    with pytest.raises(IllegalState, match="provinces must be at most 8; got 9"):
        build_kingdom(9, tmp_path)
