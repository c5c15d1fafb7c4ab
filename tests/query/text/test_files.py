"""Text that people write: devices, pipes and bombs are refused at once, in one line."""

import io
import json
import os
import sys

import pytest

import llq
from llq.errors import IllegalState, LlqError
from llq.query.text import files, words

READERS = {
    llq.sueca.positions.read: "hand",
    llq.literature.positions.read: "hand",
    llq.love_letter.rounds.read_game: "dealt",
}
"""The readers of positions, each with the name of an item."""


@pytest.mark.parametrize("read", [llq.dominion.table.read_game, *READERS])
def test_only_regular_files_of_some_length_are_read(read, tmp_path):
    """A device without an end, a pipe that nobody writes to, a long file and bytes are not read."""
    pipe, long, binary = (tmp_path / name for name in ("pipe", "long", "binary"))
    os.mkfifo(pipe)
    long.write_text("# " + "x" * 1_000_000)
    binary.write_bytes(b"\xff\xfe\x00hand")
    for path, reason in {
        "/dev/zero": "not a regular file",
        pipe: "not a regular file",
        long: "longer than 1,000,000 bytes",
        binary: "not UTF-8 text",
        tmp_path: "it is a directory|Is a directory",
        tmp_path / "none": "No such file",
        "x" * 5000: "too long",
        "a\0b": "null",
    }.items():
        with pytest.raises(LlqError, match=f"can be read from.*: .*({reason})"):
            read(path)


@pytest.mark.parametrize(("read", "item"), READERS.items())
def test_a_mistake_in_any_file_names_its_line(read, item, tmp_path):
    """What the notations have in common is refused alike, in a line with file and place."""
    path = tmp_path / "game.txt"
    for text, message in [
        (f"{item}: x\n{item}: y", f":2: {item} is given twice, first in {path}:1"),
        (f'{{"{item}": "x", "{item}": "y"}}', f": {item} is given twice"),
        (f"# a comment\n\nyou: 2\n{item}: x", ":3: unknown item 'you'; the items are "),
        ('{"you": 2}', ": unknown item 'you'; the items are "),
        ("{\n 'x'", ":2: not JSON: Expecting property name enclosed in double quotes"),
        ("[1,2]", ": JSON of a "),
        ("{" * 100_000, "not JSON"),
        (f'{{"{item}": [["AS"]]}}', f": {item}: [['AS']] is neither text nor a list of texts"),
    ]:
        path.write_text(text)
        with pytest.raises(IllegalState) as refused:
            read(path)
        assert str(refused.value).startswith(f"{path}")
        assert message in str(refused.value)
        assert "\n" not in str(refused.value)


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
    assert files.read_file(file) == "one\ntwo\n"


def test_separators_do_not_matter():
    """Blanks, commas and semicolons separate words alike, one or several, and none at the ends."""
    wanted = ["2S", "3S", "TH"]
    for text in ("2S 3S TH", "2S,3S,TH", " 2S;3S , TH\n", "2S\t3S,,TH;"):
        assert words.split_words(text) == wanted
    assert words.split_words(" ,; ") == []
