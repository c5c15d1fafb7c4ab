"""Tables, markup, messages and progress: what every command prints by."""

import csv
import io
import json
import sys
import time
from functools import partial
from threading import Condition
from types import ModuleType
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from llq.cli.entry import run
from llq.cli.output import progress
from llq.cli.output.columns import join_error
from llq.cli.output.console import messages, stdout
from llq.cli.output.printing import Format, announce, print_rows, print_text, progress_bar
from llq.cli.output.table_layout import Column, fold, table_lines
from llq.cli.output.terminal_text import escape_text, shorten
from tests.processes import run_python
from tests.terminal import without_styles

MATCH = {
    "first": "table", "second": "strategic", "games": 200_000, "win_prob": 0.620265,
    "standard_error": 0.00108521, "draws": 5, "seed": 1, "rules": "love-letter/classic v1",
}  # fmt: skip
EXACT = {
    "variant": "hobbit", "first": "strategic", "second": "random",
    "hand": "The One Ring, Arkenstone", "face_up": 0, "win": 0.513526, "loss": 0.486474,
    "draw": 4.71732e-05, "playouts": 1000, "error_bound": 1e-12,
}  # fmt: skip
ALIKE = (
    "variant hobbit, first strategic, second random, face_up 0, playouts 1000, error_bound 1e-12\n"
)
HOSTILE = ("a[b]c", "[/x]", "[bold]x[/bold]", "x[i]", ":smile:", "[link=http://a]b", "\\[a]", "[[")


@pytest.fixture
def printed(capsys):
    """Return a function that prints rows and returns the text."""

    def run(rows, form=Format.table, **options):
        print_rows(rows, form, **options)
        return capsys.readouterr().out

    return run


@pytest.fixture
def terminal(monkeypatch):
    """Make stdout a terminal of 80 columns, without colours."""
    monkeypatch.setenv("COLUMNS", "80")
    console = Console(
        width=80, force_terminal=True, color_system=None, no_color=True,
        highlight=False, markup=False, emoji=False,
    )  # fmt: skip
    monkeypatch.setitem(vars(stdout), "console", console)  # one that is made may be wider


def test_a_value_and_its_error_share_a_column(printed):
    """``x_error`` belongs to ``x`` wherever it stands, ``standard_error`` to what is before it."""
    played = {"lead": 4.271, "score": 0.5, "lead_error": 0.153, "score_error": 0.0213}
    published = {"published": 0.5, "ours": 0.513, "standard_error": 0.02, "z": 0.65}
    for row, texts in [
        (MATCH, ["0.6203 ± 0.0011"]),
        (played, ["4.27 ± 0.15", "0.500 ± 0.021"]),
        ({"score": 0.5, "score_standard_error": 0.0213}, ["0.500 ± 0.021"]),
        (published, ["0.513 ± 0.020", "0.5 "]),
    ]:
        table = printed([row])
        assert all(text in table for text in texts)
        assert "error" not in table


def test_json_and_csv_keep_every_value_in_full(printed):
    """Values, errors and settings are apart and unrounded where programs read them."""
    assert json.loads(printed([MATCH], Format.json)) == [MATCH]
    (row,) = csv.DictReader(io.StringIO(printed([MATCH], Format.csv)))
    assert row == {name: str(value) for name, value in MATCH.items()}


def test_digits_follow_the_error():
    """A value has as many decimals as two digits of its error; without one it has six digits."""
    for value, error, text in [
        (0.5, 0.0, "0.5"),
        (0.5, None, "0.5"),
        (0.5, float("nan"), "0.5"),
        (None, 0.1, ""),
        (12345.6, 250.0, "12346 ± 250"),
        (0.5, 0.0996, "0.50 ± 0.10"),
        (0.0, 0.25, "0.00 ± 0.25"),
        (1 / 3, 1e-12, "0.333333"),
        (-4.2719, 0.153, "-4.27 ± 0.15"),
    ]:
        assert join_error(value, error) == text


def test_a_very_long_word_is_shortened_in_tables_only(printed):
    """The middle of a path without end is left out; JSON, CSV and a user's own rows have it."""
    rows = [{"file": "/tmp/" + "x" * 5000 + ".h5", "finding": f"no such file {'y' * 5000}; go"}]
    out = printed(rows)
    assert "/tmp/" in out
    assert "x.h5" in out
    assert "…" in out
    assert out.count("x") + out.count("y") < 330
    in_full = [printed(rows, Format.json), printed(rows, Format.csv), printed(rows, as_given=True)]
    assert all(text.count("x") >= 5000 for text in in_full)


@pytest.mark.parametrize(
    ("rows", "options", "caption"),
    [
        ([EXACT, EXACT | {"hand": "", "win": 1, "loss": 2, "draw": 0}], {}, ALIKE),
        ([EXACT], {}, "face_up 0, playouts 1000, error_bound 1e-12\n"),
        ([EXACT], {"settings": ("hand",)}, "hand The One Ring, Arkenstone\n"),
        ([{"a": 1, "b": "x"}] * 2, {}, ""),
        ([{"a": 1, "x": 0.5}, {"a": 2, "x": 0.5 + 1e-9}], {}, ""),
        ([MATCH, MATCH], {"as_given": True}, ""),
    ],
)
def test_what_does_not_vary_stands_below_the_table(printed, rows, options, caption):
    """Constant columns, and settings of a single row, are one line below, not columns.

    Not where all is constant, nor where values differ beyond the digits shown, nor in a query's
    own table, whose errors stand apart too.
    """
    table, _, below = printed(rows, **options).rpartition("┘\n")
    assert below == caption
    for name in rows[0]:
        assert (name in table) != (name in caption)
    assert "±" not in table


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("rows", [[MATCH], [EXACT], [EXACT, EXACT | {"first": "monte_carlo"}]])
def test_no_text_is_lost_at_80_columns(printed, rows):
    """Each text of a wide row is on a terminal of 80 columns, word by word, within its width."""
    out = without_styles(printed(rows))
    assert max(map(cell_len, out.splitlines())) <= 80
    texts = [text for row in rows for text in row.values() if isinstance(text, str)]
    assert [word for word in " ".join(texts).split() if word not in out] == []


@pytest.mark.parametrize(("place", "width"), [("terminal", 80), ("capsys", 120)])
def test_a_sentence_folds_between_words(request, capsys, place, width):
    """No word is lost and no bracket read where a terminal of 80 cells, or a pipe at 120, folds."""
    request.getfixturevalue(place)
    print_text("[/x] some words " * 20)
    lines = without_styles(capsys.readouterr().out).splitlines()
    assert width - 15 < max(map(len, lines)) <= width
    assert " ".join(lines).split() == ["[/x]", "some", "words"] * 20


@pytest.mark.usefixtures("terminal")
def test_a_table_too_wide_for_words_is_one_value_a_line(printed):
    """Twelve columns of texts do not fit: records follow, every name beside its value."""
    rows = [{f"name_{i}": f"value-{row}-{i}" for i in range(12)} for row in range(2)]
    lines = without_styles(printed(rows)).splitlines()
    assert lines[0].startswith("─[ 1 of 2 ]─")
    assert lines[1].split() == ["name_0", "│", "value-0-0"]
    assert lines[-1].split() == ["name_11", "│", "value-1-11"]
    assert len(lines) == 2 * 13
    for empty in (None, ""):  # takes no line
        rows[0]["name_3"] = empty
        assert without_styles(printed(rows)).splitlines() == lines[:4] + lines[5:]


@pytest.mark.usefixtures("terminal")
def test_long_output_is_paged_on_a_terminal(monkeypatch, capsys):
    """The user's pager gets all of it; a pipe has no pager."""
    paged = []
    monkeypatch.setattr("pydoc.pager", paged.append)
    with stdout.paged():
        print_text("first")
        print_text("second")
    assert capsys.readouterr().out == ""
    assert without_styles("".join(paged)).split() == ["first", "second"]


def test_no_line_of_a_pipe_is_wider_than_120(printed):
    """Off a terminal a table folds its texts, and one of too many columns is a list, in full."""
    folded = printed([{"a": "lorem ipsum " * 50, "b": 0.123456, "c": "dolor " * 50}])
    listed = printed([{f"name_{i}": f"{'value' * 4}-{i}" for i in range(12)}])
    for out, word, times in ((folded, "ipsum", 50), (folded, "dolor", 50), (listed, "name_", 12)):
        assert max(map(len, out.splitlines())) <= 120
        assert out.count(word) == times
    assert "0.123456" in folded


@pytest.mark.usefixtures("classic_file")
def test_a_terminal_without_unicode_has_no_question_marks():
    """Where stdout is ASCII, answers, tables and errors are drawn in ASCII, columns aligned."""
    code = """
from contextlib import suppress
from llq.cli.main import main
from llq.cli.output.printing import Format, print_rows
with suppress(SystemExit):
    main()
print_rows([{"x": 0.62, "x_error": 0.011, "dash": "1–2"}], Format.table)
print("… ± ♠")
"""
    printed = run_python(code, "lookup", 1, 8, PYTHONIOENCODING="ascii").stdout
    assert "70.56%" in printed
    assert "####" in printed
    assert printed.splitlines()[-6:] == [
        "+----------------+------+",
        "|              x | dash |",
        "|----------------+------|",
        "| 0.620 +- 0.011 | 1-2  |",
        "+----------------+------+",
        "... +- S",
    ]


@pytest.mark.parametrize("is_terminal", [True, False])
@pytest.mark.parametrize("text", HOSTILE)
def test_brackets_are_printed_as_they_are(request, capsys, printed, text, is_terminal):
    """No value, column, title or message is read as Rich's markup or emoji code.

    An announcement says on stderr what begins and how long it takes, in a pipe too.
    """
    if is_terminal:
        request.getfixturevalue("terminal")
    out = printed([{text: 1, "b": text}], title=f"title {text}", as_given=True)
    assert out.count(text) == 3
    caption = printed([{"n": n, "k": text} for n in range(2)])
    assert f"k {text}" in caption
    messages.print(text)
    announce(text, text)
    assert capsys.readouterr().err == f"{text}\n{text} ({text}).\n"


def test_control_characters_are_escaped(printed):
    """What would steer a terminal is shown in Python's notation; a line's end is one."""
    out = printed([{"a\x1b[2J": "b\x07\x9b2J\ud800\u202e", "n": "one\ntwo"}])
    assert "a\\x1b[2J" in out
    assert "b\\x07\\x9b2J\\ud800\\u202e" in out
    assert [line for line in out.splitlines() if "one" in line or "two" in line] == [
        line for line in out.splitlines() if line.endswith(("one │", "two │"))
    ]


def test_shown_is_one_short_harmless_line():
    """A text of any length and content takes one line of a message, both ends kept."""
    assert shorten("A[b]\n\x1b") == "A[b]\\n\\x1b"
    long = shorten("start" + "x" * 10_000 + "end")
    assert len(long) == 80
    assert (long[:5], long[-3:]) == ("start", "end")
    assert escape_text("é ♠ 漢") == "é ♠ 漢"


@given(st.text(max_size=200), st.integers(2, 60))
def test_folding_keeps_every_character(text, width):
    """Folded lines hold all that is not blank in its order, none wider than asked."""
    lines = fold(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(cell_len(line) <= width for line in lines)


@given(
    st.lists(st.lists(st.text("ab c_/漢", max_size=60), min_size=3, max_size=3), max_size=8),
    st.integers(40, 120),
)
def test_a_table_is_never_wider_than_asked(rows, width):
    """Whatever the cells, no line is wider than the width, and the table's lines are all alike."""
    columns = [
        Column(name, cells) for name, *cells in zip(("one", "two_three", "x"), *rows, strict=True)
    ]
    lines, head = table_lines(columns, width)
    assert max(map(cell_len, lines), default=0) <= width
    if head:
        assert len({cell_len(line) for line in lines}) == 1


class Heard(io.StringIO):
    """The standard error of a test, which can wait for what is printed there."""

    def __init__(self, monkeypatch):
        super().__init__()
        self._more = Condition()
        monkeypatch.setattr(sys, "stderr", self)

    def write(self, text):
        with self._more:
            super().write(text)
            self._more.notify_all()

    def wait_for(self, text):
        with self._more:
            assert self._more.wait_for(lambda: text in self.getvalue(), 60), self.getvalue()


@pytest.fixture
def at_once(monkeypatch):
    """Have work speak at once; return what a test puts in the place of standard error."""
    for name in ("_LINE_AFTER_SECONDS", "_LINE_EVERY_SECONDS", "_QUICK_SECONDS"):
        monkeypatch.setattr(progress, name, 0.03)
    return partial(Heard, monkeypatch)


def test_quick_work_says_nothing_in_a_pipe(capsys):
    """Work that ends at once leaves no line."""
    with progress_bar("Quick") as report:
        report(1, 1)
    assert capsys.readouterr().err == ""


def test_long_work_says_how_far_it_is_in_a_pipe(at_once):
    """What is being done, then the share done and the time left, then the end: plain lines."""
    heard = at_once()
    with progress_bar("Solving [x]") as report:
        for goal in ("Solving [x] …\n", "Solving [x]: 25% done, about "):
            heard.wait_for(goal)
            report(1, 4)
    printed = heard.getvalue()
    assert " left\n" in printed
    assert printed.splitlines()[-1].startswith("Solving [x]: done in ")
    assert not {"\r", "\x1b"} & {*printed}


def test_silence_is_counted_from_the_last_sign_of_life(at_once, monkeypatch):
    """Modules that took long to import leave less time before the first line in a pipe."""
    heard = at_once()
    monkeypatch.setattr(progress, "_LINE_AFTER_SECONDS", 60.0)
    monkeypatch.setattr(progress.messages, "last_sign", time.monotonic() - 60)
    with progress_bar("Compiling"):
        heard.wait_for("Compiling …\n")
    assert progress.messages.last_sign > time.monotonic() - 10


def test_work_that_fails_leaves_no_line_of_its_end(at_once, monkeypatch):
    """After an error nothing says that the work is done."""
    heard = at_once()
    monkeypatch.setattr(progress, "_LINE_EVERY_SECONDS", 60.0)

    def fail():
        with progress_bar("Failing"):
            heard.wait_for("\n")
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fail()
    assert heard.getvalue() == "Failing …\n"


class Interrupted(ModuleType):
    """A module whose import Ctrl-C interrupts."""

    def __getattr__(self, name):
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("stopped", "message"),
    [
        (None, "Stopped.\n"),
        (KeyboardInterrupt(), "Stopped.\n"),
        (KeyboardInterrupt("Stopped. Run it again."), "Stopped. Run it again.\n"),
        (RuntimeError("Query interrupted"), "Stopped.\n"),  # by DuckDB
    ],
)
def test_ctrl_c_is_one_line(capsys, monkeypatch, stopped, message):
    """Whatever the work says of Ctrl-C is all that is said, and the exit code is 130.

    So it is while modules are imported, before there is a command line.
    """
    if stopped:
        monkeypatch.setattr("llq.query.tables.files.tables", Mock(side_effect=stopped))
    else:
        monkeypatch.setitem(sys.modules, "llq.cli.main", Interrupted("llq.cli.main"))
    monkeypatch.setattr(sys, "argv", ["llq", "tables"])
    monkeypatch.setattr("os._exit", sys.exit)
    with pytest.raises(SystemExit) as leaving:
        run()
    assert (leaving.value.code, *capsys.readouterr()) == (130, "", message)


def test_ctrl_c_ends_the_process_at_once():
    """Nothing of the interpreter's own end is waited for, and what was printed is not lost."""
    script = """
import atexit, sys
import llq.cli.main
from llq.cli import entry

def stop():
    print("an answer", end="")
    print("a message", end="", file=sys.stderr)
    raise SystemExit(130)

atexit.register(print, "the interpreter's end")
llq.cli.main.main = stop
entry._SILENT_SECONDS = 600
entry.run()
"""
    done = run_python(script, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "an answer", "a message")


def test_quick_commands_load_little():
    """What an answer does not need is not imported for it."""
    script = """
import sys
from llq.cli import entry
entry._SILENT_SECONDS = 600
heavy = {"numba", "duckdb", "pydantic", "h5py"}
for line in ("lookup", "build dominion-strategies", "sueca advise"):
    sys.argv = ["llq", *line.split(), "--help"]
    try:
        entry.run()
    except SystemExit as leaving:
        print(leaving.code, *sorted(heavy & {*sys.modules}), file=sys.stderr)
"""
    loaded = [line.split() for line in run_python(script).stderr.splitlines()]
    assert loaded[:2] == [["0"], ["0"]]
    assert loaded[2][0] == "0"
    assert "numba" not in loaded[2]


@pytest.mark.parametrize(("work", "message"), [("pass", "Loading ...\n"), ("say()", "said\n")])
def test_a_command_that_is_slow_to_load_says_so(work, message):
    """Within two seconds there is a word on stderr, whatever the command is doing."""
    script = f"""
from threading import Event
from llq.cli import entry, main
from llq.cli.output import console
begun, over, look = Event(), Event(), entry._break_silence

def say():
    console.messages.print("said")

def command():
    {work}
    begun.set()
    over.wait()

def look_once_begun(running):
    begun.wait()
    look(running)
    over.set()

entry._SILENT_SECONDS = 0.1
entry._break_silence = look_once_begun
main.main = command
entry.run()
"""
    done = run_python(script, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", message)
