"""Tables, markup, messages and progress: what every command prints by."""

import csv
import io
import json
import re
import sys
import time
from threading import Condition
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from llq.cli.entry import run
from llq.cli.output import progress
from llq.cli.output.console import escaped, messages, stdout
from llq.cli.output.printing import (
    Format,
    announce,
    measured,
    print_rows,
    print_text,
    progress_bar,
    shown,
)
from llq.cli.output.table_layout import Column, fold, table_lines
from tests.processes import run_python

MATCH = {
    "first": "table",
    "second": "strategic",
    "games": 200_000,
    "win_prob": 0.620265,
    "standard_error": 0.00108521,
    "draws": 5,
    "seed": 1,
    "rules": "love-letter/classic v1",
}
EXACT = {
    "variant": "hobbit",
    "first": "strategic",
    "second": "random",
    "hand": "The One Ring, Arkenstone",
    "face_up": 0,
    "win": 0.513526,
    "loss": 0.486474,
    "draw": 4.71732e-05,
    "playouts": 1000,
    "error_bound": 1e-12,
}
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


def text_of(printed):
    """Return what was printed without the terminal's styles."""
    return re.sub(r"\x1b\[[0-9;]*m", "", printed)


def words_of(rows):
    """Yield every word of every text of some rows."""
    for row in rows:
        for value in row.values():
            if isinstance(value, str):
                yield from value.split()


def test_a_value_and_its_error_share_a_column(printed):
    """A win probability is printed to its standard error's second digit, in one column."""
    out = printed([MATCH])
    assert "0.6203 ± 0.0011" in out
    assert "standard_error" not in out


def test_errors_are_found_by_their_columns_names(printed):
    """``x_error`` belongs to ``x`` wherever it stands, ``standard_error`` to what is before it."""
    row = {"player": "p", "lead": 4.271, "score": 0.5, "lead_error": 0.153, "score_error": 0.0213}
    out = printed([row])
    assert "4.27 ± 0.15" in out
    assert "0.500 ± 0.021" in out
    out = printed([{"published": 0.5, "ours": 0.513, "standard_error": 0.02, "z": 0.65}])
    assert "0.513 ± 0.020" in out
    assert "0.5 " in out


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
        assert measured(value, error) == text


def test_a_very_long_word_is_shortened_in_tables_only(printed):
    """The middle of a path without end is left out; JSON, CSV and a user's own rows have it."""
    rows = [{"file": "/tmp/" + "x" * 5000 + ".h5", "finding": f"no such file {'y' * 5000}; go"}]
    out = printed(rows)
    assert "/tmp/" in out
    assert "x.h5" in out
    assert "…" in out
    assert out.count("x") + out.count("y") < 330
    for whole in (
        printed(rows, Format.json), printed(rows, Format.csv), printed(rows, as_given=True)
    ):  # fmt: skip
        assert whole.count("x") >= 5000


def test_what_does_not_vary_stands_below_the_table(printed):
    """Columns that are the same in all rows are one line below; what varies stays a column."""
    rows = [
        {"player": p, "face_up": 0, "playouts": 1000, "wins": w} for p, w in (("a", 1), ("b", 2))
    ]
    table, _, caption = printed(rows).rpartition("┘\n")
    assert caption == "face_up 0, playouts 1000\n"
    assert "playouts" not in table
    assert all(name in table for name in ("player", "wins"))


def test_settings_stand_below_a_table_of_one_row(printed):
    """How a result was made is below the table also where nothing shows that it is constant."""
    table, _, caption = printed([EXACT]).rpartition("┘\n")
    assert caption == "face_up 0, playouts 1000, error_bound 1e-12\n"
    assert "hobbit" in table
    assert "hand" in printed([EXACT], settings=("hand",)).rpartition("┘\n")[2]


def test_values_that_differ_beyond_the_shown_digits_stay(printed):
    """Two values that a table shows alike are not declared the same."""
    rows = [{"n": n, "x": x} for n, x in ((1, 0.5), (2, 0.5 + 1e-9))]
    assert "│ 2 │ 0.5 │" in printed(rows)


def test_rows_that_are_all_alike_stay_a_table(printed):
    """Where everything is constant nothing is taken out of the table."""
    assert printed([{"a": 1, "b": "x"}] * 2).count("│ 1 │ x │") == 2


def test_a_table_as_given_has_every_column(printed):
    """A query's columns stand where the query has them, constant or not, errors apart."""
    out = printed([MATCH, MATCH], as_given=True)
    assert all(name in out for name in MATCH)
    assert "±" not in out


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("rows", [[MATCH], [EXACT], [EXACT, EXACT | {"first": "monte_carlo"}]])
def test_no_text_is_lost_at_80_columns(printed, rows):
    """Each text of a wide row is on a terminal of 80 columns, word by word, within its width."""
    out = text_of(printed(rows))
    assert max(map(cell_len, out.splitlines())) <= 80
    for word in words_of(rows):
        assert word in out


@pytest.mark.usefixtures("terminal")
def test_a_sentence_folds_between_words_on_a_terminal(capsys):
    """A line below a table is broken by words, not by the terminal's edge; brackets stay."""
    print_text("[/x] some words " * 10)
    lines = text_of(capsys.readouterr().out).splitlines()
    assert [line for line in lines if len(line) > 80 or line.startswith("ome")] == []
    assert " ".join(lines).split() == ["[/x]", "some", "words"] * 10


def test_a_sentence_in_a_pipe_folds_at_120(capsys):
    """Off a terminal too a long text is broken between words, and none is lost."""
    print_text("words " * 100)
    lines = capsys.readouterr().out.splitlines()
    assert 110 < max(map(len, lines)) <= 120
    assert " ".join(lines).split() == ["words"] * 100


@pytest.mark.usefixtures("terminal")
def test_a_table_too_wide_for_words_is_one_value_a_line(printed):
    """Twelve columns of texts do not fit: records follow, every name beside its value."""
    rows = [{f"name_{i}": f"value-{row}-{i}" for i in range(12)} for row in range(2)]
    lines = text_of(printed(rows)).splitlines()
    assert lines[0].startswith("─[ 1 of 2 ]─")
    assert lines[1].split() == ["name_0", "│", "value-0-0"]
    assert lines[-1].split() == ["name_11", "│", "value-1-11"]
    assert len(lines) == 2 * 13
    rows[0]["name_3"] = None
    assert (
        text_of(printed(rows)).splitlines() == lines[:4] + lines[5:]
    )  # an empty field is left out


@pytest.mark.usefixtures("terminal")
def test_long_output_is_paged_on_a_terminal(monkeypatch, capsys):
    """The user's pager gets all of it; a pipe has no pager."""
    paged = []
    monkeypatch.setattr("pydoc.pager", paged.append)
    with stdout.paged():
        print_text("first")
        print_text("second")
    assert capsys.readouterr().out == ""
    assert text_of("".join(paged)).split() == ["first", "second"]


@pytest.mark.usefixtures("terminal")
def test_a_list_of_records_has_no_empty_values(printed):
    """What a record lacks takes no line."""
    rows = [{f"name_{i}": f"value-{row}-{i}" * (i != row) for i in range(12)} for row in range(2)]
    lines = text_of(printed(rows)).splitlines()
    assert len(lines) == 2 * 12
    assert "name_0" not in lines[1]


def test_no_line_of_a_pipe_is_wider_than_120(printed):
    """Off a terminal a table folds its texts, and one of too many columns is a list, in full."""
    folded = printed([{"a": "lorem ipsum " * 50, "b": 0.123456, "c": "dolor " * 50}])
    listed = printed([{f"name_{i}": f"{'value' * 4}-{i}" for i in range(12)}])
    for out, word, times in ((folded, "ipsum", 50), (folded, "dolor", 50), (listed, "name_", 12)):
        assert max(map(len, out.splitlines())) <= 120
        assert out.count(word) == times
    assert "0.123456" in folded


def test_a_table_without_unicode_has_no_question_marks():
    """Where stdout is ASCII, a table and its errors are drawn in ASCII, columns still aligned."""
    code = (
        "from llq.cli.output.printing import *;"
        "from llq.cli.output.console import fit_encoding; fit_encoding();"
        "print_rows([{'x': 0.62, 'x_error': 0.011, 'dash': '1–2'}], Format.table); print('… ± ♠')"
    )
    *table, last = run_python(code, PYTHONIOENCODING="ascii").stdout.splitlines()
    assert table == [
        "+----------------+------+",
        "|              x | dash |",
        "|----------------+------|",
        "| 0.620 +- 0.011 | 1-2  |",
        "+----------------+------+",
    ]
    assert last == "... +- S"


@pytest.mark.parametrize("is_terminal", [True, False])
@pytest.mark.parametrize("text", HOSTILE)
def test_brackets_are_printed_as_they_are(request, capsys, printed, text, is_terminal):
    """No value, column, title or message is read as Rich's markup or emoji code."""
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
    assert shown("A[b]\n\x1b") == "A[b]\\n\\x1b"
    long = shown("start" + "x" * 10_000 + "end")
    assert len(long) == 80
    assert (long[:5], long[-3:]) == ("start", "end")
    assert escaped("é ♠ 漢") == "é ♠ 漢"


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


def test_announcing_says_how_long_at_once(capsys):
    """What begins and what it takes is on stderr before the work, in a pipe too."""
    announce("Training Literature's policies, once", "about 20 minutes, 1 GB")
    assert capsys.readouterr().err == (
        "Training Literature's policies, once (about 20 minutes, 1 GB).\n"
    )


def test_quick_work_says_nothing_in_a_pipe(capsys):
    """Work that ends at once leaves no line."""
    with progress_bar("Quick") as report:
        report(1, 1)
    assert capsys.readouterr().err == ""


def test_long_work_says_how_far_it_is_in_a_pipe(monkeypatch):
    """What is being done, then the share done and the time left, then the end: plain lines."""
    heard = Heard(monkeypatch)
    for name in ("_LINE_AFTER_SECONDS", "_LINE_EVERY_SECONDS", "_QUICK_SECONDS"):
        monkeypatch.setattr(progress, name, 0.05)
    with progress_bar("Solving [x]") as report:
        for goal in ("Solving [x] …\n", "Solving [x]: 25% done, about "):
            heard.wait_for(goal)
            report(1, 4)
    said = heard.getvalue()
    assert " left\n" in said
    assert said.splitlines()[-1].startswith("Solving [x]: done in ")
    assert "\r" not in said
    assert "\x1b" not in said


def test_silence_is_counted_from_the_last_sign_of_life(monkeypatch):
    """Modules that took long to import leave less time before the first line in a pipe."""
    heard = Heard(monkeypatch)
    monkeypatch.setattr(progress, "_LINE_AFTER_SECONDS", 60.0)
    monkeypatch.setattr(progress, "_QUICK_SECONDS", 0.01)
    monkeypatch.setattr(progress.messages, "last_sign", time.monotonic() - 60)
    with progress_bar("Compiling"):
        heard.wait_for("Compiling …\n")
    assert progress.messages.last_sign > time.monotonic() - 10


def test_work_that_fails_leaves_no_line_of_its_end(monkeypatch):
    """After an error nothing says that the work is done."""
    heard = Heard(monkeypatch)
    monkeypatch.setattr(progress, "_LINE_AFTER_SECONDS", 0.01)
    monkeypatch.setattr(progress, "_QUICK_SECONDS", 0.01)

    def fail():
        with progress_bar("Failing"):
            heard.wait_for("\n")
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fail()
    assert heard.getvalue() == "Failing …\n"


def test_ctrl_c_while_modules_are_imported_is_one_line(capsys, monkeypatch):
    """The script leaves with exit code 130 and no traceback before there is a command line."""

    class Interrupted(ModuleType):
        def __getattr__(self, name):
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "llq.cli.main", Interrupted("llq.cli.main"))
    monkeypatch.setattr("os._exit", sys.exit)
    with pytest.raises(SystemExit) as leaving:
        run()
    assert (leaving.value.code, capsys.readouterr().err) == (130, "Stopped.\n")


@pytest.mark.parametrize(
    ("stopped", "message"),
    [
        (KeyboardInterrupt(), "Stopped.\n"),
        (KeyboardInterrupt("Stopped. Run it again."), "Stopped. Run it again.\n"),
        (RuntimeError("Query interrupted"), "Stopped.\n"),
    ],
)
def test_ctrl_c_in_a_command_is_one_line(capsys, monkeypatch, stopped, message):
    """Whatever the work says of Ctrl-C is all that is said, and the exit code is 130."""

    def interrupted():
        raise stopped

    monkeypatch.setattr("llq.query.tables.files.tables", interrupted)
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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        *(
            (["sueca", "match", "R,R", "R,R", f"--games={number}"], "Invalid value for")
            for number in ("9" * 4301, "-" + "9" * 4301, "9" * 100_000)
        ),
        (["no[/x]\x1b[2J"], "no[/x"),
        (["[red]" + "x" * 5000], "[red]"),
    ],
)
def test_what_was_mistyped_is_repeated_harmlessly(capsys, monkeypatch, words, said):
    """A usage error repeats a word escaped, shortened and with its brackets; exit code 2.

    So it does an integer of more digits than Python reads.
    """
    monkeypatch.setattr(sys, "argv", ["llq", *words])
    with pytest.raises(SystemExit) as leaving:
        run()
    out, err = capsys.readouterr()
    assert (leaving.value.code, out) == (2, "")
    assert said in err
    assert "\x1b" not in err
    assert len(err) < 3000


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["lookup", "--help"], {"numba", "duckdb", "pydantic", "h5py"}),
        (["sueca", "advise", "--help"], {"numba"}),
        (["build", "dominion-strategies", "--help"], {"numba", "duckdb", "pydantic", "h5py"}),
    ],
)
def test_quick_commands_load_little(words, heavy):
    """What an answer does not need is not imported for it."""
    script = f"""
import atexit, sys
from llq.cli.entry import run
sys.argv = {["llq", *words]!r}
atexit.register(lambda: print(sorted({heavy!r} & set(sys.modules)), file=sys.stderr))
run()
"""
    done = run_python(script, check=False)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (0, "[]")


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
