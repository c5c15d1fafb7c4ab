"""What tells whether a terminal shows everything, and commands in a real pseudo-terminal."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests import fork_server, terminal
from tools import examples

MARKUP = "llq sql \"SELECT 'a[b]' AS \\\"x[i]\\\", repeat('[/x] ', 60) AS long FROM range(2)\""


def in_terminal(command):
    """Return what a command shows on a pseudo-terminal of 80 columns, without styles."""
    screen, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "NO_COLOR": "1", "TERM": "xterm"}
    environment.pop("COLUMNS", None)  # the terminal itself says how wide it is
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), inside)
    with subprocess.Popen(command, shell=True, env=environment, **streams) as process:
        os.close(inside)
        output = terminal.read_screen(screen)
    assert process.returncode == 0, output
    return terminal.without_styles(output).replace("\r\n", "\n")


@pytest.mark.long
@pytest.mark.usefixtures("classic_file")
def test_the_copy_of_a_terminal_is_what_a_real_one_shows():
    """The fork shows line for line what the command shows in a pseudo-terminal."""
    for command in ("llq lookup 1 8", MARKUP):
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
    line = "┃ first_win_rate ┃ table ┃ /a/b-c ┃"
    assert terminal.lost(terminal.Printed(line, ("first_win_\nrate │ table │ /a/\nb-c",))) == []
    cut = terminal.Printed(line, ("first_w… │ │ /a/b-c",))
    assert terminal.lost(cut) == ["rate", "table", "win"]
    assert terminal.too_wide("x" * 80 + "\n" + "漢" * 41 + "\n" + "x" * 81) == ["漢" * 41, "x" * 81]


def _stripped(text):
    """Return the lines of a text, but for what a new process says on a slow machine."""
    return [line.rstrip() for line in text.rstrip().splitlines() if line != "Loading ..."]
