"""Literature on the command line, run as a user runs it."""

import csv
import io
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from llq.cli.output import progress
from llq.cli.output.console import Stream
from llq.query.literature.advice.advice import advise
from llq.query.literature.play.record import show
from llq.query.literature.positions.notation import read_game

PAGE = Path(__file__).parents[3] / "docs" / "literature" / "game.txt"
GAME = "me: 2\nhand: C:A2389 D:TJ H:345 S:QK\n3>0 5C -\n0>1 9H +\n"


@pytest.mark.parametrize("is_terminal", [True, False])
def test_advice_that_takes_a_while_says_so(llq, is_terminal, monkeypatch):
    """On a terminal a bar tells that kernels are compiled; nothing of it is left in a file."""
    at_once = lambda _after, start: SimpleNamespace(start=start, cancel=lambda: None)  # noqa: E731
    monkeypatch.setattr(progress, "Timer", at_once)
    stream = Stream("stderr")
    stream.console = Console(file=io.StringIO(), force_terminal=is_terminal)
    monkeypatch.setattr(progress, "messages", stream)
    code, out, err = llq("literature", "advise", PAGE)
    assert (code, err) == (0, "")
    assert "ask player 2 for the 2S" in out
    text = stream.console.file.getvalue()
    assert ("compiled the first time" in text) == is_terminal
    assert is_terminal or not text


def test_advise_shows_knowledge_and_the_grid(llq):
    """Counts of half suits, what others know, reasons, and all 48 cards in every hand."""
    out = llq("literature", "advise", PAGE, "--knowledge", "--grid", "--all")[1]
    text = " ".join(out.replace("│", " ").split())
    assert max(map(len, out.splitlines())) <= 100
    assert "2 2H 4H 2S they took it from you in line 22" in text
    assert "knows that you hold at least that you lack" in text
    assert "chance, % A 2 3 4 5 6 8 9 T J Q K" in text
    advice = advise(read_game(PAGE))
    assert f"{advice.chances['8S'][2]:.0%}".rstrip("%") in text
    assert "QD" in text
    usual = " ".join(llq("literature", "advise", PAGE)[1].replace("│", " ").split())
    assert "315 deals agree with your hand and the moves" in usual
    assert "2 other asks: --all shows them" in usual
    assert "2 other asks" not in text


def test_advise_as_csv(llq):
    """CSV holds the asks, the chances, the deductions or the claims, in full."""
    advice = advise(read_game(PAGE))

    def rows(*words):
        out = llq("literature", "advise", PAGE, "--format", "csv", *words)[1]
        return list(csv.DictReader(io.StringIO(out)))

    asks = rows()
    assert [(int(row["player"]), row["card"]) for row in asks] == [
        ask.action for ask in advice.actions
    ]
    assert [float(row["chance"]) for row in asks] == [ask.chance for ask in advice.actions]
    grid = {row.pop("card"): tuple(map(float, row.values())) for row in rows("--grid")}
    assert grid == advice.chances
    known = rows("--knowledge")
    assert [row["holds"] for row in known] == [" ".join(player.holds) for player in advice.players]
    sure = ("--move", "3>2 2S +")  # the last low spade that another had
    claims = rows("--claims", *sure)
    assert [row["half_suit"] for row in claims] == ["LS", "HD", "LH", "HS"]
    assert (claims[0]["holders"], claims[0]["is_certain"]) == ("3:A23456", "True")
    assert (claims[1]["holders"], claims[1]["chance"]) == ("", "0.0")
    assert claims[1]["why"] == "the other team holds QD"
    assert rows("--all") == asks


def test_a_mistake_is_one_line_and_exit_2(refused):
    """What is wrong in a game or its file, and where, is said in a line."""
    for words, text, message in [
        (("-",), "", "llq: stdin: the file is empty"),
        (("-",), GAME + "1>0 4C -", "llq: stdin:5: player 1 asks player 0, but it is player 0's"),
        (("-",), "\x00\x01", "llq: stdin"),
        (
            ("-",),
            "# a\nDear diary\ntrumps: none",
            "stdin:2: 'Dear diary' begins no game; the items",
        ),
        (("-",), "[1, 2]", "llq: stdin: JSON of a game must be an object"),
        (("nowhere.txt",), "", "no game can be read from nowhere.txt: No such file"),
        ((PAGE, "--me", "0"), "", "game.txt:9: player 0 cannot have had the KC: you do not hold"),
        ((PAGE, "--format", "csv", "--grid", "--claims"), "", "a CSV is one table: give one"),
    ]:
        assert message in refused("literature", "advise", *words, stdin=text)


def test_a_shown_game_is_advised_on(llq):
    """What show prints is a game that advise reads, from any seat."""
    text = llq("literature", "show", "greedy", "possible", "--moves", 30, "--seed", 8)[1]
    game = show("greedy", "possible", 8, moves=30)
    assert text == f"{game}\n"
    code, out, err = llq("literature", "advise", "-", stdin=text)
    assert (code, err) == (0, "")
    assert advise(game.game).text in out
    words = ("greedy", "possible", "--moves", 30, "--seed", 8, "--format", "json")
    again = llq("literature", "advise", "-", stdin=llq("literature", "show", *words)[1])
    assert [line.replace("move", "line") for line in again[1].splitlines()][:6] == (
        [line.replace("move", "line") for line in out.splitlines()][:6]
    )
    assert again[0] == 0
