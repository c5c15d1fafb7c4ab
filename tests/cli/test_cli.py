"""The command line, run as a user runs it."""

import csv
import io
import json
import os
import subprocess
import sys
import tomllib
from unittest.mock import Mock

import pytest

from llq import lookup
from llq.cli import main as main_module
from llq.query.love_letter import matches
from llq.query.love_letter.responses import exploiters
from llq.query.questions import find_question
from tools.examples import PAGES, ROOT

pytestmark = pytest.mark.usefixtures("classic_file")


def test_a_command_is_listed_by_the_first_line_of_its_help(llq):
    """What the root's help says of a command, without loading it, is what its own help begins."""
    for command in main_module.COMMANDS.values():
        own = " ".join(llq(command.name, "--help")[1].split())
        assert f" {command.help} " in own


def test_a_link_asks_its_question(llq):
    """A link of the API or of a page, pasted in place of the words, gives what the words give."""
    words = "1 6 --seen 4,2,1 --opponent-knows 6 --handmaid --format json"
    _, out, _ = llq("lookup", *words.split())
    assert json.loads(out)["hand"] == ["Guard", "King"]
    query = "hand=1,6&seen=4,2,1&handmaid=yes"
    for link in (
        f"http://localhost:8000/love-letter?{query}&knows=6&play=king",
        f"/api/v1/love-letter/lookup?{query}&opponent_knows=6",
    ):
        assert llq("lookup", link, "--format", "json")[:2] == (0, out)


@pytest.mark.parametrize(
    ("words", "facts", "absent"),
    [
        (
            "guard king --seen 1,2,2,4 --opponent baron --opponent-knows 6 --handmaid",
            "10 cards;opponent holds Baron;knows your King;Handmaid is up;Guard, any guess",
            "tokens",
        ),
        ("king princess --seen 1,1,1,1,1,2,2,3,3,4,4,5", "equally good", "tie"),
        ("guard princess --edition 2019-tokens", "-1.000 tokens", "%"),
    ],
)
def test_a_panel_has_all_that_a_player_sees(llq, monkeypatch, words, facts, absent):
    """Open cards, knowledge and a Handmaid; plays of one value are no tie, tokens no chances."""
    monkeypatch.delenv("LLQ_STANDARD_TABLES")
    panel = " ".join(llq("lookup", *words.split())[1].replace("│", " ").split())
    assert [fact for fact in facts.split(";") if fact not in panel] == []
    assert absent not in panel


def test_lookup_as_csv(llq):
    """CSV holds every action in full precision, its card, guess and target apart."""
    rows = list(csv.DictReader(io.StringIO(llq("lookup", 1, 8, "--format", "csv")[1])))
    assert [float(row["value"]) for row in rows] == [play.value for play in lookup(1, 8).actions]
    assert (rows[0]["card"], rows[0]["guess"], rows[0]["target"]) == ("Guard", "Priest", "")


def test_lookup_by_discards_and_with_cards_face_up(llq, tmp_path, monkeypatch):
    """Who discarded what and what lies face up reach the answer."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    rules = ("--deck", "2,2,1,1,2,1,0,1", "--scoring", "discards")
    out = llq("lookup", 3, 5, *rules, "--discarded", "4", "--opponent-discarded", "1,2,2")[1]
    panel = " ".join(out.replace("│", " ").split())
    assert "scored by discards, 4 cards unseen, 1 behind in discards" in panel
    listed = llq("lookup", 3, 5, *rules, "--seen", "1,2,2,4", "--lead", -1)
    assert listed[1] == out
    assert "5 cards unseen" in llq("lookup", 1, 8, *rules, "--face-up", "2,2,5")[1]


def test_a_bracket_is_printed_in_every_format(llq, monkeypatch):
    """A table has a row a seat and one of exploitability, JSON and CSV one row of all."""
    monkeypatch.delenv("LLQ_STANDARD_TABLES")  # which have it
    words = ("love-letter", "exploit", "random")
    out = {form: llq(*words, "--format", form)[1] for form in ("table", "json", "csv")}
    (row,) = json.loads(out["json"])
    assert row["first_lower"] < row["first_upper"] <= row["first_lower"] + 0.05
    assert len(out["csv"].splitlines()) == 2
    assert all(name in out["table"] for name in ("first", "second", "exploitability"))


def test_the_exploiters_seat_is_solved_first(monkeypatch):
    """Before a match without cards face up the exploiter is solved for its seat, which is said."""
    exploiter = Mock()
    monkeypatch.setattr(exploiters, "find_exploiter", lambda _: exploiter)
    monkeypatch.setattr(matches, "match", Mock())
    question = find_question("love-letter", "match")
    for players in (("exploiter", "table"), ("table", "exploiter")):
        question.answer(*players)
        question.answer(*players, face_up=3)
        assert "the best response first" in question.terms.busy(*players)
    solved = [call.kwargs["is_first"] for call in exploiter.prepare.call_args_list]
    assert solved == [True, False]


SIX = ("--deck", "2,1,1,1,1,1,0,1")


def test_a_missing_table_is_built_and_said(llq, tmp_path, monkeypatch):
    """The first lookup on a fresh machine builds a deck's table, says so, and then answers.

    A match plays by it, and a build makes it again in its place.
    """
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    name = "love_letter-deck-2-1-1-1-1-1-0-1"
    code, out, err = llq("lookup", 1, 8, *SIX)
    assert code == 0
    assert "play Guard, guessing Prince" in out
    assert "6 cards unseen" in out
    assert err.startswith(f"No table {name} yet: building it, once (a few seconds).\n")
    assert llq("love-letter", "match", "table", "random", "-n", 100, *SIX)[0] == 0
    assert llq("build", "love-letter", *SIX)[2].endswith(f"Built {tmp_path / name}.h5\n")
    rows = json.loads(llq("tables", "--format", "json")[1])
    (row,) = [row for row in rows if row["game"] == "love_letter"]
    file = tmp_path / f"{name}.h5"
    assert (row["state"], row["path"], row["bytes"]) == ("ok", str(file), file.stat().st_size)


MISTAKES = [
    (("lookup", 1, 9), ""),
    (("lookup", 8, 8), ""),
    (("lookup", 1, 8, "--opponent", 3), "nobody can know"),
    (("lookup", 1, 8, "--handmaid"), "no Handmaid was seen"),
    (("lookup", 2, 8, "--variant", "2019", "--scoring", "discards"), "are a tie"),
    (("lookup", 1, 8, "--face-up", "1,5"), "no cards lie face up at the start, or 3"),
    (("lookup", 1, 8, "--seen", "2", "--lead", 2), "does not depend on the lead"),
    (("lookup", "p", 8), "more than one card 'p': Priest or Prince or Princess"),
    (("lookup", 1, 8, "--variant", "big", "--deck", "1"), "--edition big or --deck 1, not"),
    (("lookup", 1, 8, "--deck", "50,50,50,50,50,50,50,50"), ""),
    (("build", "love-letter", "--variant", "2019", "--scoring", "discards"), "not solved by"),
    (("build", "love-letter", "--deck", "5,x"), "a deck is eight counts"),
    (("build", "love-letter", "--deck", "5,2"), "a deck is 8 integers"),
    (("love-letter", "match", "random", "nowhere:Bot"), "no player 'nowhere:Bot'"),
    (("love-letter", "match", "random", "random", "--hand", "8,8"), "cannot deal"),
    (("love-letter", "match", "table", "nobody"), ""),
    (("love-letter", "match", "table", "random", "--hand", "8,8"), ""),
    (("love-letter", "match", "table", "random", "--face-up", 13), ""),
    (("love-letter", "match", "exploiter", "table", "--variant", "batman"), ""),
    (("love-letter", "match", "table", "exploiter", "--variant", "big"), ""),
    (("love-letter", "exact", "table", "nobody", *SIX), ""),
    (("love-letter", "exact", "table", "random", "--face-up", 2), ""),
    (("love-letter", "exact", "table", "random", "--hand", "1"), ""),
    (("love-letter", "exact", "exploiter", "table", *SIX), ""),
    (("love-letter", "exploit", "nobody", *SIX), ""),
    (("love-letter", "exploit", "random", "--variant", "big"), ""),
    (("love-letter", "exploit", "table", "--edition", "2019"), ""),
    (("love-letter", "exploit", "random", "--within", -0.01), ""),
    (("love-letter", "exploit", "random", "--within", 0.1, "--seconds", 0), ""),
    (("love-letter", "exploit", "random", "--seconds", 5), ""),
    (("love-letter", "compare", "--variant", "nobody"), ""),
    (("love-letter", "compare", "random"), "give two or more players"),
    (("love-letter", "compare", "random", "goat"), "unknown player"),
    (("love-letter", "compare", "exploiter", "random", "--exact"), "exact matches have"),
    (
        ("lookup", "spy", "king", "--edition", "2019", "--beliefs", "table"),
        "llq track --edition 2019 --policy table",
    ),
]
"""Wrong command lines, and words of the message."""


@pytest.mark.parametrize(("words", "reason"), MISTAKES)
def test_arguments_are_checked_before_any_work(refused, words, reason, tmp_path, monkeypatch):
    """What cannot be answered builds no table, and says so in one line; exit code 2."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    assert reason in refused(*words)
    assert not list(tmp_path.iterdir())


def test_verify_files_finds_the_bad_one(llq, classic_file, tmp_path):
    """A sound file passes; a file cut short is named, with exit code 1."""
    assert llq("verify-files", classic_file)[0] == 0
    short = tmp_path / "love_letter-classic.h5"
    short.write_bytes(classic_file.read_bytes()[:-1000])
    code, out, err = llq("verify-files", classic_file, short, "--format", "json")
    assert (code, err) == (1, "llq: refused 1 of 2 files: not intact, or out of date\n")
    good, bad = json.loads(out)
    assert good["sound"]
    assert not bad["sound"]
    assert str(short) in bad["finding"]


def test_a_path_that_none_can_be_is_refused_shortly(llq, tmp_path, monkeypatch):
    """A path of 5,000 characters is not repeated in full, nor called damaged."""
    code, out, err = llq("verify-files", tmp_path / f"{'x' * 5000}.h5")
    assert code == 1
    assert "name too long" in " ".join(out.split())
    assert "damaged" not in out
    assert len(out + err) < 3000
    monkeypatch.setenv("LLQ_TABLES", f"/tmp/{'x' * 5000}")
    code, out, _ = llq("tables")
    assert code == 0
    assert "xxx" not in out


def test_a_long_table_is_cut_and_csv_is_not(llq):
    """A table on a screen stops at 1000 rows and says so; CSV holds every row, or none."""
    query = "SELECT rank FROM love_letter_classic_state LIMIT 2500"
    assert "first 1000 rows" in llq("sql", query)[2]
    assert len(llq("sql", query, "--format", "csv")[1].splitlines()) == 2501
    assert llq("sql", "SELECT 1 AS one WHERE false", "--format", "csv")[1] == "one\n"


ROUND = """dealt: Princess
they play Guard, guessing Priest: missed
I draw Guard, play Guard, guessing Baron: missed
they play Priest
I draw Guard
"""


def test_a_lookup_reads_a_whole_round(llq, tmp_path):
    """A file stands for the hand and all options; beliefs go by all of it; the lead is derived."""
    path = tmp_path / "round.txt"
    path.write_text(ROUND, encoding="utf-8")
    answer = json.loads(llq("lookup", "--game", path, "--format", "json")[1])
    words = ("lookup", 1, 8, "--seen", "1,1,2", "--opponent-knows", 8, "--format", "json")
    assert answer == json.loads(llq(*words)[1])
    rows = llq("lookup", "--game", path, "--beliefs", "table", "--format", "csv")[1].splitlines()
    assert "Prince,0.5,0.181818" in "\n".join(rows)
    assert "opponent plays table" in llq("lookup", "--game", path, "--beliefs", "table")[1]


def test_what_does_not_go_with_a_round_is_refused(refused, tmp_path):
    """One clear line for each option beside a round, and for a file that is missing or no round."""
    path, wrong = tmp_path / "round.txt", tmp_path / "wrong.txt"
    path.write_text(ROUND, encoding="utf-8")
    wrong.write_text(ROUND + "they play Princess", encoding="utf-8")
    for file, words, reason in [
        (path, "1 8", "leave out HAND"),
        (path, "--seen 1 --opponent 3", "leave out --seen, --opponent"),
        (path, "--beliefs table --played priest", "leave out --played"),
        (path, "--beliefs goat", "unknown player 'goat'"),
        (path, "--variant hobbit", "round.txt:1: hobbit Love Letter has no card 'Princess'"),
        (tmp_path / "none.txt", "", "none.txt"),
        (wrong, "", "wrong.txt:6: nothing may follow 'I draw Guard', the turn to be played"),
    ]:
        assert reason in refused("lookup", "--game", file, *words.split())
    wrong.write_text("dealt: King\nthey play Joker\n")
    assert f"llq: {wrong}: turn 1: classic Love Letter has no" in refused("track", "--game", wrong)


def test_compare_takes_players(llq):
    """Two or more players are compared, played and computed: a matrix as Table 11 is, and rows."""
    words = ["love-letter", "compare", "strategic", "random", "-n", "500", "--exact", *SIX]
    matrix = llq(*words)[1]
    assert "First player's wins" in matrix
    assert "±" in matrix
    rows = list(csv.DictReader(io.StringIO(llq(*words, "--format", "csv")[1])))
    assert [(row["first"], row["second"]) for row in rows] == [
        ("strategic", "strategic"), ("strategic", "random"), ("random", "strategic"),
        ("random", "random"),
    ]  # fmt: skip
    assert all(abs(float(row["played_z"])) < 4 for row in rows)
    words = ["love-letter", "compare", *SIX, "-n", "4", "--sampling-games", "0"]
    thesis = csv.DictReader(io.StringIO(llq(*words, "--format", "csv")[1]))
    assert len(list(thesis)) == 9  # Table 11 has three players


def test_a_closed_pipe_is_no_failure():
    """``python -m llq … | head`` ends in silence with 0 once head has read enough."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "llq", "dominion", "players"]
    process = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writing)
    assert (process.returncode, process.stderr.replace("Loading ...\n", "")) == (0, "")


DOCS = {page.relative_to(ROOT / "docs").as_posix()[:-3]: page for page in PAGES[1:]}


def test_every_page_is_listed_with_its_title(llq):
    """The list has each page of docs/ and what its first line says."""
    rows = json.loads(llq("help", "--format", "json")[1])
    titles = {name: page.read_text("utf-8").partition("\n")[0] for name, page in DOCS.items()}
    assert {row["page"]: f"# {row['title']}" for row in rows} == titles


@pytest.mark.parametrize("word", ["speed", "speed.md", "docs/speed.md"])
def test_a_page_in_a_pipe_is_its_markdown(llq, word):
    """A page is printed as it is, without the comments that are for its authors."""
    printed = llq("help", word)[1]
    assert printed.startswith("# How fast\n")
    assert "| what | measured |" in printed
    assert "<!--" not in printed
    assert "<!--" in DOCS["speed"].read_text("utf-8")


def test_a_page_that_there_is_not_is_a_usage_error(llq):
    """The nearest page is named, and where a command's own help is."""
    code, _, err = llq("help", "engine")
    assert code == 2
    assert "no page 'engine' (did you mean engines?)" in err
    assert "llq COMMAND --help" in err


def test_the_package_has_the_pages():
    """An installed copy comes with every page, not only with those that SQL reads."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert data["tool"]["setuptools"]["package-data"]["llq.manual"] == ["*.md", "measured/*.md"]
