"""The value of every action of every situation, as SQL lists it."""

import duckdb
import numpy as np
import pytest

import llq
from llq.query.love_letter.table.sql import action_relations
from llq.query.love_letter.table.table import Table, open_table
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.variants import BATMAN, CLASSIC
from tests.solver.love_letter.asking import with_copies
from tests.solver.love_letter.solved import solved

COPIES = (2, 1, 0, 1, 1, 1, 0, 1)


def solved_table(rules, info):
    """Return the table of rules, just solved, with another file's description."""
    solution = solved(rules)
    return Table(rules, info, solution.values, solution.actions, reachable(rules))


@pytest.fixture(scope="module", params=[CLASSIC, BATMAN], ids=lambda rules: rules.variant)
def table(request, classic_file):
    """Return a small deck's table: wins, or tokens with those of guesses."""
    return solved_table(with_copies(request.param, COPIES), open_table(path=classic_file).info)


@pytest.fixture(scope="module")
def listed(table):
    """Return the columns of the table's relation, the value as ``value``."""
    (relation,) = action_relations(table)
    return {
        name.replace("win_prob", "value").replace("token_lead", "value"): column
        for name, column in relation.columns.items()
    }


def test_actions_are_what_a_lookup_values(table, listed):
    """Of random situations every action has the value that one lookup in plain Python gives it."""
    ranks = np.unique(listed["rank"])
    for rank in np.random.default_rng(1).choice(ranks, 100, replace=False).tolist():
        is_state = listed["rank"] == rank
        numbers = listed["action"][is_state].tolist()
        rows = dict(zip(numbers, listed["value"][is_state], strict=True))
        actions = table.actions(table.space.unrank(rank))
        assert len(actions) == len(rows)
        for action in actions:
            number = table.rules.action_numbers[action.action]
            assert action.value == pytest.approx(rows[number], abs=1e-12)


def test_every_situation_is_there_with_its_value(table, listed):
    """The best action of each reachable state that a mover can see has the state's own value."""
    states = table.space.unrank_many(np.arange(table.space.size))
    is_seen = (states.opponent < 0) | (states.known == 1)
    visible = np.flatnonzero(table.reachable & is_seen)
    starts = np.flatnonzero(np.diff(listed["rank"], prepend=-1))
    assert np.array_equal(listed["rank"][starts], visible)
    best = np.maximum.reduceat(listed["value"], starts)
    assert np.abs(best - table.values[visible]).max() < 1e-12


def test_what_is_not_listed_says_what_to_ask(tmp_path, monkeypatch):
    """A table with a value at each lead has no such list, and the error names the lookup."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    llq.love_letter.table.build("deck-1-1-1-1-0-0-0-1", scoring="discards")
    with llq.connect() as connection, pytest.raises(duckdb.CatalogException, match="llq lookup"):
        connection.execute("FROM love_letter_deck_1_1_1_1_0_0_0_1_discards_state_action")
