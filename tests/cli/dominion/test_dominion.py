"""Dominion on the command line, run as a user runs it."""

import csv
import io
import json
import shlex
from dataclasses import replace

import pytest

from llq import dominion
from llq.solver.dominion.variants import rules
from llq.store.tables import open_table
from llq.store.writing import write_table

pytestmark = pytest.mark.usefixtures("dominion_file")

START = ("--deck", "7 copper, 3 estate")


def test_lookup_shows_the_buy_and_what_others_cost(llq):
    """The issue's example shows the buy, every other buy, and what each mistake costs."""
    words = ["dominion", "lookup", "--coins", "5", "--turn", "4", "--turns", "31", "--deck"]
    code, out, err = llq(*words, "7 copper, 3 estate, 2 silver")
    assert (code, err) == (0, "")
    for fact in ("buy silver", "69.988", "turn 4 of 31", "duchy", "3.682", "████"):
        assert fact in out


@pytest.mark.filterwarnings("always")
def test_an_old_table_does_not_hide_the_one_that_came_with_llq(
    llq, tmp_path, monkeypatch, dominion_file
):
    """After an upgrade the standard table answers; one line says so, and what to do."""
    with open_table(dominion_file) as table:
        spec = table.info.spec
        arrays = {column.name: table.read(column.name) for column in spec.columns}
    write_table(tmp_path / dominion_file.name, replace(spec, version=0), arrays)
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    words = ("dominion", "lookup", *START, "--coins", 4, "--turn", 1, "--turns", 31)
    monkeypatch.setattr("llq.store.locate.standard_folder", lambda: dominion_file.parent)
    monkeypatch.delenv("LLQ_STANDARD_TABLES", raising=False)
    code, out, err = llq(*words)
    assert (code, "buy silver" in out, err.count("\n")) == (0, True, 1)
    assert "--turns 31; until then the table that came with llq answers" in err
    monkeypatch.setenv("LLQ_STANDARD_TABLES", "no")
    assert llq(*words)[0] == 1


def test_a_game_of_many_turns_is_not_solved_unasked(llq):
    """Beyond 100 turns a table takes minutes and gigabytes: the command is named, not run."""
    words = ("dominion", "lookup", *START, "--coins", 4, "--turn", 1, "--turns", 250)
    code, out, err = llq(*words)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "llq build dominion --turns 250" in err


def test_check_reports_dominion(llq, tmp_path):
    """Dominion is a game without findings, of so many decks and states."""
    path = tmp_path / "game.toml"
    path.write_text(rules().to_toml())
    code, out, _ = llq("dominion", "check", path)
    assert code == 0
    for fact in ("Definition 2.1", "2,324,784", "52,360", "324,632", "8+ coins buy"):
        assert fact in out
    report = json.loads(llq("dominion", "check", path, "--format", "json")[1])
    assert (report["is_game"], report["decks"]) == (True, 2_324_784)


@pytest.mark.parametrize(
    ("old", "new", "code", "finding"),
    [
        ("start = 3", "start = 3\n\n[victories.copper]\ncost = 1\npoints = 1", 1, "disjoint"),
        ("start = 7", "start = 1", 1, "|Q0| is 4, less than 5"),
        ("cost = 8", "cost = 16", 0, "no hand pays its cost of 16"),
        ("cost = 5", "cost = 9", 0, "province costs no more and is worth no less"),
        ('[treasures."copper"]', "[treasures]\ncopper = 3\n[treasures.x]", 1, "Definition 2.1"),
    ],
)
def test_check_names_the_definition(llq, tmp_path, old, new, code, finding):
    """An illegal game exits with 1, a flawed one with 0, both with the definition's number."""
    path = tmp_path / "game.toml"
    text = rules().to_toml()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    found, out, _ = llq("dominion", "check", path, "--format", "csv")
    rows = {row["what"]: row["value"] for row in csv.DictReader(io.StringIO(out))}
    assert found == code
    assert "Definition 2.1" in rows or "Definition 4.1" in rows or "Definition 4.3" in rows
    assert finding in out or finding in rows


def test_a_custom_game_is_looked_up(llq, tmp_path):
    """With --game a custom game is solved on the spot."""
    path = tmp_path / "game.toml"
    path.write_text(rules().to_toml().replace("estate", "farm"))
    words = ("--deck", "7 copper, 3 farm", "--coins", 2, "--turn", 1, "--turns", 1)
    code, out, _ = llq("dominion", "lookup", "--game", path, *words)
    assert (code, "buy farm" in out) == (0, True)


@pytest.mark.parametrize("real", [(), ("--real",)])
def test_simulate_reports_the_mean(llq, real):
    """A row of the mean and its error, the same for the same seed, and no table built anew."""
    words = [*shlex.split("dominion strategies simulate optimal --turns 31 -n 400 --seed 5"), *real]
    code, out, err = llq(*words, "--format", "json")
    (row,) = json.loads(out)
    assert (code, "building" in err) == (0, False)
    assert (row["games"], row["seed"], row["strategy"]) == (400, 5, "optimal")
    assert row["reshuffle"] == ("real" if real else "every turn")
    assert abs(row["mean_score"] - (74.676 if real else 73.154)) < 5 * row["standard_error"]
    assert llq(*words, "--format", "json")[1] == out


def test_mistakes_about_games_are_one_line(refused):
    """A wrong player, seed or length is one line."""
    for words, reason in [
        (("nowhere:Player",), "no player 'nowhere:Player'"),
        (("optimal", "--turns", 200), "100 at most"),
        (("province; smithy; silver",), "such as smithy; llq dominion race match does"),
    ]:
        assert reason in refused("dominion", "strategies", "simulate", *words)


@pytest.mark.parametrize("real", [(), ("--real",)])
def test_match_counts_who_scores_more(llq, real):
    """The first's wins and lead in a row, and the command that makes it again."""
    words = ("dominion", "match", "optimal", "greedy", "--turns", 15, "-n", 400, "--seed", 5, *real)
    out = llq(*words, "--format", "json")[1]
    (row,) = json.loads(out)
    assert (row["first"], row["second"], row["games"]) == ("optimal", "greedy", 400)
    assert row["wins"] + row["draws"] + row["losses"] == 400
    assert row["win_prob"] > 0.9
    assert row["lead"] == pytest.approx(row["first_mean_score"] - row["second_mean_score"])
    assert llq(*shlex.split(row["command"])[1:], "--format", "json")[1] == out


def test_exact_computes_the_chances(llq):
    """One turn by hand: the optimum buys an estate or, for 5 coins, a duchy; Picky no points."""
    words = shlex.split("dominion strategies match optimal picky --turns 1 --format json")
    (row,) = json.loads(llq(*words)[1])
    assert (row["win_prob"], row["draw_prob"]) == pytest.approx((1, 0))
    assert row["lead"] == pytest.approx(7 / 6)


def test_scores_of_games_that_end_by_chance_are_bounds(llq):
    """A game that surely ends after one turn is a game of one turn, for every strategy."""
    by_chance = json.loads(
        llq("dominion", "strategies", "scores", "--chance", "1/1", "--format", "json")[1]
    )
    fixed = json.loads(llq("dominion", "strategies", "scores", "--turns", 1, "--format", "json")[1])
    scores = {row["strategy"]: row["expected_score"] for row in fixed}
    for row in by_chance:
        assert row["at_least"] - 1e-9 <= scores[row["strategy"]] <= row["at_most"] + 1e-9


@pytest.mark.parametrize("chance", ["0", "2", "x", "1/0", "1/1000"])
def test_a_chance_that_is_none_is_refused(refused, chance):
    """A chance of ending outside 1/40 to 1 is one line on stderr."""
    refused("dominion", "strategies", "scores", "--chance", chance)


GAME = """
name = "small"
[end]
kind = "{kind}"
{end}
[treasures.coin]
cost = 0
value = 1
start = {start}
[victories.hut]
cost = 2
points = {points}
start = 2
"""


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "chance", "end": "alpha = inf"},
        {"kind": "chance", "end": 'alpha = "1e9999999999"'},
        {"start": 10**30},
        {"points": 10**30},
        {"points": "0x" + "f" * 5000},
        {"end": "turns = 1000000000000"},
        {"end": "turns = 3\nversion = 'x'"},
    ],
)
def test_absurd_games_are_no_games(llq, tmp_path, changed):
    """Numbers that no game has are reported, at once and without a traceback."""
    fields = {"kind": "fixed", "end": "turns = 3", "start": 4, "points": 1} | changed
    path = tmp_path / "game.toml"
    path.write_text(GAME.format(**fields))
    code, out, err = llq("dominion", "check", path)
    assert code == 1
    assert "2.1" in out
    assert "not a valid game" in err
    assert err.count("\n") == 1


def test_a_game_too_large_to_solve_on_the_spot_is_refused(llq, refused, tmp_path):
    """A game of one's own that would take hours is refused with its number of states."""
    path = tmp_path / "game.toml"
    path.write_text(GAME.format(kind="fixed", end="turns = 3", start=4, points=1))
    words = ["dominion", "lookup", "--game", path, "--coins", 4, "--turn", 1]
    assert llq(*words, "--deck", "4 coin, 2 hut", "--turns", 3)[0] == 0
    assert "states" in refused(*words, "--deck", "4 coin, 2 hut", "--turns", 30_000)
    assert llq(*words, "--deck", f"{'9' * 5000} coin", "--turns", 3)[0] == 2


def test_kingdom_ranks_rows_and_looks_up(llq, tmp_path):
    """One card is a row, a file's cards are ranked, and a deck has an answer of the usual shape."""
    code, out, _ = llq(*shlex.split("dominion kingdom turns smithy --provinces 1 --format csv"))
    rows = list(csv.DictReader(io.StringIO(out)))
    assert (code, len(rows), rows[0]["first_buys"]) == (0, 1, "3 silver, 4-5 smithy")
    assert "6.832" in llq("dominion", "kingdom", "turns", "smithy", "--provinces", 1)[1]
    file = tmp_path / "mine.toml"
    file.write_text("[weak]\ncost = 4\ncards = 2\n[strong]\ncost = 4\ncards = 4\n")
    words = ("dominion", "kingdom", "ranking", "--card", file, "--provinces", 1, "--format", "json")
    assert [row["card"] for row in json.loads(llq(*words)[1])] == ["strong", "weak"]
    words = (
        *shlex.split("dominion kingdom lookup market --coins 20 --deck"),
        "7c 3e 9 gold market",
    )
    assert "the 12 best of" in llq(*words, "--buys", 3)[1]
    found = json.loads(llq(*words, "--format", "json")[1])
    assert found["best"] == ["province"] or found["text"] == "buy province"
    assert "buy province" in llq(*words, "--format", "csv")[1]
    assert "nothing is trashed" in llq(*words[:3], "smithy", "--deck", "7c", "--coins", 3)[2]


def test_the_race_prints_every_buy_and_refuses_what_cannot_be(llq):
    """The race's lookup has a panel, rows and JSON; bad input is one line on stderr."""
    words = ("--mine", "7c 5s 4g 3p 3e", "--theirs", "7c 5s 4g 3p 3e 2d", "--coins", 8)
    code, out, _ = llq("dominion", "race", "lookup", *words, "--left", "2 province, 6 duchy")
    assert code == 0
    assert "buy province" in out
    assert "win chance" in out
    said = json.loads(llq("dominion", "race", "lookup", *words, "--format", "json")[1])
    assert said["best"] == {"card": "province"}
    rows = list(
        csv.DictReader(io.StringIO(llq("dominion", "race", "lookup", *words, "--format", "csv")[1]))
    )
    assert [row["card"] for row in rows] == [buy["action"]["card"] or "" for buy in said["actions"]]
    code, out, err = llq("dominion", "race", "lookup", *words, "--left", "3 province")
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith("llq: the province cards do not add up")


def test_the_race_has_its_matches_and_players(llq):
    """A match is exact, with the best answers; its players are listed."""
    words = shlex.split("dominion race match big_money greedy --silver 3 -n 500 --format json")
    code, out, _ = llq(*words)
    (row,) = json.loads(out)["rows"] if out.startswith("{") else json.loads(out)
    assert code == 0
    assert 0.5 < row["win_prob"] <= 1
    assert row["games"] == 500
    out = llq("dominion", "race", "players", "--format", "csv")[1]
    listed = {row["name"]: row["menu"] for row in csv.DictReader(io.StringIO(out))}
    known = {menu.name: str(menu) for menu in dominion.menus.known()}
    assert listed == dict.fromkeys(("optimal", "random", "thesis"), "") | known
    assert llq("dominion", "race", "match", "big_money", "nobody")[0] == 2
    out = llq(*shlex.split("dominion race match smithy moat --silver 2"))[1]
    assert "the best answer to smithy wins" in out
    assert "card smithy, second_card moat, copies 2" in out
