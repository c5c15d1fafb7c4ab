"""The study of a variant: its rows, its views and its file."""

import pickle
import shutil
from functools import partial

import numpy as np
import pytest

import llq
from llq.errors import IllegalState, TableMissing, UnknownGame
from llq.query.love_letter.exact import study_rows, study_table
from llq.query.love_letter.exact.study_table import STUDIED_PLAYERS
from llq.solver.love_letter.exact.evaluation import evaluate
from llq.solver.love_letter.exact.policies import strategic_policy
from llq.solver.love_letter.variants import CLASSIC
from llq.store.database import View
from llq.store.tables import verify_table

SMALL = "deck-2-1-0-1-1-1-0-1"
EXACT_RELATIONS = ["exact", "disagreement", "lower_card", "holding", "length", "opening_explained"]

pytestmark = pytest.mark.usefixtures("classic_file")


@pytest.fixture
def small(small_study_file, tmp_path, monkeypatch):
    """Return the file of a small deck's study, in a folder of its own."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    shutil.copytree(small_study_file.parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / small_study_file.name


def half_as_wins(match):
    """Return what a match is worth to the first player, draws as half."""
    return match.win_prob + match.draw_prob / 2


@pytest.mark.parametrize("face_up", [0, 3])
@pytest.mark.usefixtures("small")
def test_matches_are_what_the_evaluator_says(face_up):
    """Rows of a pair, over all deals and from a hand, are those of one evaluation."""
    study, rules = llq.love_letter.exact.open(SMALL), llq.love_letter.rules(SMALL)
    strategic = strategic_policy(rules)
    evaluation, _ = evaluate(rules, strategic, strategic, face_up=face_up)
    match = study.lookup("strategic", "strategic", face_up=face_up)
    assert (match.win_prob, match.loss_prob) == evaluation.mean()[:2]
    match = study.lookup("strategic", "strategic", (7, 0), face_up)
    assert (match.win_prob, match.loss_prob) == evaluation.mean((0, 7))[:2]
    assert match.hand == ("Guard", "Princess")


def test_a_worker_elsewhere_finds_the_same_rows(small):
    """What is sent to another process, and to one thread, computes of a deal the study's rows."""
    table = llq.love_letter.table.open(SMALL)
    work = partial(study_rows.study_deal, table, 1, None)
    computed = pickle.loads(pickle.dumps(work))(0)
    stored = llq.love_letter.exact.open(SMALL).groups
    for name, rows in computed.items():
        if "face_up" in stored[name]:
            columns = np.column_stack([*stored[name].values()])
            columns = columns[stored[name]["face_up"] == 0]
            assert np.array_equal(columns, np.array(rows, dtype=float).reshape(columns.shape))


def test_the_matrix_is_whole(classic_study):
    """Every ordered pair, both deals, all hands: once each, chances between 0 and 1."""
    rows = classic_study.groups["match"]
    columns = ("face_up", "first", "second", "low", "high")
    keys = set(zip(*(rows[name].tolist() for name in columns), strict=True))
    assert len(keys) == len(rows["win_prob"]) == 2 * len(STUDIED_PLAYERS) ** 2 * 34
    assert (rows["win_prob"] >= 0).all()
    assert (rows["win_prob"] + rows["loss_prob"] <= 1 + 1e-13).all()
    for face_up in (0, 3):
        assert len(list(classic_study.matches(face_up))) == len(STUDIED_PLAYERS) ** 2


def test_what_is_not_studied_is_refused(classic_study):
    """A stranger, an impossible hand and two cards face up are errors, not rows."""
    for wrong in (("best", "random"), ("table", "table", (7, 7)), ("table", "table", None, 2)):
        with pytest.raises(IllegalState, match="has no match of"):
            classic_study.lookup(*wrong)
        assert classic_study.get(*wrong) is None
    match = classic_study.lookup("table", "random")
    assert classic_study.get("best", "random", default=match) is match
    assert classic_study.get("table", "random") == match


def test_openings_are_explained_without_a_rest(classic_study):
    """The table's number is the table's, the score is the match's, by discards both are one."""
    rows = classic_study.groups["opening"]
    table = llq.love_letter.table.open()
    for low, high, number, real in zip(
        *(rows[k].tolist() for k in ("low", "high", "table", "real")), strict=True
    ):
        names = CLASSIC.cards[low].name, CLASSIC.cards[high].name
        assert number == table.lookup(table.state(names)).value
        match = classic_study.lookup("table", "table", (low, high))
        assert real == pytest.approx(half_as_wins(match), abs=1e-13)
    by_discards = [
        half_as_wins(classic_study.lookup("table_discards", "table_discards", hand))
        for hand in zip(rows["low"].tolist(), rows["high"].tolist(), strict=True)
    ]
    assert rows["discards"] == pytest.approx(by_discards, abs=1e-12)


def test_the_lower_card_is_counted_once_a_turn(classic_study):
    """The first turns counted by their lower and higher card are those with a free choice."""
    rows = classic_study.groups["lower"]
    first = (rows["face_up"] == 0) & (rows["n"] == CLASSIC.opening_unseen)
    table = llq.love_letter.table.open()
    for low, high, low_turns, high_turns in zip(
        *(rows[k][first].tolist() for k in ("low", "high", "low_turns", "high_turns")), strict=True
    ):
        dealt = CLASSIC.copies[low] * CLASSIC.copies[high] / 120
        assert low_turns + high_turns == pytest.approx(dealt, abs=1e-13)
        names = CLASSIC.cards[low].name, CLASSIC.cards[high].name
        plays_low = table.lookup(table.state(names)).action.card == names[0]
        assert (low_turns > 0) == plays_low
    free = set(zip(rows["low"][first].tolist(), rows["high"][first].tolist(), strict=True))
    assert (4, 6) not in free  # Prince and Countess: one must be played
    assert not any(high == 7 for _, high in free)
    assert len(free) == 21 - 2


def test_gains_are_weighted_by_how_often(classic_study):
    """Choices are made at most once a turn, and Table gains over Strategic in all."""
    choice, holding = classic_study.groups["choice"], classic_study.groups["holding"]
    assert (choice["action"] != choice["other"]).all()
    for face_up in (0, 3):
        turns = choice["turns"][choice["face_up"] == face_up].sum()
        assert 0 < turns < holding["turns"][holding["face_up"] == face_up].sum()
        assert choice["gain"][choice["face_up"] == face_up].sum() > 0
    assert (holding["wins"] <= holding["turns"] + 1e-15).all()


def test_every_round_has_a_length(classic_study):
    """Chances of all lengths sum to 1 for every pair of players that do not count discards."""
    rows = classic_study.groups["length"]
    keys = np.stack([rows[name] for name in ("face_up", "first", "second")])
    pairs, which = np.unique(keys, axis=1, return_inverse=True)
    assert pairs.shape == (3, 2 * 3 * 3)
    assert {STUDIED_PLAYERS[player] for player in pairs[1]} == {"random", "strategic", "table"}
    assert np.bincount(which.ravel(), rows["chance"]) == pytest.approx(1, abs=1e-12)
    assert rows["turns"].min() == 1
    assert rows["turns"].max() == 13  # 12 cards are left to draw after the first turn's


def test_relations_name_what_the_columns_index(classic_study, small):
    """Every relation has names for indices, and NULL where a row is about all hands."""
    relations = {part.name: part for part in classic_study.sql() if not isinstance(part, View)}
    exact = relations["love_letter_classic_exact"].columns
    assert set(exact["first"].tolist()) == set(STUDIED_PLAYERS)
    assert np.ma.getmaskarray(exact["b1"]).sum() == 2 * len(STUDIED_PLAYERS) ** 2
    assert set(relations) == {"love_letter_huibers_2016_table11"} | {
        f"love_letter_classic_{name}" for name in EXACT_RELATIONS
    }
    study = llq.love_letter.exact.open(SMALL)
    assert study.info.content_hash == verify_table(small).content_hash
    views = [part.name for part in study.sql() if isinstance(part, View)]
    assert views == ["love_letter_deck_2_1_0_1_1_1_0_1_seat"]


def test_what_cannot_be_studied_is_refused_with_the_reason(tmp_path, monkeypatch):
    """Too many joint states, an unknown variant, no thread and a missing table."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    with monkeypatch.context() as patch:
        patch.setattr(study_table, "MOST_ENTRIES", 1000)
        with pytest.raises(IllegalState, match=rf"{SMALL} Love Letter is out of .* play its"):
            llq.love_letter.exact.build(SMALL)
    with pytest.raises(UnknownGame, match="unknown variant 'small'"):
        llq.love_letter.exact.build("small")
    with pytest.raises(IllegalState, match="threads must be a positive integer"):
        llq.love_letter.exact.build(SMALL, threads=0)
    with pytest.raises(TableMissing, match="llq build love-letter"):
        llq.love_letter.exact.build(SMALL)
    with pytest.raises(TableMissing, match="llq build love-letter-study --variant classic"):
        llq.love_letter.exact.open()
