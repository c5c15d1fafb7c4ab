"""Building the table of matches: the same numbers however it is done."""

import numpy as np
import pytest

from llq.errors import IllegalState, UnknownStrategy
from llq.query.sueca.matches import table as match_build
from llq.query.sueca.matches.table import Block, build_matches, open_matches, play_block
from llq.store.checkpoints import Checkpoints, partial_folder

ARGUMENTS = (130, 7, ("R", "A"))  # 16 combinations: four blocks


@pytest.fixture(scope="module", autouse=True)
def small_blocks():
    """Have a tenth of the usual games in a block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match_build, "BLOCK_GAMES", 100)
        yield


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the file of a build that nothing disturbed."""
    return build_matches(*ARGUMENTS, tmp_path_factory.mktemp("whole"), threads=1)


def content(path):
    """Return the content hash of a table."""
    return open_matches(path).info.content_hash


def blocks_played(monkeypatch):
    """Return a list that will have every block that is played from now on."""
    played = []

    def counting(block):
        played.append((block.first, block.combinations[0]))
        return play_block(block)

    monkeypatch.setattr(match_build, "play_block", counting)
    return played


def test_a_garbled_block_is_played_again(whole, tmp_path, monkeypatch):
    """Block files that are cut short or altered are no results: they are played again."""
    played = blocks_played(monkeypatch)
    with monkeypatch.context() as patch:
        patch.setattr(Checkpoints, "remove", print)
        build_matches(*ARGUMENTS, tmp_path)
    first, *_, last = sorted(partial_folder(tmp_path / whole.name).glob("*/*.npy"))
    first.write_bytes(first.read_bytes()[:-1])
    last.write_bytes(last.read_bytes().replace(b"\x3c", b"\x3d"))
    played.clear()
    path = build_matches(*ARGUMENTS, tmp_path)
    assert len(played) == 2
    assert content(path) == content(whole)
    assert not partial_folder(path).exists()


def test_neither_blocks_nor_the_writing_of_players_matter(whole, tmp_path, monkeypatch):
    """The same games in other blocks, of players in any order by name or letter, are one table."""
    monkeypatch.setattr(match_build, "BLOCK_GAMES", 70)
    monkeypatch.setattr(match_build, "BLOCK_COMBINATIONS", 5)
    names = ("always_high", "random", "R")
    assert content(build_matches(130, 7, names, tmp_path)) == content(whole)


def test_more_games_begin_with_the_same_ones():
    """Game i of a seed is one game, however many are played around it."""
    seats = (("random", "always_high", "obligated_trump", "random"),)
    whole = play_block(Block(seats, 0, 300, 5))
    part = play_block(Block(seats, 100, 50, 5))
    assert np.array_equal(whole[:, :, 100:150], part)
    assert part.dtype == np.uint8


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((1, 1, ("R",)), IllegalState, "games must be an integer of at least 2"),
        ((10, -1, ("R",)), IllegalState, "a seed must be a non-negative integer; got -1"),
        ((10, 1, ()), IllegalState, "one player"),
        ((10, 1, ("R", "nobody")), UnknownStrategy, "nobody"),
    ],
)
def test_what_makes_no_table_is_refused(tmp_path, arguments, error, message):
    """Too few games, a bad seed and unknown players are refused before anything is written."""
    with pytest.raises(error, match=message):
        build_matches(*arguments, tmp_path)
    assert not list(tmp_path.iterdir())
