"""``llq sql``: answers, failures in one line, and the shell."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from llq.errors import TableMissing
from llq.query.games import find_kind
from llq.query.sql.database import open_connection
from tests.terminal import read_screen

pytestmark = pytest.mark.usefixtures("classic_file")

LLQ = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
LLQ += "from llq.cli import entry; entry._SILENT_SECONDS = 600; entry.run()"


def start(code, *words, **environment):
    """Start a process that runs some code and then a command."""
    command = [sys.executable, "-c", code + LLQ, *words]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, env=os.environ | environment, **pipes)


def cells(out):
    """Return the rows of the tables in a text, heads and all, as lists of cells."""
    lines = [line for line in out.splitlines() if line.startswith(("┃", "│"))]
    return [[cell.strip() for cell in re.split("[┃│]", line)[1:-1]] for line in lines]


def test_every_statement_of_a_query_is_answered(llq):
    """Two statements print two answers, in every format."""
    query = "SELECT 1 AS one; SELECT 'a;b' AS two;"
    assert cells(llq("sql", query)[1]) == [["one"], ["1"], ["two"], ["a;b"]]
    assert llq("sql", query, "--format", "csv")[1] == "one\n1\n\ntwo\na;b\n"
    out, decoder = llq("sql", query, "--format", "json")[1], json.JSONDecoder()
    first, end = decoder.raw_decode(out)
    assert (first, json.loads(out[end:])) == ([{"one": 1}], [{"two": "a;b"}])


def test_a_statement_before_the_one_that_fails_is_answered(llq):
    """A failure ends the command with exit code 2, after the answers before it."""
    code, out, err = llq("sql", "SELECT 1 AS one; SELECT no_such")
    assert (code, err.count("\n")) == (2, 1)
    assert cells(out) == [["one"], ["1"]]


def test_whatever_fails_is_one_line(llq):
    """No query ends in a traceback, in Rich's markup, or in a message that fills the screen.

    A syntax error shows the place as DuckDB does, on two more lines, the caret under the word.
    """
    for query, reason in [
        ("SELECT '\ud800'", "character 9 is half a surrogate pair"),
        ("SELECT $x", "not provided"),
        ("SELECT 1;;SELEC", "syntax error"),
        ("/* nothing */", "the query is empty"),
        ("  ", "the query is empty"),
        ("SELECT * FROM nowhere", "no relation or view nowhere"),
        ("SELECT error('[/x] [bold]')", "[/x] [bold]"),
        ("SELECT error('a\x1b[2Jb')", "a\\x1b[2Jb"),
        ("SELECT '" + "x" * 5000, "unterminated"),
    ]:
        code, out, err = llq("sql", query)
        assert (code, out, err.count("\n")) == (2, "", 3 if "LINE 1" in err else 1)
        assert reason in err
        assert len(err) < 1100
    lines = llq("sql", "SELECT 1; SELEC 1")[2].splitlines()
    assert lines[1].index("SELEC 1") == lines[2].index("^")


def test_a_table_of_seconds_is_built_when_a_query_needs_it(llq, tmp_path, monkeypatch):
    """``llq sql`` builds it once, so that it answers on a fresh install; Python is told of it."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    kind = find_kind("love_letter-classic-discards")
    assert "love_letter-classic-discards" in kind.quick
    deck = "deck-2-1-1-1-1-1-0-1"
    quick = replace(kind, quick={f"love_letter-{deck}": "a second"})
    monkeypatch.setattr("llq.query.sql.database.kinds_of", lambda _: [quick])
    query = f"SELECT 1 AS one FROM love_letter_{deck.replace('-', '_')}_opening LIMIT 1"
    with open_connection(is_lazy=True) as connection, pytest.raises(TableMissing):
        connection.execute(query)
    written = set()
    for _ in range(2):
        assert llq("sql", query, "--format", "csv")[1] == "one\n1\n"
        (file,) = tmp_path.glob("*.h5")
        written.add(file.stat().st_mtime_ns)
    assert len(written) == 1


def test_times_with_a_time_zone_are_printed(llq, monkeypatch):
    """They need no package that DuckDB would want for Python's own.

    Two columns of one name are both printed, the second numbered; what is no number is null.
    """
    monkeypatch.setitem(sys.modules, "pytz", None)
    query = "SELECT 1 AS a, '2026-01-02 03:04:05+00'::TIMESTAMPTZ AS a, [now()] AS \"x y\""
    query += ", 'nan'::DOUBLE AS x"
    code, out, err = llq("sql", f"{query};", "--format", "json")
    assert (code, err) == (0, "")
    (row,) = json.loads(out)
    assert (row["a"], row["x"]) == (1, None)
    assert row["a_2"].startswith("2026-01-0")
    assert llq("sql", "SELECT now()")[0] == 0


@pytest.mark.parametrize(
    ("typed", "code", "answers"),
    [
        ("SELECT 40 +\n2 AS x;\nSELEC;\nSELECT 7 AS y", 1, [["x"], ["42"], ["y"], ["7"]]),
        ("SELECT 'a;\nb' AS t; -- done\nSELECT 2 AS u;", 0, [["t"], ["a;"], ["b"], ["u"], ["2"]]),
    ],
)
def test_the_shell_answers_query_after_query(llq, typed, code, answers):
    """A query of several lines ends with a semicolon of SQL's; a bad one does not end the shell."""
    exit_code, out, err = llq("sql", stdin=typed)
    assert (exit_code, cells(out)) == (code, answers)
    assert ("syntax error" in err) == bool(code)


@pytest.mark.parametrize("word", ["exit", "quit", "EXIT;", ".quit"])
def test_the_shell_is_left_by_a_word(llq, word):
    """What follows the word is not run."""
    assert llq("sql", stdin=f"SELECT 1 AS x;\n{word}\nSELECT 2 AS y;")[:2] == (
        0,
        llq("sql", "SELECT 1 AS x")[1],
    )


@pytest.mark.parametrize("name", ["nowhere", "dominion_strategies", "SELECT 1", "", 'a"b'])
def test_a_name_that_no_view_has_lays_nothing_out(refused, name, tmp_path, monkeypatch):
    """``--schema`` says from the catalogue that there is no such view, and opens no table."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert re.search("did you mean|llq sql --schema lists", refused("sql", "--schema", name))
    assert not [*tmp_path.rglob("*.duckdb")]


def test_the_shells_own_commands(llq):
    """.tables lists the views with their comments, .schema one's columns; others are refused."""
    out = llq("sql", stdin=".tables\n")[1]
    view = "love_letter_classic_opening"
    assert {"love_letter_classic", view} <= {row[0] for row in cells(out)}
    assert "Every state decoded" in out
    schema = llq("sql", "--schema", view)[1]
    assert ["column", "type", "comment"] in cells(schema)
    assert any(row[:2] == ["win_prob", "DOUBLE"] and "chance" in row[2] for row in cells(schema))
    assert llq("sql", stdin=f".schema {view};\n")[1] == schema
    assert llq("sql", "--schema")[1] == llq("sql", stdin=".schema\n")[1] == out
    assert "--variant big" in llq("sql", "--schema", "love_letter_big_opening")[2]
    assert ".schema NAME" in llq("sql", stdin=".help\n")[2]
    code, _, err = llq("sql", stdin=".drop [x]\n")
    assert code == 1
    assert "unknown command '.drop [x]'; .help" in err


def test_ctrl_c_ends_a_query(llq):
    """A query that would take minutes is left within seconds: one line, exit code 130."""
    llq("sql", "SELECT 1")  # lays the database out
    query = "SELECT 7 AS seven; SELECT count(*) FROM range(1000000) a, range(1000000) b "
    query += "WHERE a.range * b.range % 7 = 3"
    patch = """
from llq.query.sql.database import Connection
real = Connection._answer
Connection._answer = lambda *it: real(*it[:2], lambda: (print("asked", flush=True), it[2]())[1])
"""
    run = start(patch, "sql", query, "--format", "csv", PYTHONUNBUFFERED="1")
    assert [run.stdout.readline().strip() for _ in range(5)] == ["asked", "seven", "7", "", "asked"]
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=60)
    assert (run.returncode, err) == (130, "Stopped.\n")


def test_the_shell_on_a_terminal(llq):
    """On a terminal the shell greets, prompts, goes on after an error, and leaves with code 0."""
    llq("sql", "SELECT 1")
    main_end, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", LLQ, "sql"], stdin=terminal, stdout=terminal, stderr=terminal
    ) as run:
        os.close(terminal)
        os.write(main_end, b"SELEC;\nSELECT 6 * 7 AS x;\nexit\n")
        text = read_screen(main_end)
    assert ".help says more" in text
    assert "llq> " in text
    assert "syntax error" in text
    assert "42" in text
    assert run.returncode == 0


@pytest.mark.parametrize("command", [["sql", "FROM source"], ["export", "duckdb", "out.duckdb"]])
def test_ctrl_c_while_a_table_is_laid_out(command, tmp_path, monkeypatch):
    """It is one line and exit code 130, and nothing half written is left."""
    patch = """
from llq.store import database
load = database.load
database.load = lambda *given: (print("loading", flush=True), load(*given))
"""
    monkeypatch.chdir(tmp_path)
    run = start(patch, *command, XDG_CACHE_HOME=str(tmp_path))
    assert run.stdout.readline() == "loading\n"
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    lines = [line for line in err.splitlines() if not line.startswith("Laying out")]
    assert (run.returncode, out, lines) == (130, "", ["Stopped."])
    assert {path.suffix for path in tmp_path.rglob("*") if path.is_file()} == {".lock"}
