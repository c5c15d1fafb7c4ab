"""The table of openings: every kind of opening ask, with the games that begin with it."""

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

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
from llq.query.literature.matches.table import LIMIT, rules_for
from llq.query.literature.openings import build as opening_build
from llq.query.literature.openings.build import build_openings, play_block
from llq.query.literature.openings.table import open_openings, parse_by
from llq.query.tables.files import tables, verify_file
from llq.solver.literature.openings.opening_asks import opening_classes, roll_out
from llq.solver.literature.players import STRATEGIES
from llq.store.checkpoints import partial_folder
from llq.store.writing import write_table
from tests.store.samples import flip_a_bit

ARGUMENTS = (300, 7, {8: "random"})


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the file of a build that nothing disturbed."""
    return build_openings(*ARGUMENTS, tmp_path_factory.mktemp("whole"), threads=1)


def content(path):
    """Return the content hash of a table."""
    return open_openings(path).info.content_hash


def test_every_kind_of_opening_is_there(literature_openings):
    """The table has 125 kinds with 4 players, 40 with 6 and 18 with 8, each once."""
    table = literature_openings
    for size, count in ((4, 125), (6, 40), (8, 18)):
        mine = np.flatnonzero(table.players == size)
        found = [(table.patterns[place], int(table.count[place])) for place in mine]
        assert found == [(opening.pattern, opening.count) for opening in opening_classes(size)]
        assert len(found) == count


@pytest.mark.parametrize(
    ("size", "pattern"), [(4, (3, 3, 2, 2, 1, 1)), (6, (3, 2, 2, 1)), (8, (2, 2, 2))]
)
def test_rows_are_the_games_that_are_played(literature_openings, size, pattern):
    """A pattern's rows are the games that the solver plays, all of them at once."""
    table = literature_openings
    mine = [
        place
        for place, known in enumerate(table.patterns)
        if known == pattern and table.players[place] == size
    ]
    played = roll_out(pattern, STRATEGIES["possible"], 100, 1, rules=rules_for(size), limit=LIMIT)
    for name in ("lead", "finished", "hit", "asks"):
        assert np.array_equal(getattr(table, name)[mine], getattr(played, name)), name


def test_an_opening_says_what_it_is_worth(literature_openings):
    """Mean, error and shares are those of the games; chances are exact."""
    found = literature_openings.lookup((3, 3, 2, 2, 1, 1), 3)
    played = roll_out((3, 3, 2, 2, 1, 1), STRATEGIES["possible"], 100, 1)
    lead = played.lead[0].astype(float)
    assert found.value == pytest.approx(lead.mean())
    assert found.standard_error == pytest.approx(lead.std(ddof=1) / 100**0.5)
    assert found.win_prob == pytest.approx(((lead > 0) & played.finished[0]).mean())
    assert found.win_prob + found.draw_prob + found.loss_prob == pytest.approx(1)
    assert found.hit_prob == Fraction(1, 3)
    assert found.hand_prob == Fraction(2520 * 20**2 * 15**2 * 6**2, 69668534468)
    assert str(found).startswith("3-3-2-2-1-1, asking where there are 3: ")


def test_hands_of_all_patterns_that_can_ask(literature_openings):
    """With 4 players all hands but the 28 of two whole half suits can ask."""
    table = literature_openings
    mine = np.flatnonzero(table.players == 4)
    ways = {table.patterns[place]: int(table.hand_ways[place]) for place in mine}
    assert sum(ways.values()) == 69668534468 - 28


def test_openings_of_a_pattern_come_best_first(literature_openings):
    """A pattern's openings are in the order of their values; differences are paired."""
    found = literature_openings.openings((4, 3, 2, 2, 1))
    assert sorted(opening.count for opening in found) == [1, 2, 3, 4]
    assert [o.value for o in found] == sorted((o.value for o in found), reverse=True)
    first, last = found[0], found[-1]
    gain, error = literature_openings.difference((4, 3, 2, 2, 1), first.count, last.count)
    assert gain == pytest.approx(first.value - last.value)
    played = roll_out((4, 3, 2, 2, 1), STRATEGIES["possible"], 100, 1)
    by_count = dict(zip((4, 3, 2, 1), played.lead.astype(float), strict=True))
    gains = by_count[first.count] - by_count[last.count]
    assert error == pytest.approx(gains.std(ddof=1) / 100**0.5)


def test_common_deals_help(literature_openings):
    """The paired error of a difference is mostly below that of separate deals."""
    table = literature_openings
    better = []
    for pattern in dict.fromkeys(table.patterns):
        found = table.openings(pattern)
        for one, other in pairwise(found):
            _, paired = table.difference(pattern, one.count, other.count)
            better.append(paired < np.hypot(one.standard_error, other.standard_error))
    assert np.mean(better) > 0.8


def test_a_stopped_build_goes_on_and_ends_the_same(whole, tmp_path, monkeypatch):
    """Stopped half way, a build plays the other blocks and its table is the same."""
    played = []

    def breaking(by, block):
        played.append(block)
        if len(played) > 6:
            raise KeyboardInterrupt
        return play_block(by, block)

    with monkeypatch.context() as patch:
        patch.setattr(opening_build, "play_block", breaking)
        with pytest.raises(KeyboardInterrupt):
            build_openings(*ARGUMENTS, tmp_path, threads=1)
    kept = len(list(partial_folder(tmp_path / whole.name).glob("*/*.npy")))
    assert kept == 6
    again = []

    def counting(by, block):
        again.append(block)
        return play_block(by, block)

    monkeypatch.setattr(opening_build, "play_block", counting)
    assert content(build_openings(*ARGUMENTS, tmp_path)) == content(whole)
    assert len(again) == 2 * 10 - kept
    assert not partial_folder(tmp_path / whole.name).exists()


def test_threads_and_blocks_do_not_matter(whole, tmp_path, monkeypatch):
    """Three threads and other blocks make the same table."""
    monkeypatch.setattr(opening_build, "BLOCK_GAMES", 170)
    assert content(build_openings(*ARGUMENTS, tmp_path, threads=3)) == content(whole)


def test_who_plays_on_by_default(tmp_path, monkeypatch):
    """Without stored policies greedy plays on with 4 players, possible with more."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    found = opening_build.who_plays_on(None)
    assert {size: strategy.name for size, strategy in found.items()} == {
        4: "greedy",
        6: "possible",
        8: "possible",
    }


def test_who_plays_on_can_be_said():
    """A text names players by their number; what it cannot mean is refused."""
    assert parse_by("4=greedy, 8=possible") == {4: "greedy", 8: "possible"}
    for text in ("greedy", "5=greedy", "4=", "4"):
        with pytest.raises(IllegalState, match="4=greedy,6=possible"):
            parse_by(text)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((1, 1, {8: "random"}), IllegalState, "games must be an integer of at least 2"),
        ((10, -1, {8: "random"}), IllegalState, "a seed must be a non-negative integer; got -1"),
        ((10, 1, {}), IllegalState, "4, 6 or 8"),
        ((10, 1, {5: "random"}), IllegalState, "4, 6 or 8"),
        ((10, 1, {4: "nobody"}), UnknownStrategy, "nobody"),
    ],
)
def test_what_makes_no_table_is_refused(tmp_path, arguments, error, message):
    """Too few games, a bad seed and unknown players are refused before anything is written."""
    with pytest.raises(error, match=message):
        build_openings(*arguments, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_opening_is_named(whole):
    """A pattern or a number of players that the table has not is an error that says so."""
    table = open_openings(whole)
    for pattern, count, size in (((2, 2, 2), 1, 8), ((3, 3, 3), 3, 8), ((4, 4, 4), 4, 4)):
        with pytest.raises(UnknownState, match="the table is of 8 players"):
            table.lookup(pattern, count, size)
        assert table.get(pattern, count, size) is None
    assert table.get((2, 2, 2), 2, 8) == table.lookup((2, 2, 2), 2, 8)
    assert table.command == "llq build literature-openings -n 300 --seed 7 --by 8=random"


def test_a_missing_table_names_its_command(tmp_path):
    """Without a table the message has the command that builds it."""
    with pytest.raises(TableMissing, match="llq build literature-openings"):
        open_openings(tmp_path)


def test_a_stale_table_is_refused(whole, tmp_path, monkeypatch):
    """A table of another version is refused, listed as stale, and names its own command."""
    table = open_openings(whole)
    path = tmp_path / "literature-openings.h5"
    columns = {column.name: getattr(table, column.name) for column in table.info.spec.columns}
    write_table(path, replace(table.info.spec, version=0), columns)
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    with pytest.raises(StaleTable, match=r"version 0, today's 1;.*--by 8=random"):
        open_openings()
    with pytest.raises(StaleTable, match="--by 8=random"):
        verify_file(path)
    (listed,) = tables()
    assert isinstance(listed.error, StaleTable)


def test_a_required_attribute_that_is_missing_is_an_error(whole, tmp_path):
    """Each root attribute removed in turn, the table is refused."""
    with h5py.File(whole) as file:
        names = list(file.attrs)
    path = tmp_path / "literature-openings.h5"
    for name in names:
        path.write_bytes(whole.read_bytes())
        with h5py.File(path, "r+") as file:
            del file.attrs[name]
        with pytest.raises(LlqError):
            open_openings(path)


def test_a_damaged_table_is_refused(whole, tmp_path):
    """A table with altered bytes is refused with word of it."""
    path = tmp_path / "literature-openings.h5"
    path.write_bytes(whole.read_bytes())
    flip_a_bit(path)
    with pytest.raises(CorruptTable):
        open_openings(path)
    with pytest.raises(CorruptTable):
        verify_file(path)


def test_opening_loads_neither_numba_nor_duckdb(whole):
    """Openings are looked up without the solver's compiler."""
    code = (
        "import sys, llq\n"
        f"llq.literature.openings.open({str(whole)!r}).lookup((2, 2, 2), 2, 8)\n"
        "print(sorted({'numba', 'duckdb', 'matplotlib'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
