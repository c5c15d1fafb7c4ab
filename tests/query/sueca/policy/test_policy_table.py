"""The table of Sueca's policies: what players use, fitted and trained again."""

import numpy as np
import pytest

from llq.query.sueca.policy.table import build_policy, open_policy
from llq.solver.sueca.policy.fitting import RIDGE, Choices, fit
from llq.solver.sueca.policy.network import pack, trained
from llq.solver.sueca.policy.situations import FEATURES, LEADS, ROLES, WORTHS, case_of, fitted
from llq.solver.sueca.policy.training import train
from llq.store.shipped import standard_folder
from llq.store.tables import open_table


def test_players_use_the_table_that_comes_with_llq():
    """The weights in the code are those of the table, in the order of the features."""
    with open_table(standard_folder() / "sueca-policy.h5") as table:
        assert (table.read("weight") == fitted()).all()
        assert (table.read("network") == pack(trained())).all()


@pytest.mark.long
def test_a_build_is_the_same_by_any_threads(tmp_path, monkeypatch):
    """A build of a few games is the same table with one thread and with two."""
    monkeypatch.setattr("llq.query.sueca.policy.table._BLOCK_GAMES", 2)
    hashes = set()
    for threads in (1, 2):
        path = build_policy(5, 7, tmp_path / str(threads), self_play=4, threads=threads)
        with open_policy(path) as table:
            hashes.add(table.info.content_hash)
            assert (table.network == pack(train(4, 7))).all()
            (relation,) = table.sql()
            assert len(relation.columns["weight"]) == np.count_nonzero(table.cards)
    assert len(hashes) == 1


def test_weights_are_of_least_squares():
    """The fit is the ridge regression of values on features, each choice about its own mean."""
    random = np.random.default_rng(3)
    situation, role = random.integers(0, LEADS + 7 * 16, 240), random.integers(0, ROLES // 8, 240)
    choices = Choices(
        256 * situation + 8 * role + random.integers(0, WORTHS, 240),
        np.arange(240, dtype=np.int32) // 3,
        random.normal(0, 10, 240).astype(np.float32),
    )
    weight, cards = fit(choices)
    rows = np.zeros((len(choices.cell), len(FEATURES), WORTHS))
    for place, cell in enumerate(choices.cell.tolist()):
        situation, role = divmod(cell, 256)
        case = case_of(situation, role)
        rows[place, [feature.holds(case) for feature in FEATURES], role % 8] = 1
    assert (cards == rows.sum(axis=0)).all()
    value = choices.value.astype(float)
    for choice in np.unique(choices.choice):
        among = choices.choice == choice
        rows[among] -= rows[among].mean(axis=0)
        value[among] -= value[among].mean()
    rows = rows.reshape(len(rows), -1)
    shrunk = np.vstack([rows, np.sqrt(RIDGE) * np.eye(rows.shape[1])])
    base, upper = np.linalg.qr(shrunk)
    expected = np.linalg.solve(upper, base.T @ np.append(value, np.zeros(rows.shape[1])))
    assert weight.ravel() == pytest.approx(expected, abs=0.0051)
