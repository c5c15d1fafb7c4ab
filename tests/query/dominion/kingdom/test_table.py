"""The table of kingdom cards: what asking a card at a time says, stored."""

import pytest

from llq.errors import IllegalState, TableMissing
from llq.query.dominion.kingdom.lookups import kingdom, kingdom_ranking
from llq.query.dominion.kingdom.table import build_kingdom, kingdom_relations, open_kingdom
from llq.store.shipped import standard_folder


@pytest.fixture(scope="module")
def shipped():
    """Return the rows of the ranking that comes with llq."""
    with open_kingdom(standard_folder() / "dominion-kingdom.h5") as table:
        (relation,) = kingdom_relations(table)
    names = list(relation.columns)
    rows = zip(*relation.columns.values(), strict=True)
    return [dict(zip(names, row, strict=True)) for row in rows]


def test_rows_are_what_a_lookup_says(shipped):
    """The table's row of a card is that of a game solved by itself."""
    (row,) = (row for row in shipped if (row["card"], row["provinces"]) == ("smithy", 3))
    result = kingdom("smithy", 3)
    for name in ("turns", "saved", "copies", "likeliest_chance", "big_money", "at_least"):
        assert row[name] == pytest.approx(getattr(result, name), abs=1e-12)
    assert (row["likeliest"], row["big_money_copies"]) == (
        result.likeliest,
        result.big_money_copies,
    )


def test_ranks_are_those_of_the_ranking(shipped):
    """Cards come in the order of the ranking that is computed on request."""
    ranks = {row["card"]: row["rank"] for row in shipped if row["provinces"] == 2}
    ranked = [ranks[row.card] for row in kingdom_ranking(2)]
    assert ranked == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9]  # Chancellor and Militia are the same


def test_more_provinces_take_more_turns(shipped):
    """Turns grow with the Provinces, lie on or above their bound, and Big Money needs no fewer."""
    turns = {(row["card"], row["provinces"]): row["turns"] for row in shipped}
    assert len(turns) == 80
    for row in shipped:
        assert row["at_least"] <= row["turns"] + 1e-9
        assert row["turns"] <= row["big_money"] + 1e-9
        assert row["turns"] > turns.get((row["card"], row["provinces"] - 1), 0)


def test_a_build_is_the_same_by_any_threads(tmp_path):
    """One thread and two write the same table."""
    paths = [build_kingdom(1, tmp_path / str(n), threads=n) for n in (1, 2)]
    assert len({open_kingdom(path).info.content_hash for path in paths}) == 1


def test_what_cannot_be_built_is_refused(tmp_path):
    """Nine Provinces there are not, and a missing table names the command that builds it."""
    with pytest.raises(IllegalState, match="provinces must be 1 to 8; got 9"):
        build_kingdom(9, tmp_path)
    with pytest.raises(TableMissing, match="llq build dominion-kingdom"):
        open_kingdom(tmp_path / "dominion-kingdom.h5")
