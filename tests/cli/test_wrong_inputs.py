"""What people type wrong: the words of the answer, and one exit code for one kind of mistake."""

import re
import shlex

import pytest

from llq.cli.values import ValueType, read_integer
from tests.cli.test_commands import COMMANDS, options

FOREIGN = re.compile("Value error|Input should|Errno|Traceback|unable to parse|\x1b")
"""What Python, pydantic and terminals would say."""
LL, DOMINION, KING = "llq love-letter", "llq dominion", "llq track --dealt king"


@pytest.mark.usefixtures("classic_file")
def test_a_mistake_in_what_was_typed_is_exit_2_in_our_words(refused):
    """A wrong name, choice or number ends with 2, says what there is, and speaks no Python.

    It is repeated escaped, shortened and with its brackets.
    """
    for line, reason in [
        *((f"llq {old}", "There is no command") for old in ("simulate", "verify sueca", "compare")),
        ("llq lokup 1 8", "no command 'lokup' (did you mean lookup?); choose one of love-letter"),
        ("llq build nothing", "no command 'nothing'; choose one of love-letter, love-letter-o"),
        ("llq dominion check none.toml", "no game can be read from none.toml: No such file"),
        ("llq play sueca --setting x", "--setting: such as face_up=3; got 'x'"),
        ("llq play sueca --setting seat=1", "use --seat 1"),
        ("llq play sueca --setting leader=9", "seats are 0 to 3; got 9"),
        ("llq play poker", "unknown game 'poker'; choose one of love-letter"),
        ("llq play suecca", "unknown game 'suecca' (did you mean sueca?)"),
        ("llq play love-letter --against nobody", "nobody"),
        ("llq play love-letter --against random --seat 5", "seats are 0 to 1"),
        ("llq play love-letter --setting cards=3", "no option 'cards'"),
        ("llq play love-letter --setting variant=hobbit", "use --variant hobbit"),
        ("llq play love-letter --setting people=Ann", "use --people Ann"),
        ("llq play dominion --setting turns=x", "non-negative"),
        ("llq track", "--dealt: give --dealt, your card, or --game"),
        ("llq track --dealt 3 --game x", "--dealt: give --dealt, your card, or --game"),
        ("llq track --dealt 9", "llq: dealt: classic Love Letter has no card '9'"),
        (f"{KING} --players 7 --edition 2019", "2019 Love Letter is for 2 to 6 players"),
        (f"{KING} --players 5", "classic Love Letter is for 2 to 4 players"),
        (f"{KING} --players 4 --edition hobbit", "hobbit is for two"),
        (f"{KING} --players 3 --seat 3", "seats are 0 to 2; got 3"),
        (f"{KING} --players 3 --policy solution", "policy is table, or left out"),
        (f"{KING} --players 3 --policy table", "for two players of the 2019 edition; got 3"),
        (f"{KING} --seat 1", "give --players too"),
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
        ("llq literature match gredy random", "is not a player of Literature (did you mean"),
        (f"{DOMINION} match gredy random", "no strategy 'gredy' (did you mean greedy?)"),
        (f"{DOMINION} kingdom turns smity", "no kingdom card 'smity' (did you mean smithy?)"),
        (f"{DOMINION} kingdom turns Cellar", "llq dominion kingdom ranking lists those"),
        (f"{DOMINION} strategies match greedy gredy", "no strategy 'gredy' (did you mean greedy?)"),
        (f"{DOMINION} strategies simulate nowhere:Player", "no player 'nowhere:Player'"),
        (f"{DOMINION} strategies simulate optimal --turns 200", "100 at most"),
        (f"{DOMINION} strategies simulate 'smithy; silver'", "llq dominion race match does"),
        (f"{DOMINION} strategies scores --chance 0", "the least is 1/40"),
        (f"{DOMINION} strategies scores --chance 1/1000", "the least is 1/40"),
        (f"{DOMINION} strategies scores --chance 2", "must be above 0 and at most 1"),
        (f"{DOMINION} strategies scores --chance 1/0", "'1/0' is not a chance; write it like"),
        (f"{DOMINION} strategies scores --chance x", "'x' is not a chance; write it like 1/31"),
        (f"{DOMINION} lookup --deck '7 coper, 3 estate' --coins 3 --turn 1", "mean copper?)"),
        (f"{DOMINION} race match big_mony greedy", "(did you mean big_money?)"),
        (
            f"{DOMINION} race lookup --mine '7c 3e' --theirs '7c 3e' --coins 3 --left '3 province'",
            "the province cards do not add up",
        ),
        ("llq build --all --on cloud", "got 'cloud'"),
        ("llq plot sueca-score", "there is no figure 'sueca-score' (did you mean sueca-scores?)"),
        ("llq serve --port 99999", "must be an integer from 0 to 65535; got '99999'"),
        ("llq warm-up --processes 0", "must be an integer of at least 1; got '0'"),
        *(
            (f"llq sueca match R,R R,R --games={number}", "Invalid value for")
            for number in ("9" * 4301, "-" + "9" * 4301, "9" * 100_000)  # more than Python reads
        ),
        ("llq 'no[/x]\x1b[2J'", "no[/x"),
        (f"llq [red]{'x' * 5000}", "[red]"),
    ]:
        err = refused(*shlex.split(line)[1:])
        assert reason in err
        assert not FOREIGN.search(err)
        assert len(err) < 3000


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
def test_what_fails_of_a_right_command_line_is_exit_1(llq, line):
    """A folder that takes no file, or an address, is refused in one line before any work."""
    code, out, err = llq(*shlex.split(line)[1:])
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "Errno" not in err


def test_a_table_that_is_missing_is_exit_1(llq, tmp_path, monkeypatch):
    """It is no mistake in what was typed, and the line names what builds it."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    code, out, err = llq(*shlex.split("build literature-league --players article,quick"))
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "llq build literature-policies" in err


def test_no_command_takes_what_it_cannot(llq):
    """Over the whole tree no number, no choice, an unknown option and too few words are exit 2.

    What was typed in the place of a number or choice is repeated; options that are the same
    everywhere are tried once, and `--threads 0` wherever it can be typed.
    """
    tried = set()
    for words, command in COMMANDS.items():
        mistakes = {"--no-such-option": "No such option: --no-such-option"}
        for name, option in options(command).items():
            definition = name, option.help, option.metavar
            if option.metavar in ("N", "X") and definition not in tried:
                mistakes[f"{name} none"] = f"{name}': must be "
            elif "|" in (option.metavar or "") and definition not in tried:
                mistakes[f"{name} none"] = f"{name}': 'none' is not a choice"
            tried.add(definition)
        if "--threads" in options(command):
            mistakes["--threads 0"] = "Invalid value for '--threads': must be "
        if any(parameter.required for parameter in command.params):
            mistakes[""] = "Missing "
        for typed, reason in mistakes.items():
            code, out, err = llq(*words, *typed.split())
            assert (code, out, err.count("\n")) == (2, "", 1), (words, typed)
            assert reason in err
            assert err.startswith("llq: ")
            assert err.endswith(f"llq {' '.join(words)} --help\n")
            assert not reason.endswith("be ") or f"; got '{typed.split()[1]}';" in err


def test_integers_are_read_as_people_write_them():
    """An exponent or underscores are an integer where the value is one."""
    texts = ["7", "-3", "1e6", "1_000", "2.5e3", "1E3"]
    assert [*map(read_integer, texts)] == [7, -3, 10**6, 1000, 2500, 1000]


def test_what_is_no_integer_is_refused_at_once():
    """Fractions, other scripts and numbers of thousands of digits are no integers."""
    for text in ["", "x", "1e-3", "0.5", "1__0", "_1", "9" * 5000, "1e999", "٣"]:
        with pytest.raises(ValueError, match="integer"):
            ValueType(int).read(text)
