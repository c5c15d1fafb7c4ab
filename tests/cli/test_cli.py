"""The command line, run as a user runs it."""

import csv
import io
import json
import os
import subprocess
import sys
from unittest.mock import Mock

import pytest

from llq.cli import main as main_module
from llq.query.love_letter import matches
from llq.query.love_letter.responses import exploiters
from llq.query.questions import find_question
from tests.processes import run_python
from tools import examples

pytestmark = pytest.mark.usefixtures("classic_file")


def test_a_command_is_listed_by_the_first_line_of_its_help(llq):
    """What the root's help says of a command, without loading it, is what its own help begins."""
    for command in main_module.app.info.cls.lazy:
        own = " ".join(llq(command.name, "--help")[1].split())
        assert f" {command.help} " in own


def test_in_a_pipe_a_group_says_in_full_what_its_commands_do():
    """No summary of a command is cut at 80 columns."""
    listed = examples.run("llq build --help").partition("Commands:")[2]
    assert listed
    assert "..." not in listed


def test_a_link_asks_its_question(llq):
    """A link of the API or of a page, pasted in place of the words, gives what the words give."""
    words = "1 6 --seen 4,2,1 --opponent-knows 6 --handmaid --format json"
    _, out, _ = llq("lookup", *words.split())
    assert json.loads(out)["hand"] == ["Guard", "King"]
    asked = "hand=1,6&seen=4,2,1&handmaid=yes"
    for link in (
        f"http://localhost:8000/love-letter?{asked}&knows=6&play=king",
        f"/api/v1/love-letter/lookup?{asked}&opponent_knows=6",
    ):
        assert llq("lookup", link, "--format", "json")[:2] == (0, out)


def test_lookup_takes_all_that_a_player_sees(llq):
    """Open cards, knowledge on both sides and a Handmaid reach the answer."""
    words = "lookup guard king --seen 1,2,2,4 --opponent baron --opponent-knows 6 --handmaid"
    code, out, _ = llq(*words.split())
    assert code == 0
    for fact in ("10 cards", "opponent holds Baron", "knows your King", "Handmaid is up"):
        assert fact in " ".join(out.replace("│", " ").split())
    assert "Guard, any guess" in out


def test_lookup_as_json_and_csv(llq):
    """JSON and CSV hold every action in full precision."""
    answer = json.loads(llq("lookup", 1, 8, "--format", "json")[1])
    rows = list(csv.DictReader(io.StringIO(llq("lookup", 1, 8, "--format", "csv")[1])))
    assert answer["text"] == rows[0]["action"] == "Guard, guessing Priest"
    assert answer["best"] == {"card": "Guard", "guess": "Priest", "target": None}
    assert (rows[0]["card"], rows[0]["guess"], rows[0]["target"]) == ("Guard", "Priest", "")
    assert [float(r["value"]) for r in rows] == [a["value"] for a in answer["actions"]]


def test_separators_and_names_are_forgiven(llq):
    """A hand and cards seen may be numbers, names or enough of names, however separated."""
    out = llq("lookup", 1, 6, "--seen", "1,2,4")[1]
    for hand in (("g", "k"), ("1,6",), ("king guard",), ("KING", "1")):
        assert llq("lookup", *hand, "--seen", "4; g  priest")[1] == out


def test_actions_of_one_value_are_equally_good(llq):
    """Where nothing is lost by either play the panel says so, and does not speak of ties."""
    out = llq("lookup", "king", "princess", "--seen", "1,1,1,1,1,2,2,3,3,4,4,5")[1]
    assert "equally good" in out
    assert "tie" not in out


def test_lookup_by_discards_and_with_cards_face_up(llq, tmp_path, monkeypatch):
    """Who discarded what and what lies face up reach the answer."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    rules = ("--deck", "2,2,1,1,2,1,0,1", "--scoring", "discards")
    out = llq("lookup", 3, 5, *rules, "--discarded", "4", "--opponent-discarded", "1,2,2")[1]
    said = " ".join(out.replace("│", " ").split())
    assert "scored by discards, 4 cards unseen, 1 behind in discards" in said
    listed = llq("lookup", 3, 5, *rules, "--seen", "1,2,2,4", "--lead", -1)
    assert listed[1] == out
    assert "5 cards unseen" in llq("lookup", 1, 8, *rules, "--face-up", "2,2,5")[1]


def test_a_custom_deck_from_the_build_to_the_lookup(llq, tmp_path, monkeypatch):
    """A deck is built by its counts, looked up by them, and played with."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    deck = ("--deck", "2,1,1,1,1,1,0,1")
    assert llq("build", "love-letter", *deck)[0] == 0
    assert (tmp_path / "love_letter-deck-2-1-1-1-1-1-0-1.h5").exists()
    assert "6 cards unseen" in llq("lookup", 1, 8, *deck)[1]
    assert llq("love-letter", "match", "table", "random", "-n", 100, *deck)[0] == 0
    assert '"ok"' in llq("tables", "--format", "json")[1]


def test_tokens_are_no_chances(llq, monkeypatch):
    """Where a round earns tokens the panel and JSON speak of tokens."""
    monkeypatch.delenv("LLQ_STANDARD_TABLES")
    words = ("lookup", "guard", "princess", "--edition", "2019-tokens")
    out = llq(*words)[1]
    assert "-1.000 tokens" in out
    assert "%" not in out
    assert json.loads(llq(*words, "--format", "json")[1])["unit"] == "token lead"


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
    asked = find_question("love-letter", "match")
    for players in (("exploiter", "table"), ("table", "exploiter")):
        asked.answer(*players)
        asked.answer(*players, face_up=3)
        assert "the best response first" in asked.terms.busy(*players)
    solved = [call.kwargs["is_first"] for call in exploiter.prepare.call_args_list]
    assert solved == [True, False]


def test_a_missing_table_is_built_and_said(llq, tmp_path, monkeypatch):
    """The first lookup on a fresh machine builds the table, says so, and then answers."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    code, out, err = llq("lookup", 1, 8, "--deck", "2,1,1,1,1,1,0,1")
    assert code == 0
    assert "play Guard, guessing Prince" in out
    assert err.splitlines()[0] == (
        "No table love_letter-deck-2-1-1-1-1-1-0-1 yet: building it, once (a few seconds)."
    )
    assert (tmp_path / "love_letter-deck-2-1-1-1-1-1-0-1.h5").exists()


SIX = ("--deck", "2,1,1,1,1,1,0,1")
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
]
"""Wrong command lines, and words of the message."""


@pytest.mark.parametrize(("words", "reason"), MISTAKES)
def test_arguments_are_checked_before_any_work(refused, words, reason, tmp_path, monkeypatch):
    """What cannot be answered builds no table, and says so in one line; exit code 2."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    assert reason in refused(*words)
    assert not list(tmp_path.iterdir())


def test_tables_lists_what_exists(llq, classic_file):
    """The list has each table's game, variant, size, hash and place."""
    rows = json.loads(llq("tables", "--format", "json")[1])
    (row,) = [row for row in rows if (row["game"], row["variant"]) == ("love_letter", "classic")]
    assert row["state"] == "ok"
    assert row["bytes"] == classic_file.stat().st_size
    assert row["path"] == str(classic_file)


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
    """A table on a screen stops at 1000 rows and says so; CSV holds every row."""
    query = "SELECT rank FROM love_letter_classic_state LIMIT 2500"
    assert "first 1000 rows" in llq("sql", query)[2]
    assert len(llq("sql", query, "--format", "csv")[1].splitlines()) == 2501


def test_a_terminal_without_unicode_still_answers(classic_file):
    """Where the terminal lacks letters, the answer is drawn with others."""
    code = "from llq.cli.main import main; main()"
    run = run_python(code, "lookup", 1, 8, PYTHONIOENCODING="ascii")
    assert "70.56%" in run.stdout
    assert "####" in run.stdout


def test_sql_with_no_rows_still_has_its_columns(llq):
    """An empty result is an empty table, not an error."""
    assert llq("sql", "SELECT 1 AS one WHERE false", "--format", "csv")[1] == "one\n"


def test_simulate_prints_the_match_with_its_standard_error(llq):
    """A match has both seats' wins, draws, standard error and seed."""
    code, out, _ = llq("love-letter", "match", "table", "strategic", "-n", 2000, "--format", "json")
    (row,) = json.loads(out)
    assert code == 0
    assert (row["first"], row["second"], row["games"], row["seed"]) == (
        "table",
        "strategic",
        2000,
        1,
    )
    assert row["win_prob"] + row["loss_prob"] + row["draw_prob"] == pytest.approx(1)
    assert row["command"] == "llq love-letter match table strategic -n 2000 --seed 1"
    assert 0.010 < row["standard_error"] < 0.012


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
    found = json.loads(llq("lookup", "--game", path, "--format", "json")[1])
    words = ("lookup", 1, 8, "--seen", "1,1,2", "--opponent-knows", 8, "--format", "json")
    assert found == json.loads(llq(*words)[1])
    rows = llq("lookup", "--game", path, "--beliefs", "table", "--format", "csv")[1].splitlines()
    assert "Prince,0.5,0.181818" in "\n".join(rows)
    assert "opponent plays table" in llq("lookup", "--game", path, "--beliefs", "table")[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("1", "8"), "leave out HAND"),
        (("--seen", "1", "--opponent", "3"), "leave out --seen, --opponent"),
        (("--beliefs", "table", "--played", "priest"), "leave out --played"),
        (("--beliefs", "goat"), "unknown player 'goat'"),
        (("--variant", "hobbit"), "round.txt:1: hobbit Love Letter has no card 'Princess'"),
    ],
)
def test_what_does_not_go_with_a_round_is_refused(llq, tmp_path, words, said):
    """One clear line for each; so for a file that is missing or no round."""
    path = tmp_path / "round.txt"
    path.write_text(ROUND, encoding="utf-8")
    code, out, err = llq("lookup", "--game", path, *words)
    assert (code, out) == (2, "")
    assert said in " ".join(err.split())
    assert llq("lookup", "--game", tmp_path / "none.txt")[0] == 2
    path.write_text(ROUND + "they play Princess", encoding="utf-8")
    err = llq("lookup", "--game", path)[2]
    assert "round.txt:6: nothing may follow 'I draw Guard', the turn to be played" in err


def test_beliefs_of_2019_are_refused_before_a_table_is_built(llq):
    """What follows the round is named, and nothing is built on the way."""
    code, out, err = llq("lookup", "spy", "king", "--edition", "2019", "--beliefs", "table")
    assert (code, out) == (2, "")
    assert "llq track --edition 2019 --policy table" in " ".join(err.split())
    assert "Built" not in err


def test_compare_takes_players(llq):
    """Two or more players are compared, played and computed: a matrix as Table 11 is, and rows."""
    words = ["love-letter", "compare", "strategic", "random", "-n", "500", "--exact"]
    words += ["--deck", "2,1,1,1,1,1,0,1"]
    shown = llq(*words)[1]
    assert "First player's wins" in shown
    assert "±" in shown
    rows = list(csv.DictReader(io.StringIO(llq(*words, "--format", "csv")[1])))
    assert [(row["first"], row["second"]) for row in rows] == [
        ("strategic", "strategic"), ("strategic", "random"), ("random", "strategic"),
        ("random", "random"),
    ]  # fmt: skip
    assert all(abs(float(row["played_z"])) < 4 for row in rows)
    words = ["love-letter", "compare", *words[-2:], "-n", "4", "--sampling-games", "0"]
    thesis = csv.DictReader(io.StringIO(llq(*words, "--format", "csv")[1]))
    assert len(list(thesis)) == 9  # Table 11 has three players
    assert "give two or more players" in llq("love-letter", "compare", "random")[2]
    assert "unknown player" in llq("love-letter", "compare", "random", "goat")[2]
    code, _, err = llq("love-letter", "compare", "exploiter", "random", "--exact")
    assert (code, "exact matches have" in err) == (2, True)


def test_a_closed_pipe_is_no_failure():
    """``python -m llq … | head`` ends in silence with 0 once head has read enough."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "llq", "dominion", "players"]
    ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writing)
    assert (ended.returncode, ended.stderr.replace("Loading ...\n", "")) == (0, "")
