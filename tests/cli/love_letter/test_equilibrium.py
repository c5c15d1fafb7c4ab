"""``llq love-letter equilibrium``, run as a user runs it."""

import csv
import io
import json
import sys

import pytest

from llq.cli.main import main
from llq.love_letter.equilibrium import solve as equilibrium

DECK = ("--deck", "2,1,1,1")


@pytest.fixture
def llq(capsys, monkeypatch):
    """Return a function that runs the command and returns (exit code, stdout, stderr)."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["llq", "love-letter", "equilibrium", *words])
        with pytest.raises(SystemExit) as leaving:
            main()
        out, err = capsys.readouterr()
        return leaving.value.code or 0, out, err

    return run


def test_json_is_the_library_s_answer(llq):
    """Every number of `to_dict`, the openings among them."""
    code, out, _ = llq(*DECK, "--format", "json")
    (row,) = json.loads(out)
    assert code == 0
    assert row == json.loads(json.dumps(equilibrium((2, 1, 1, 1, 0, 0, 0, 0)).to_dict()))


def test_tables_say_what_was_asked_and_fit_on_a_terminal(llq, monkeypatch):
    """Value and exploitability first; bluffs and openings on request; 80 columns are enough."""
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = llq(*DECK, "--openings", "--habits")
    assert code == 0
    for word in ("first", "exploitability", "deck-2-1-1-1-0-0-0-0", "bluffs", "Guard and Guard"):
        assert word in out
    tables = [line for line in out.splitlines() if line.startswith(("┃", "│"))]
    assert max(map(len, tables)) <= 80


def test_a_history_is_answered(llq):
    """What is played there, in all three formats."""
    asked = (*DECK, "--history", "4, guard king, 2", "--seat", "second")
    assert "Priest" in llq(*asked)[1]
    rows = json.loads(llq(*asked, "--format", "json")[1])
    assert sum(row["chance"] for row in rows) == pytest.approx(1)
    written = list(csv.DictReader(io.StringIO(llq(*asked, "--format", "csv")[1])))
    assert {row["play"] for row in written} == {"Priest", "Handmaid"}


def test_csv_has_every_number(llq):
    """One row, or one for each opening and play."""
    (row,) = csv.DictReader(io.StringIO(llq(*DECK, "--format", "csv")[1]))
    assert float(row["first"]) == pytest.approx(0.5, abs=1e-5)
    assert {"first_bluffs", "second_bluffs", "nodes"} <= {*row}
    openings = list(csv.DictReader(io.StringIO(llq(*DECK, "--openings", "--format", "csv")[1])))
    assert {row["hand"] for row in openings} >= {"Guard and Priest", "Baron and Handmaid"}


def test_cards_face_up_are_a_number_or_cards(llq):
    """A number is a mean over deals; names are one deal."""
    code, out, _ = llq("--deck", "2,1,1,1,0,0,0,1", "--face-up", "1")
    assert code == 0
    assert "deals 5" in out
    assert "Princess" in llq("--deck", "2,1,1,1,0,0,0,1", "--face-up", "princess")[1]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--deck", "2,1"), "a deck needs 4 cards"),
        (("--deck", "2,1,x"), "got 'x' as one"),
        ((*DECK, "--variant", "hobbit"), "not both"),
        (("--face-up", "11", "--openings"), "11 cards face up are many deals"),
        (("--face-up", "13"), "0 to 12 may lie face up; got 13"),
        ((*DECK, "--within", "0"), "from 1e-12"),
        ((*DECK, "--history", "1, 4, guard king"), "comes the opponent's play"),
        ((), "million fit in memory: take a smaller deck"),
    ],
)
def test_mistakes_get_one_line(llq, words, reason):
    """What was asked, what there is, what to do; no traceback."""
    code, out, err = llq(*words)
    assert code == 2
    assert not out
    assert reason in " ".join(err.split())
    assert "Traceback" not in err
