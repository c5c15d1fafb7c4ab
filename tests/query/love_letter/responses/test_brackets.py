"""Brackets by name, by deal and by seat, and what is refused."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

import llq
from llq.errors import IllegalState, StaleTable, TableMissing
from llq.query.love_letter.responses import best_responses, exploitability_table
from llq.query.love_letter.responses.exploitability_table import stored_bracket
from llq.solver.love_letter.responses import bracket

DECK = "deck-2-1-1-0-1-0-1-1"
best_response = llq.love_letter.responses.best_response
best_response_bracket = llq.love_letter.responses.bracket


@pytest.mark.parametrize(
    ("scoring", "face_up"), [("half", 0), ("discards", 3), ("discards", (1, 2, 5))]
)
def test_a_bracket_holds_what_the_best_response_wins(scoring, face_up):
    """In both seats and on average, with and without cards face up."""
    steps, options = [], {"variant": DECK, "scoring": scoring, "face_up": face_up}
    exact = best_response("random", **options)
    bounds = best_response_bracket(
        "random", 0.02, progress=lambda *done: steps.append(done), **options
    )
    assert bounds.first_lower <= exact.first <= bounds.first_upper
    assert bounds.second_lower <= exact.second <= bounds.second_upper
    assert bounds.exploitability_lower <= exact.exploitability <= bounds.exploitability_upper
    assert bounds.width <= 0.02
    assert steps == sorted(steps)
    assert steps[-1][0] == steps[-1][1]
    assert bounds.face_up == exact.face_up
    assert "exploitability" in str(bounds)
    assert bounds.to_dict()["first_lower"] == bounds.first_lower


def test_a_fixed_hand_has_one_seat():
    """The responder moves first; there is no exploitability."""
    exact = best_response("monte_carlo", hand=(1, 8), variant=DECK, playouts=3)
    bounds = best_response_bracket("monte_carlo", 0.001, hand=(1, 8), variant=DECK, playouts=3)
    assert bounds.first_lower <= exact.first <= bounds.first_upper
    assert bounds.second_lower is bounds.exploitability_upper is None
    assert bounds.hand == ("Guard", "Princess")
    assert bounds.playouts == 3


@pytest.mark.parametrize(("threads", "share"), [(1, 3.0), (2, 6.0)])
def test_loading_the_policy_takes_of_the_time(threads, share, monkeypatch):
    """Of ten seconds loading takes four; the seats have the rest, in turn on a single thread."""
    allowed = []

    def search(*_, seconds, progress):
        progress(bracket.Bracket(0.0, 1.0, 0))
        allowed.append(seconds)
        return bracket.Bracket(0.0, 1.0, 0)

    monkeypatch.setattr(bracket.Search, "narrow", search)
    monkeypatch.setattr(best_responses, "monotonic", iter([0.0, 4.0]).__next__)
    best_response_bracket("random", seconds=10.0, variant=DECK, threads=threads)
    assert allowed == [share, share]


def test_stored_bounds_are_those_of_the_players_who_mix(monkeypatch):
    """Each with the command that searches again; whoever has an exact value has none."""
    monkeypatch.delenv("LLQ_STANDARD_TABLES")
    (row,) = (
        row for row in llq.love_letter.responses.open_exploitability().rows()
        if row.policy == "solution"
    )  # fmt: skip
    bounds = stored_bracket("solution")
    assert (bounds.first_lower, bounds.first_upper) == (row.first, row.first_most)
    assert (bounds.second_lower, bounds.second_upper) == (row.second, row.second_most)
    assert (bounds.exploitability_lower, bounds.exploitability_upper) == row.exploitability
    assert bounds.origin.endswith("search again: llq love-letter exploit solution --within 0.003")
    assert stored_bracket("random").origin.endswith("exploit random --within 0.01")
    assert stored_bracket("table") is stored_bracket("solution", DECK) is None

    solution = exploitability_table.open_solution()
    spec = replace(solution.info.spec, parameters={"memory": "none"})
    other = SimpleNamespace(info=replace(solution.info, spec=spec))
    monkeypatch.setattr(exploitability_table, "open_solution", lambda _variant: other)
    with pytest.raises(IllegalState, match=r"learnt otherwise; compute its own: llq .*0\.003"):
        stored_bracket("solution")


def test_an_old_table_of_bounds_is_refused(monkeypatch):
    """A table of another version of its kind answers nothing; a missing one is no error."""
    errors = iter([StaleTable("an old one"), TableMissing("none")])

    def fail(_variant):
        raise next(errors)

    monkeypatch.setattr(exploitability_table, "open_exploitability", fail)
    with pytest.raises(StaleTable):
        stored_bracket("random")
    assert stored_bracket("random") is None


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"within": 0.0}, "a bracket's width is a positive number.* got 0.0"),
        ({"within": -0.01}, "got -0.01"),
        ({"within": float("nan")}, "got nan"),
        ({"seconds": 0.0}, "positive number of seconds; got 0.0"),
    ],
)
def test_mistakes_are_refused_before_work_begins(options, reason):
    """A width or a time that is not positive is refused with what was asked."""
    with pytest.raises(IllegalState, match=reason):
        best_response_bracket("random", variant=DECK, **options)
