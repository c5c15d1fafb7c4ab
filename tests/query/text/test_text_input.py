"""Text that people write: devices, pipes and bombs are refused at once, in one line."""

import io
import json
import os
import sys

import pytest

import llq
from llq.errors import IllegalState, LlqError
from llq.query.text.text_input import read_file, split_words

READERS = (llq.dominion.table.read_game, llq.sueca.positions.read, llq.literature.positions.read)


@pytest.mark.parametrize("read", READERS)
def test_only_regular_files_of_some_length_are_read(read, tmp_path):
    """A device without an end, a pipe that nobody writes to and a long file are not read."""
    pipe, long = tmp_path / "pipe", tmp_path / "long"
    os.mkfifo(pipe)
    long.write_text("# " + "x" * 1_000_000)
    for path in ("/dev/zero", pipe):
        with pytest.raises(LlqError, match="not a regular file"):
            read(path)
    with pytest.raises(LlqError, match="longer than 1,000,000 bytes"):
        read(long)
    for path in (tmp_path, tmp_path / "none", "x" * 5000, "a\0b"):
        with pytest.raises(LlqError, match="can be read from"):
            read(path)


def test_standard_input_ends_somewhere(monkeypatch):
    """More than a megabyte of standard input is not read to its end."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("x" * 1_000_001))
    with pytest.raises(IllegalState, match="stdin: it is longer than"):
        llq.literature.positions.read("-")


def test_a_key_of_dots_is_no_game(tmp_path):
    """A dotted key of 100,000 parts, which would fill the memory, is refused unparsed."""
    game = tmp_path / "dots.toml"
    game.write_text(".".join(["a"] * 100_000) + " = 1\n")
    for read in (llq.dominion.table.read_game, llq.dominion.table.check):
        with pytest.raises(IllegalState, match="more than 200 dots"):
            read(game)


def test_many_keys_are_read_in_linear_time(tmp_path):
    """60,000 keys of JSON are refused for the first that is unknown; blanks cost nothing."""
    file = tmp_path / "keys.json"
    file.write_text(json.dumps({f"k{i}": 1 for i in range(60_000)}))
    with pytest.raises(IllegalState, match="unknown item 'k0'"):
        llq.literature.positions.read(file)
    game = "players: 4\nme: 0\nhand: AC 3C\n0 asks 1 5C" + " " * 100_000 + "no\n"
    file.write_text(game)
    with pytest.raises(LlqError) as refused:
        llq.literature.positions.read(file)
    assert len(str(refused.value)) < 2000


def test_line_ends_of_any_system(tmp_path):
    """Files from Windows, with its mark of UTF-8 and its line ends, are text as any other."""
    file = tmp_path / "windows"
    file.write_bytes("\ufeffone\r\ntwo\n".encode())
    assert read_file(file) == "one\ntwo\n"


def test_separators_do_not_matter():
    """Blanks, commas and semicolons separate words alike, one or several, and none at the ends."""
    wanted = ["2S", "3S", "TH"]
    for text in ("2S 3S TH", "2S,3S,TH", " 2S;3S , TH\n", "2S\t3S,,TH;"):
        assert split_words(text) == wanted
    assert split_words(" ,; ") == []
