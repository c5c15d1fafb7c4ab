"""The table of the fewest turns: built small, looked up, in SQL, and refused."""

import numpy as np
import pytest

import llq
from llq.errors import UnknownState, UnknownStrategy
from llq.query.dominion.fewest.sql import fewest_relations
from llq.query.dominion.fewest.table import GOLD, STRATEGIES
from llq.solver.dominion.fewest.decks import Caps, money_box
from llq.solver.dominion.fewest.fresh import FreshGame


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Return the table of one Province."""
    folder = tmp_path_factory.mktemp("fewest")
    llq.dominion.fewest.build(1, folder)
    return llq.dominion.fewest.open(folder)


@pytest.mark.parametrize("rule", ["real", "fresh"])
def test_no_strategy_takes_fewer_turns_than_the_optimum(table, rule) -> None:
    """Each rule that people play by takes as many turns as the optimum, or more."""
    best = table.lookup("optimum", 1, rule)
    for name in STRATEGIES[1:-1]:
        assert table.lookup(name, 1, rule).turns > best.turns - 1e-9


def test_the_optimum_lies_above_its_bound(table) -> None:
    """The optimum within the caps lies above the bound that no policy is below, by a trifle."""
    turns = table.turns[0]
    assert (turns - table.at_least > -1e-12).all()
    assert (turns - table.at_least < 1e-6).all()


def test_turns_are_those_of_the_chances(table) -> None:
    """One turn more for each that is begun: the chances by turn add up to the expected turns."""
    for at in np.ndindex(table.turns.shape):
        if np.isfinite(table.turns[at]):
            assert (1 - table.done[at][:-1]).sum() == pytest.approx(table.turns[at], abs=1e-4)
    assert (np.diff(table.done, axis=-1) >= -1e-15).all()
    assert (table.best_done >= table.done[0, ..., : table.best_done.shape[-1]] - 1e-12).all()


def test_decks_are_those_of_the_solver(table) -> None:
    """A deck's turns are found where goal, Provinces, Silvers and Golds say."""
    box = money_box(1, Caps())
    best = FreshGame(box).optimum()
    row = 3 * (GOLD + 1) + 2
    assert table.deck_turns[1, row] == best.value[box.number((7, 3, 2, 0))]
    decks = {relation.name: relation for relation in fewest_relations(table)}[
        "dominion_fewest_deck"
    ]
    row += table.deck_turns.shape[1]  # fresh hands come second
    found = {name: column[row] for name, column in decks.columns.items()}
    assert (found["provinces"], found["bought_provinces"], found["silver"]) == (1, 0, 3)
    assert (found["rule"], found["gold"], found["buy_8"]) == ("fresh", 2, "province")


def test_relations_have_a_comment_on_every_column(table) -> None:
    """Whoever asks by SQL is told what each column means."""
    for relation in fewest_relations(table):
        assert relation.columns.keys() == relation.column_comments.keys()


def test_what_the_table_lacks_is_refused(table) -> None:
    """Unknown strategies, rules and numbers of Provinces have an error of one line."""
    with pytest.raises(UnknownStrategy, match="not a strategy here"):
        table.lookup("smithy", 1)
    with pytest.raises(UnknownStrategy, match="choose one of real, fresh"):
        table.lookup("optimum", 1, "odd")
    with pytest.raises(UnknownState, match="1 to 1 Provinces, not 4"):
        table.lookup("optimum", 4)
    assert table.get("optimum", 4) is None
