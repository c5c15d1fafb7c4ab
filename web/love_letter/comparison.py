"""Solutions side by side for one situation: what each says, and how much it can be exploited."""

from __future__ import annotations

from dataclasses import dataclass

from llq.errors import LlqError
from llq.query.love_letter.observation import Seen, situation
from llq.query.love_letter.responses.exploitability_table import Exploited, open_exploitability
from llq.query.love_letter.solution.lookup import lookup_solution
from llq.query.love_letter.solution.table import Solution, open_solution
from llq.query.love_letter.table.lookups import lookup
from llq.query.love_letter.table.table import cached_table
from llq.solver.love_letter.rules import Action, Rules, Scoring
from llq.solver.love_letter.table.states import State
from llq.web.http.problems import without_paths
from llq.web.love_letter.questions import Question

_UNKNOWN = "not computed for this variant"


@dataclass(frozen=True, kw_only=True)
class Column:
    """What one solution says of a situation.

    Parameters
    ----------
    title, summary
        Its name, and what its numbers are.
    numbers
        By action, chances to win or to be played; none where it has no answer.
    best
        The actions that it likes best.
    is_mixed
        Whether the numbers are how often it plays each.
    note
        Why it has no answer; empty where it has.
    exploited
        What an opponent who knows it wins beyond one half, in words.
    source
        Where its numbers come from.
    """

    title: str
    summary: str
    exploited: str
    numbers: dict[Action, float]
    best: frozenset[Action] = frozenset()
    is_mixed: bool = False
    note: str = ""
    source: str = ""


Part = tuple[str, float, int]
"""What a mixed strategy plays, how often, and the number of its colour: that of the card."""


def compare(question: Question) -> list[Column]:
    """Return every solution's column; one without a table says how to build it."""
    measured = _measured(question.variant)
    return [
        _solved(question, Scoring.HALF, "Table", measured.get("table", _UNKNOWN)),
        _solved(
            question,
            Scoring.DISCARDS,
            "Table by discards",
            measured.get("table_discards", _UNKNOWN),
        ),
        _mixed(question, measured.get("solution", _UNKNOWN)),
    ]


def hand_mixes(question: Question) -> list[tuple[str, list[list[Part] | None]]]:
    """Return what the mixed solution plays from every hand, by both cards; None: no such hand.

    It is empty where there is no solution.
    """
    rules = question.rules
    try:
        solution = open_solution(question.variant, face_up=len(question.face_up))
    except LlqError:
        return []
    names = [card.name for card in rules.cards]
    return [
        (first, [_mix(solution, rules, question, (first, second)) for second in names])
        for first in names
    ]


def _mix(
    solution: Solution, rules: Rules, question: Question, hand: tuple[str, str]
) -> list[Part] | None:
    known = question.known | Seen(opponent_knows=hand[0] if question.knows else None)
    try:
        actions = solution.answer(State(*situation(rules, hand, **known).state[:7])).actions
    except LlqError:
        return None
    order = sorted(actions, key=lambda play: rules.action_numbers[play.action])
    return [
        (play.text, play.chance, rules.card(play.action.card)) for play in order if play.chance > 0
    ]


def _solved(question: Question, scoring: Scoring, title: str, exploited: str) -> Column:
    """Return the column of a table."""
    equal = "equal last cards are half a win each"
    if scoring == Scoring.DISCARDS:
        equal = "of equal last cards the higher discards win"
    summary = f"Chance to win; {equal}."
    try:
        cached_table(question.rules, scoring)  # a missing table is the first thing to say
        known = question.leading(scoring)
        found = lookup(*question.hand, variant=question.variant, scoring=scoring, **known)
    except LlqError as error:
        return _without(title, summary, exploited, error)
    return Column(
        title=title,
        summary=summary,
        exploited=exploited,
        numbers={one.action: one.value for one in found.actions},
        best=frozenset(one.action for one in found.ties),
        source=found.source,
    )


def _mixed(question: Question, exploited: str) -> Column:
    """Return the column of the mixed solution."""
    title = "Mixed solution"
    after = f"after {question.last}" if question.last else "on average over what was played"
    summary = f"How often it plays each, {after}."
    try:
        found = lookup_solution(
            *question.hand, last=question.last, variant=question.variant, **question.known
        )
    except LlqError as error:
        return _without(title, summary, exploited, error)
    return Column(
        title=title,
        summary=summary,
        exploited=exploited,
        numbers={one.action: one.chance for one in found.actions},
        best=frozenset(one.action for one in found.ties),
        is_mixed=True,
        source=found.source,
    )


def _without(title: str, summary: str, exploited: str, error: LlqError) -> Column:
    note = without_paths(str(error))
    return Column(title=title, summary=summary, exploited=exploited, numbers={}, note=note)


def _measured(variant: str) -> dict[str, str]:
    """Return how much each player measured can be exploited, in words."""
    try:
        rows = open_exploitability(variant).rows()
        return {one.policy: _points(one) for one in rows if one.scoring == Scoring.HALF}
    except LlqError:
        return {}


def _points(one: Exploited) -> str:
    least, most = (100 * share for share in one.exploitability)
    points = f"{least:.2f}" if f"{least:.2f}" == f"{most:.2f}" else f"{least:.2f} to {most:.2f}"
    return f"{points} points of 100"
