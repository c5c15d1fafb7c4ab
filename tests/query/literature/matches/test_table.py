"""The table of matches: its rows are the games that were played, however they were played."""

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import h5py
import numpy as np
import pytest

from llq.errors import (
    CorruptTable,
    IllegalState,
    LlqError,
    StaleTable,
    TableMissing,
    UnknownState,
    UnknownStrategy,
)
from llq.query.literature.built_in_players import strategy_of
from llq.query.literature.matches import build as match_build
from llq.query.literature.matches.build import Block, block_cost, build_matches, play_block
from llq.query.literature.matches.table import (
    FIELDS,
    MANY,
    PLAYERS,
    matches_spec,
    open_matches,
    pairings_of,
    rules_for,
)
from llq.query.literature.policies.training import build_policies
from llq.query.tables.files import tables, verify_file
from llq.solver.literature.matches.match import play_games
from llq.solver.literature.rules import find_rules
from llq.store.checkpoints import partial_folder
from llq.store.writing import write_table
from tests.query.literature.policies import fake_training
from tests.store.samples import flip_a_bit

NAMES = ("random", "possible")
ARGUMENTS = (300, 7, NAMES, ("possible",), (), 20)  # 4 pairings of two blocks each, and one
KILLED = """
import sys, time
from llq.query.literature.matches import build as match_build
play = match_build.play_block

def stuck(everyone, block):
    if block.players == 6:
        time.sleep(3600)
    return play(everyone, block)

match_build.play_block = stuck
match_build.build_matches(
    300, 7, ("random", "possible"), ("possible",), (), 20, sys.argv[1], threads=1)
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the file of a build that nothing disturbed."""
    return build_matches(*ARGUMENTS, tmp_path_factory.mktemp("whole"), threads=1)


@pytest.fixture(scope="module")
def matches(whole):
    """Return its table."""
    return open_matches(whole)


def content(path):
    """Return the content hash of a table."""
    return open_matches(path).info.content_hash


def blocks_played(monkeypatch):
    """Return a list that will have every block that is played from now on."""
    played = []

    def counting(everyone, block):
        played.append(block)
        return play_block(everyone, block)

    monkeypatch.setattr(match_build, "play_block", counting)
    return played


@pytest.mark.parametrize(
    ("players", "even", "odd", "games"),
    [(4, "possible", "random", 300), (4, "random", "random", 300), (6, "possible", "possible", 20)],
)
def test_rows_are_the_games_that_are_played(matches, players, even, odd, games):
    """A pairing's rows, in order, are all that `play_games` says of those games."""
    rows = matches.rows(even, odd, players)
    played = play_games([even, odd] * (players // 2), games, 7, rules=rules_for(players))
    assert matches.game[rows].tolist() == list(range(games))
    for name, *_ in FIELDS:
        assert np.array_equal(matches.fields[name][rows], getattr(played, name)), name
    assert np.array_equal(matches.winner[rows], played.winner)


def test_games_obey_the_rules(matches):
    """Eight half suits at most, hits among the asks, back claims among the ask-backs."""
    fields = matches.fields
    assert (fields["half_suits"].sum(1) <= 8).all()
    assert (fields["hits"].sum(1) <= fields["asks"]).all()
    assert (fields["back_claims"] <= fields["ask_backs"]).all()
    assert (fields["asks"] <= 200).all()
    assert (fields["asks"][~fields["finished"]] == 200).all()
    assert (fields["starter"] < 8).all()


def test_deals_are_common(matches):
    """Game i has one first mover in all pairings of 4, and more games begin with the same ones."""
    firsts = [matches.fields["starter"][matches.rows(a, b)] for a in NAMES for b in NAMES]
    assert all(np.array_equal(firsts[0], other) for other in firsts)
    everyone = {name: strategy_of(name) for name in NAMES}
    part = play_block(everyone, Block(4, "possible", "random", 100, 50, 7))
    whole = play_block(everyone, Block(4, "possible", "random", 0, 200, 7))
    assert np.array_equal(whole[100:150], part)


def test_rules_are_the_article_s_and_pagat_s():
    """Four play by the article's rules, six and eight by those of pagat."""
    assert rules_for(4) == find_rules()
    assert [rules_for(size) for size in (6, 8)] == [find_rules("pagat", n) for n in (6, 8)]


def test_the_default_pairings():
    """Six players meet in all 36 ordered pairs with 4, three in nine with 6 and with 8."""
    pairs = pairings_of({4: PLAYERS, 6: MANY, 8: MANY})
    assert len(set(pairs)) == len(pairs) == 36 + 9 + 9


def test_a_match_counts_both_sides(matches):
    """Wins, draws and losses are those of both sides; the other player's are the same mirrored."""
    found = matches.lookup("possible", "random")
    wins = sum(
        int((matches.winner[matches.rows(*pair)] == team).sum())
        for team, pair in enumerate((("possible", "random"), ("random", "possible")))
    )
    assert (found.wins, found.games) == (wins, 600)
    assert found.wins + found.draws + found.losses == 600
    mirrored = matches.lookup("random", "possible")
    assert (mirrored.losses, mirrored.draws, mirrored.wins) == (
        found.wins,
        found.draws,
        found.losses,
    )
    assert mirrored.score == pytest.approx(1 - found.score)
    assert mirrored.score_error == pytest.approx(found.score_error)
    assert mirrored.decided_error == pytest.approx(found.decided_error)
    assert found.score > 0.9
    assert str(found).startswith("possible v random: ")


def test_standard_errors_are_those_of_the_bootstrap(matches):
    """The errors of scores and decided shares are what drawing deals again gives."""
    found = matches.lookup("random", "random")
    winner = matches.winner[matches.rows("random", "random")]
    random = np.random.default_rng(1)
    drawn = winner[random.integers(len(winner), size=(4000, len(winner)))]
    won, lost = (drawn == 0).sum(1), (drawn == 1).sum(1)
    assert (won / (won + lost)).std() == pytest.approx(found.decided_error, rel=0.06)
    shares = (won + 0.5 * (len(winner) - won - lost)) / len(winner)
    assert shares.std() == pytest.approx(found.score_error, rel=0.06)


def test_equal_players_win_alike(matches):
    """A player against itself wins as often in the even seats as in the odd ones."""
    found = matches.lookup("possible", "possible")
    assert abs(found.decided_prob - 0.5) < 4 * found.decided_error
    assert found.games == 300


def test_a_killed_build_goes_on_and_ends_the_same(whole, tmp_path, monkeypatch):
    """Killed after eight of nine blocks, a build plays the ninth and its table is the same."""
    folder = partial_folder(tmp_path / whole.name)
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)], cwd=Path(__file__).parents[4]
    )
    try:
        while len(list(folder.glob("*/*.npy"))) < 8:
            assert process.poll() is None
            time.sleep(0.01)
    finally:
        process.kill()
        process.wait()
    assert not (tmp_path / whole.name).exists()
    played = blocks_played(monkeypatch)
    path = build_matches(*ARGUMENTS, tmp_path)
    assert [block.players for block in played] == [6]
    assert content(path) == content(whole)
    assert not folder.exists()


def test_threads_blocks_and_the_order_of_players_do_not_matter(whole, tmp_path, monkeypatch):
    """Three threads, other blocks and names in another order make the same table."""
    monkeypatch.setattr(match_build, "BLOCK_GAMES", 70)
    arguments = (300, 7, ("Possible", "random", "random"), *ARGUMENTS[3:])
    assert content(build_matches(*arguments, tmp_path, threads=3)) == content(whole)


def test_progress_ends_with_everything(tmp_path):
    """Progress rises to its total, which does not change."""
    seen = []
    build_matches(20, 1, NAMES, (), (), 2, tmp_path, progress=lambda *step: seen.append(step))
    assert seen[0] == (0, 80)
    assert seen[-1] == (80, 80)
    assert seen == sorted(seen)


def test_dear_players_cost_more():
    """Work is counted by what it takes: greedy players, and more of them, are dearer."""
    everyone = {name: strategy_of(name) for name in ("random", "greedy")}
    costs = [
        block_cost(everyone, Block(players, name, "random", 0, 100, 1))
        for players, name in ((4, "random"), (4, "greedy"), (6, "greedy"))
    ]
    assert costs[0] == 100
    assert costs == sorted(costs)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((1, 1, NAMES, (), ()), IllegalState, "games must be an integer of at least 2"),
        ((10, -1, NAMES, (), ()), IllegalState, "a seed must be a non-negative integer; got -1"),
        ((10, 1, (), (), ()), IllegalState, "one player"),
        ((10, 1, ("random", "nobody"), (), ()), UnknownStrategy, "nobody"),
        ((10, 1, ("article",), (), ()), TableMissing, "llq build literature-policies"),
    ],
)
def test_what_makes_no_table_is_refused(tmp_path, monkeypatch, arguments, error, message):
    """Too few games, a bad seed and unknown players are refused before anything is written."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    with pytest.raises(error, match=message):
        build_matches(*arguments, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_in_the_table_is_named(matches):
    """A pairing that was not played is an error that says who met, and how to get more."""
    with pytest.raises(UnknownState, match=r"greedy v random.*of possible, random; build another"):
        matches.lookup("greedy", "random")
    with pytest.raises(UnknownState, match="with 8 players, only of nobody"):
        matches.lookup("random", "random", 8)
    assert matches.get("greedy", "random") is matches.get("random", "random", 8) is None
    held = matches.lookup("possible", "random")
    assert matches.get("greedy", "random", default=held) is held
    assert matches.get("possible", "random") == held


def test_a_table_says_how_to_make_it_again(matches):
    """Games, seed and who met are in its command."""
    assert matches.command == (
        "llq build literature-matches -n 300 --seed 7 --players random,possible "
        "--many-games 20 --six possible --eight none"
    )


def test_a_missing_table_names_its_command(tmp_path):
    """Without a table the message has the command that builds it."""
    with pytest.raises(TableMissing, match="llq build literature-matches"):
        open_matches(tmp_path)


def test_a_stale_table_is_refused(matches, tmp_path, monkeypatch):
    """A table of another version is refused, listed as stale, and names its own command."""
    path = tmp_path / "literature-matches.h5"
    columns = {"pairing": matches.pairing, "game": matches.game, **matches.fields}
    write_table(path, replace(matches.info.spec, version=0), columns)
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    with pytest.raises(StaleTable, match=r"version 0, today's 1;.*-n 300 --seed 7"):
        open_matches()
    with pytest.raises(StaleTable, match="-n 300 --seed 7"):
        verify_file(path)
    (listed,) = tables()
    assert isinstance(listed.error, StaleTable)


def test_a_table_of_other_policies_than_are_stored_is_refused(matches, tmp_path, monkeypatch):
    """Results of a policy's name are used only while that name has the weights that played."""
    fake_training.use(monkeypatch)
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    stored = build_policies(60, 0, 1, 0, strong_games=0)
    from llq.query.literature.policies.table import fingerprint, open_policies

    policy = open_policies().lookup("article")
    spec = matches_spec(300, 20, 7, {4: NAMES, 6: ("possible",)}, {"article": fingerprint(policy)})
    columns = {"pairing": matches.pairing, "game": matches.game, **matches.fields}
    write_table(tmp_path / "literature-matches.h5", spec, columns)
    assert open_matches().policies == {"article": fingerprint(policy)}
    build_policies(60, 0, 2, 0, strong_games=0)
    with pytest.raises(StaleTable, match="parameters"):
        open_matches()
    stored.unlink()  # nothing says that they are others
    assert open_matches().policies == {"article": fingerprint(policy)}


def test_a_required_attribute_that_is_missing_is_an_error(whole, tmp_path):
    """Each root attribute removed in turn, the table is refused."""
    with h5py.File(whole) as file:
        names = list(file.attrs)
    path = tmp_path / "literature-matches.h5"
    for name in names:
        path.write_bytes(whole.read_bytes())
        with h5py.File(path, "r+") as file:
            del file.attrs[name]
        with pytest.raises(LlqError):
            open_matches(path)


def test_a_damaged_table_is_refused(whole, tmp_path):
    """A table with altered bytes is refused with word of it."""
    path = tmp_path / "literature-matches.h5"
    path.write_bytes(whole.read_bytes())
    flip_a_bit(path)
    with pytest.raises(CorruptTable, match="llq build literature-matches"):
        open_matches(path)
    with pytest.raises(CorruptTable):
        verify_file(path)


def test_opening_loads_neither_numba_nor_duckdb(whole):
    """Results are looked up without the solver's compiler."""
    code = (
        "import sys, llq\n"
        f"llq.literature.matches.open({str(whole)!r}).lookup('possible', 'random')\n"
        "print(sorted({'numba', 'duckdb', 'matplotlib'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
