"""Dominion on the command line, run as a user runs it."""

import csv
import io
import json
import re
import shlex

import pytest

from llq import dominion
from llq.solver.dominion.variants import rules

pytestmark = pytest.mark.usefixtures("dominion_file")


def test_a_game_of_many_turns_is_not_solved_unasked(llq):
    """Beyond 100 turns a table takes minutes and gigabytes: the command is named, not run."""
    words = ("--deck", "7 copper, 3 estate", "--coins", 4, "--turn", 1, "--turns", 250)
    code, out, err = llq("dominion", "lookup", *words)
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
        ("start = 7", "start = 1", 1, "|Q0| is 4, less than 5"),
        ("cost = 8", "cost = 16", 0, "no hand pays its cost of 16"),
    ],
)
def test_check_names_the_definition(llq, tmp_path, old, new, code, finding):
    """An illegal game exits with 1, a flawed one with 0, both with the definition's number."""
    path = tmp_path / "game.toml"
    path.write_text(rules().to_toml().replace(old, new, 1))
    ended, out, _ = llq("dominion", "check", path, "--format", "csv")
    assert ended == code
    assert finding in out
    assert re.search("^Definition [24]", out, re.MULTILINE)


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


def test_a_game_may_end_by_chance(llq):
    """One that surely ends after its first turn scores what an estate or a duchy adds to three."""
    words = "dominion strategies scores --chance 1/1 --format json"
    scores = {row["strategy"]: row for row in json.loads(llq(*words.split())[1])}
    assert scores["optimal"]["at_least"] <= 3 + 7 / 6 + 1e-9
    assert scores["optimal"]["at_most"] >= 3 + 7 / 6 - 1e-9


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


def test_a_game_of_ones_own_is_solved_on_the_spot(llq, refused, tmp_path):
    """One that would take hours is refused with its number of states."""
    path = tmp_path / "game.toml"
    path.write_text(GAME.format(kind="fixed", end="turns = 3", start=4, points=1))
    words = ("dominion", "lookup", "--game", path, "--coins", 4, "--turn", 1, "--deck")
    assert "buy hut" in llq(*words, "4 coin, 2 hut", "--turns", 3)[1]
    assert "states" in refused(*words, "4 coin, 2 hut", "--turns", 30_000)
    refused(*words, f"{'9' * 5000} coin", "--turns", 3)


def test_cards_of_a_file_are_ranked(llq, tmp_path):
    """A kingdom card of one's own is solved; several buys are listed up to the twelve best."""
    file = tmp_path / "mine.toml"
    file.write_text("[weak]\ncost = 4\ncards = 2\n[strong]\ncost = 4\ncards = 4\n")
    words = ("dominion", "kingdom", "ranking", "--card", file, "--provinces", 1, "--format", "json")
    assert [row["card"] for row in json.loads(llq(*words)[1])] == ["strong", "weak"]
    words = ("dominion", "kingdom", "lookup", "market", "--coins", 20, "--buys", 3)
    assert "the 12 best of" in llq(*words, "--deck", "7c 3e 9 gold market")[1]


def test_the_race_has_its_players_and_cards(llq):
    """Its players are listed with their menus, and a match has two cards and the best answers."""
    out = llq("dominion", "race", "players", "--format", "csv")[1]
    listed = {row["name"]: row["menu"] for row in csv.DictReader(io.StringIO(out))}
    known = {menu.name: str(menu) for menu in dominion.menus.known()}
    assert listed == dict.fromkeys(("optimal", "random", "thesis"), "") | known
    out = llq(*shlex.split("dominion race match smithy moat --silver 2"))[1]
    assert "the best answer to smithy wins" in out
    assert "card smithy, second_card moat, copies 2" in out
