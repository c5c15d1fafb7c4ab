"""One shape of answer and one shape of match in four games."""

import json

import pytest

import llq
from llq.query.answers import ActionValue, Answer
from llq.query.match_result import Match

LITERATURE = ("C:A2389 D:TJ H:345 S:QK", 2, "1>2 4D -")


def love_letter():
    """Ask Love Letter's table."""
    return llq.love_letter.lookup(1, 8)


def dominion():
    """Ask Dominion's table."""
    return llq.dominion.lookup("7 copper, 3 estate", coins=4, turn=1, turns=31)


def sueca():
    """Ask a player of Sueca who looks at few hands."""
    position = llq.sueca.position("S:AK72 H:765 D:2 C:A7", "C", trick="N:2H W:4H")
    return llq.sueca.advise(position, "mc_extra:20x1")


def literature():
    """Ask Literature's exact chances."""
    return llq.literature.advise(llq.literature.game(*LITERATURE))


ASKED = {
    "love_letter": (love_letter, "Guard, guessing Priest", {"card": "Guard", "guess": "Priest"}),
    "dominion": (dominion, "silver", {"card": "silver"}),
    "sueca": (sueca, "7H", "7H"),
    "literature": (literature, "4C", {"player": 1, "card": "4C"}),
}
pytestmark = pytest.mark.usefixtures("classic_file", "dominion_file")


@pytest.mark.parametrize("game", ASKED)
def test_every_answer_has_one_shape(game):
    """The best action can be played, every action has its value and cost, and JSON holds it all."""
    ask, words, best = ASKED[game]
    check_shape(ask(), words, best, getattr(llq, game).Action)


@pytest.mark.parametrize("game", ASKED)
def test_every_answer_is_shown_alike(game):
    """Rows have a cell a heading; records name the action, then its numbers, then its words."""
    answer = ASKED[game][0]()
    for table in answer.tables:
        assert {*table.numbers} <= {*table.headings}
        assert all(len(row.cells) == len(table.headings) for row in table.rows)
    assert answer.title.endswith(answer.text)
    names, rows = answer.records()
    assert names[:4] == ("action", "value", "cost", "standard_error")
    assert all(tuple(row) == names for row in rows)
    assert [row["action"] for row in rows] == [action.text for action in answer.actions]
    is_word = [isinstance(value, str | bool) for value in rows[0].values()][1:]
    assert is_word.index(True) == names.index("is_best") - 1


def check_shape(answer, words, best, kind):
    """Check an answer whose best action is of a kind, in words and as plain data."""
    assert isinstance(answer, Answer)
    assert words in answer.text
    assert isinstance(answer.best, kind)
    values = [action.value for action in answer.actions]
    assert all(isinstance(action, ActionValue) for action in answer.actions)
    assert answer.actions[0].is_best
    assert answer.best == answer.actions[0].action
    assert values == sorted(values, reverse=True)
    costs = [action.cost for action in answer.actions]
    assert costs[0] == 0
    assert costs == sorted(costs)
    for action in answer.actions:
        if not hasattr(answer, "objective"):  # Sueca counts the game besides the points
            assert action.cost == pytest.approx(values[0] - action.value, abs=1e-9)
        assert action.text
        assert action.standard_error is None or action.standard_error >= 0
    plain = json.loads(json.dumps(answer.to_dict(), allow_nan=False))
    assert {"best", "text", "value", "unit", "actions", "source"} <= plain.keys()
    if isinstance(best, str):
        assert plain["best"] == best
    else:
        assert best.items() <= plain["best"].items()
    assert [row["value"] for row in plain["actions"]] == values
    assert answer.source
    assert str(answer)


MATCHES = {
    "love_letter": lambda: llq.love_letter.match("strategic", "random", games=500, seed=3),
    "dominion": lambda: llq.dominion.match("greedy", "random", games=200, seed=3),
    "sueca": lambda: llq.sueca.match("A,A", "R,R", games=200, seed=3),
    "literature": lambda: llq.literature.match("possible", "random", games=60, seed=3),
}


@pytest.mark.parametrize("game", MATCHES)
def test_every_match_has_one_shape(game):
    """What is won, drawn and lost adds up, shares are of it, and the error is one of that share."""
    match = MATCHES[game]()
    assert isinstance(match, Match)
    assert match.seed == 3
    assert match.wins + match.draws + match.losses == match.games
    assert match.win_prob == pytest.approx(match.wins / match.games)
    assert match.score == pytest.approx((match.wins + match.draws / 2) / match.games)
    assert 0 < match.standard_error < 0.1
    assert f"llq {game.replace('_', '-')} match" in match.command
    plain = json.loads(json.dumps(match.to_dict(), allow_nan=False))
    assert {"first", "second", "games", "win_prob", "standard_error", "seed"} <= plain.keys()
    assert match.first in str(match)
    if match.lead is not None:
        low, high = match.interval
        assert low < match.lead < high
        assert match.z == pytest.approx(match.lead / match.lead_error)
