"""What tells whether a terminal shows everything, and commands in a real pseudo-terminal."""

import csv
import fcntl
import io
import os
import pty
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

import pytest

from llq.store.shipped import standard_folder
from tests import fork_server, terminal
from tools import examples

QUICK = (
    'llq sql "FROM love_letter_classic ORDER BY rank LIMIT 3"',
    "llq sql \"SELECT 'a[b]' AS \\\"x[i]\\\", repeat('[/x] ', 60) AS long FROM range(2)\"",
    "llq love-letter players",
    "llq sueca players",
    "llq literature players",
    "llq tables",
    "llq verify-files",
)


DATA_ONLY = ("seconds", "command", "seed", "resumed", "created", "version", "versions", "machine")
"""Columns of `llq tables` that only JSON and CSV have."""


def in_terminal(command, columns=80, before=Path(sys.executable).parent):
    """Return what a command of the folder ``before`` shows on a pseudo-terminal, without styles."""
    screen, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    path = f"{before}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "NO_COLOR": "1", "TERM": "xterm"}
    environment.pop("COLUMNS", None)  # the terminal itself says how wide it is
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), inside)
    with subprocess.Popen(command, shell=True, env=environment, **streams) as process:
        os.close(inside)
        said = b""
        with suppress(OSError):  # how Linux tells that the other end is closed
            while part := os.read(screen, 65536):
                said += part
    os.close(screen)
    assert process.returncode == 0, said.decode()
    return terminal.without_styles(said.decode()).replace("\r\n", "\n")


@pytest.mark.usefixtures("classic_file")
@pytest.mark.parametrize("command", QUICK)
def test_every_text_is_on_a_real_terminal(command, monkeypatch, tmp_path):
    """At 80 columns every text of the CSV form is there, and no line is wider."""
    before = fork_server.start()
    if command == "llq verify-files":  # it lists SQL's layouts, which other tests write meanwhile
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
        (tmp_path / "sueca-league.h5").symlink_to(standard_folder() / "sueca-league.h5")
    shown = in_terminal(command, before=before)
    assert terminal.too_wide(shown) == []
    said = examples.run(f"{command} --format csv", before=before)
    rows = list(csv.reader(io.StringIO(said)))
    told = [  # what is empty has no column
        name not in DATA_ONLY and any(cells) for name, *cells in zip(*rows, strict=True)
    ]
    words = [
        word
        for row in rows
        for cell, is_told in zip(row, told, strict=True)
        if is_told
        for word in cell.split()
    ]
    as_shown = {
        "True": "yes",
        "False": "no",
        "path": "Folder",
    }  # of `llq tables`: one for all files
    texts = [as_shown.get(w, w).removesuffix(".h5") for w in words if not _number(w)]
    assert texts
    assert terminal.lost(terminal.Printed(" ".join(texts), (shown,))) == []


@pytest.mark.usefixtures("classic_file")
def test_the_copy_of_a_terminal_is_what_a_real_one_shows():
    """The fork shows line for line what the command shows in a pseudo-terminal."""
    for command in ("llq lookup 1 8", QUICK[1]):
        printed = terminal.run(command)
        assert printed.pipe == examples.run(command)
        (copy,) = printed.terminals
        real = in_terminal(command)
        assert _stripped(copy) == _stripped(real)


def test_a_forked_command_is_the_command():
    """It prints what a new process prints, heeds the environment, and gives its exit code."""
    commands = "llq lookup 9 9 2>&1; echo $?; LLQ_TABLES=nowhere llq tables; echo $?"
    forked = examples.run(commands, before=fork_server.start())
    assert _stripped(forked) == _stripped(examples.run(commands))


def test_a_lost_word_and_a_wide_line_are_found():
    """A word that is cut, or a line of 81 cells, does not pass; a folded word does."""
    whole = "┃ first_win_rate ┃ table ┃ /a/b-c ┃"
    assert terminal.lost(terminal.Printed(whole, ("first_win_\nrate │ table │ /a/\nb-c",))) == []
    assert terminal.lost(terminal.Printed(whole, ("first_w… │ │ /a/b-c",))) == [
        "rate",
        "table",
        "win",
    ]
    assert terminal.too_wide("x" * 80 + "\n" + "漢" * 41 + "\n" + "x" * 81) == ["漢" * 41, "x" * 81]


def _number(word):
    try:
        float(word)
    except ValueError:
        return False
    return True


def _stripped(text):
    """Return the lines of a text, but for what a new process says on a slow machine."""
    return [line.rstrip() for line in text.rstrip().splitlines() if line != "Loading ..."]
