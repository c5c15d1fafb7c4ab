"""What people type wrong: the words of the answer, and one exit code for one kind of mistake."""

import shlex

import pytest

from llq.cli.values import ValueType, read_integer
from tests.cli.test_commands import COMMANDS, options

LL, DOMINION = "llq love-letter", "llq dominion"


@pytest.fixture
def run(llq):
    """Return a function that runs a command line and returns (exit code, stdout, stderr)."""

    def call(line):
        code, out, err = llq(*shlex.split(line)[1:])
        return code, out, " ".join(err.split())

    return call


def test_a_mistake_in_what_was_typed_is_exit_2_in_our_words(run):
    """A wrong name, choice or number ends with 2, says what there is, and speaks no Python."""
    for line, said in [
        ("llq lokup 1 8", "no command 'lokup' (did you mean lookup?); choose one of love-letter"),
        (
            "llq build nothing",
            "no command 'nothing'; choose one of love-letter, love-letter-openings",
        ),
        ("llq dominion check none.toml", "no game can be read from none.toml: No such file"),
        ("llq play sueca --setting x", "--setting: such as face_up=3; got 'x'"),
        ("llq play sueca --setting seat=1", "use --seat 1"),
        ("llq play sueca --setting leader=9", "seats are 0 to 3; got 9"),
        ("llq play poker", "unknown game 'poker'; choose one of love-letter"),
        ("llq play suecca", "unknown game 'suecca' (did you mean sueca?)"),
        ("llq lookup 1 8 --variant hobit", "unknown variant 'hobit' of Love Letter (did you mean"),
        ("llq lookup 1 8 --scoring discard", "'discard' is not a choice (did you mean discards?)"),
        ("llq lookup 1 8 --lead x", "'--lead': must be an integer; got 'x'"),
        ("llq lookup 1 8 --players 4", "llq love-letter advise --players 4"),
        ("llq lookup '/api/v1/love-letter/lookup?hand=1,8&sen=2'", "No such option: --sen"),
        ("llq lookup '/dominion?coins=5'", "a link of dominion; here are questions of love-letter"),
        ("llq lookup prnce 8", "no card 'prnce' (did you mean Prince?)"),
        ("llq lookup 3 1 --seen 2 --opponent princess", "discarded, by the opponent since you saw"),
        (f"{LL} match strategc table", "unknown player 'strategc' (did you mean strategic?)"),
        (f"{LL} match table table -n 0", "must be an integer of at least 1; got '0'"),
        (f"{LL} match table table -n 1.5", "must be an integer of at least 1; got '1.5'"),
        (f"{LL} match table table -n {'9' * 5000}", "must be an integer of at least 1; got '999"),
        (f"{LL} exploit random --within x", "must be a number; got 'x'"),
        ("llq sueca match pmc,MC R,R", "unknown player 'pmc' (did you mean pimc?)"),
        ("llq sueca advise", "a position needs the hand"),
        ("llq sueca advise nowhere.txt", "no position can be read from nowhere.txt"),
        ("llq sueca verify --only agree", "'agree' is not a choice (did you mean agrees?)"),
        (
            "llq literature match gredy random",
            "'gredy' is not a player of Literature (did you mean",
        ),
        (f"{DOMINION} match gredy random", "no strategy 'gredy' (did you mean greedy?)"),
        (f"{DOMINION} kingdom turns smity", "no kingdom card 'smity' (did you mean smithy?)"),
        (f"{DOMINION} kingdom turns Cellar", "llq dominion kingdom ranking lists those"),
        (f"{DOMINION} strategies match greedy gredy", "no strategy 'gredy' (did you mean greedy?)"),
        (f"{DOMINION} lookup --deck '7 coper, 3 estate' --coins 3 --turn 1", "mean copper?)"),
        (f"{DOMINION} race match big_mony greedy", "(did you mean big_money?)"),
        ("llq plot sueca-score", "there is no figure 'sueca-score' (did you mean sueca-scores?)"),
        ("llq serve --port 99999", "must be an integer from 0 to 65535; got '99999'"),
        ("llq sql 'SELEC 1'", "syntax error"),
        ("llq warm-up --processes 0", "must be an integer of at least 1; got '0'"),
    ]:
        code, out, err = run(line)
        assert (code, out) == (2, "")
        assert said in err
        for foreign in ("Value error", "Input should", "Errno", "Traceback", "unable to parse"):
            assert foreign not in err


def test_a_file_of_something_else_is_refused_at_its_first_line(run, tmp_path):
    """Prose with a colon somewhere is no game: the message is about where it begins."""
    path = tmp_path / "notes.txt"
    path.write_text("# a comment\nDear diary\ntrumps: none\n", encoding="utf-8")
    code, _, err = run(f"llq literature advise {path}")
    assert code == 2
    assert "notes.txt:2: 'Dear diary' begins no game; the items are" in err


def test_what_fails_of_a_right_command_line_is_exit_1(run, tmp_path, monkeypatch):
    """A missing table and a file that cannot be written are no mistakes in what was typed."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    monkeypatch.setenv("LLQ_STANDARD_TABLES", "no")
    code, out, err = run("llq build literature-league --players article,quick")
    assert (code, out) == (1, "")
    assert "llq build literature-policies" in err


@pytest.mark.parametrize(
    "line",
    [
        "llq build love-letter --folder /proc/none",
        "llq export duckdb /proc/none/all.duckdb",
        "llq export parquet /proc/none/all",
        "llq plot love-letter-opening --output /proc/none/opening.png",
        "llq serve --host name.invalid",
    ],
)
def test_what_the_system_refuses_is_exit_1_in_its_words(run, line):
    """A folder that takes no file, or an address, is refused in one line before any work."""
    code, out, err = run(line)
    assert (code, out, len(err.splitlines())) == (1, "", 1)
    assert "Errno" not in err


def test_no_command_takes_what_it_cannot(llq):
    """Over the whole tree no number, no choice, an unknown option and too few words are exit 2.

    What was typed in the place of a number or choice is repeated; options that are the same
    everywhere are tried once, and `--threads 0` wherever it can be typed.
    """
    tried = set()
    for words, command in COMMANDS.items():
        mistakes = {"--no-such-option": "No such option: --no-such-option"}
        for name, option in options(command).items():
            same = name, option.help, option.metavar
            if option.metavar in ("N", "X") and same not in tried:
                mistakes[f"{name} none"] = f"{name}': must be "
            elif "|" in (option.metavar or "") and same not in tried:
                mistakes[f"{name} none"] = f"{name}': 'none' is not a choice"
            tried.add(same)
        if "--threads" in options(command):
            mistakes["--threads 0"] = "Invalid value for '--threads': must be "
        if any(one.required for one in command.params):
            mistakes[""] = "Missing "
        for typed, said in mistakes.items():
            code, out, err = llq(*words, *typed.split())
            assert (code, out, err.count("\n")) == (2, "", 1), (words, typed)
            assert said in err
            assert err.startswith("llq: ")
            assert err.endswith(f"; see llq {' '.join(words)} --help\n")
            assert not said.endswith("be ") or f"; got '{typed.split()[1]}';" in err


def test_integers_are_read_as_people_write_them():
    """An exponent or underscores are an integer where the value is one."""
    for text, number in [
        ("7", 7),
        ("-3", -3),
        ("1e6", 10**6),
        ("1_000", 1000),
        ("2.5e3", 2500),
        ("1E3", 1000),
    ]:
        assert read_integer(text) == number


def test_what_is_no_integer_is_refused_at_once():
    """Fractions, other scripts and numbers of thousands of digits are no integers."""
    for text in ["", "x", "1e-3", "0.5", "1__0", "_1", "9" * 5000, "1e999", "٣"]:
        with pytest.raises(ValueError, match="integer"):
            ValueType(int).read(text)
