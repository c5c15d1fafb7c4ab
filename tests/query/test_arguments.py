"""Numbers of threads: every public function refuses what is none."""

import inspect
from itertools import product
from typing import Any

import pytest
from typer.testing import CliRunner

import llq
from llq import dominion, literature, love_letter, sueca
from llq.cli.main import app
from llq.errors import IllegalState, LlqError
from tests.query.test_argument_types import FUNCTIONS

ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "llq.build": ("dominion",),
    "llq.love_letter.match": ("random", "strategic"),
    "llq.dominion.match": ("picky", "greedy"),
    "llq.sueca.match": ("R,R", "T,T"),
    "llq.literature.match": ("random", "possible"),
}
THREADED = [
    name
    for name, function in FUNCTIONS.items()
    if inspect.isfunction(function)
    and "threads" in inspect.signature(function).parameters
    and name.count(".") < 3
]
"""Every public function of the fronts that takes a number of threads."""


def needed_arguments(name):
    """Return what a function cannot do without."""
    if name == "llq.sueca.advise":
        return (sueca.position("S:AK72 H:765 D:2 C:A7", "C", trick="N:2H W:4H"),)
    return ARGUMENTS.get(name, ())


@pytest.mark.parametrize("threads", [0, -1, 1025, 10**9, 1.5, "2"])
def test_threads_are_refused(threads, tmp_path, monkeypatch):
    """No number of threads is an error in one line that says so, before anything is computed."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    for name in THREADED:
        with pytest.raises(IllegalState, match=r"threads? ") as refused:
            list(FUNCTIONS[name](*needed_arguments(name), threads=threads))
        assert str(threads) in str(refused.value)
        assert "\n" not in str(refused.value), name
        assert not list(tmp_path.iterdir())


def test_numbers_of_games_and_seeds_are_refused():
    """What is no number of games, or no seed, is one short line; so are thousands of digits."""
    for match, players in (
        (love_letter.match, ("random", "strategic")),
        (love_letter.rounds.match_party, (["thumb"] * 3,)),
        (dominion.match, ("picky", "greedy")),
        (sueca.match, ("R,R", "T,T")),
        (literature.match, ("random", "possible")),
        (literature.positions.show, ("random", "possible")),
    ):
        number = {"games", "deals"} & inspect.signature(match).parameters.keys()
        assert number or match is literature.positions.show
        for name, wrong in product(number, [0, -1, 10**4300, 10**5000, 10.5, "9", None]):
            with pytest.raises(IllegalState, match=name) as refused:
                match(*players, **{name: wrong})
            assert len(str(refused.value)) < 120
        for seed in (-1, 1.5, "a", None):
            with pytest.raises(LlqError, match="seed must be "):
                match(*players, seed=seed)


LONG = "9" * 5000


def test_a_number_of_thousands_of_digits_is_one_clear_line():
    """Wherever a number is read from text, one that is far too long is refused in one line."""
    for words in [
        ("love-letter", "match", "table", "strategic", "-n", LONG),
        ("sueca", "match", "R,R", "A,A", "--seed", LONG),
        ("lookup", "1", "8", "--variant", f"deck-{LONG}"),
        ("lookup", "1", "8", "--deck", f"{LONG},1,1,1,1,1,1,1"),
        ("love-letter", "exact", "table", "strategic", "--face-up", LONG),
        ("dominion", "lookup", "--deck", f"{LONG} copper", "--coins", "3"),
        ("literature", "advise", "--hand", "2C", "--players", LONG),
        ("play", "love-letter", "--face-up", LONG),
        ("build", "dominion", "--turns", LONG),
    ]:
        done = CliRunner().invoke(app, words)
        assert done.exit_code in (1, 2)
        assert isinstance(done.exception, LlqError | SystemExit), done.exception
        assert len(str(done.exception)) < 400
        assert len(done.output) < 1000


def test_the_library_refuses_such_numbers_too():
    """A deck, a variant or a position with such a number is an error of llq's own, and short."""
    endless, start = 10**5000, "7 copper, 3 estate"
    for most, reads in {
        400: [
            lambda: love_letter.rules(f"deck-{LONG}"),
            lambda: literature.game({"me": 0, "players": LONG}),
            lambda: literature.game({"me": 0, "players": endless}),
            lambda: llq.lookup(endless, 8),
        ],
        100: [
            lambda: dominion.deck(f"{LONG} copper", coins=3, turn=4),
            lambda: dominion.lookup({"copper": endless, "estate": 3}, 3, 1),
            lambda: dominion.lookup(start, endless, 4),
            lambda: dominion.lookup(start, 3, endless),
            lambda: dominion.lookup(start, 3, 1, endless),
        ],
    }.items():
        for read in reads:
            with pytest.raises(LlqError) as refused:
                read()
            assert len(str(refused.value)) < most
