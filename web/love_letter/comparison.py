"""Solutions side by side for one situation: what each says, and how much it can be exploited."""

from __future__ import annotations

from dataclasses import dataclass

from llq.errors import LlqError
from llq.query.love_letter.observation import Seen, situation
from llq.query.love_letter.solution.lookup import lookup_solution
from llq.query.love_letter.solution.table import Solution, open_solution
from llq.query.love_letter.table.lookups import lookup
from llq.query.love_letter.table.table import cached_table
from llq.solver.love_letter.rules import Action, Rules, Scoring
from llq.solver.love_letter.table.states import State
from llq.web.http.problems import without_paths
from llq.web.love_letter.questions import Question
from llq.web.love_letter.wording import (
    MIXED,
    MIXED_SUMMARY,
    NOT_COMPUTED,
    TABLE,
    TABLE_SUMMARY,
    exploited_by_player,
)


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
    measured = exploited_by_player(question.variant)
    table, by_discards, mixed = (
        measured.get(policy, NOT_COMPUTED) for policy in ("table", "table_discards", "solution")
    )
    return [
        _solved(question, Scoring.HALF, TABLE, table),
        _solved(question, Scoring.DISCARDS, f"{TABLE} by discards", by_discards),
        _mixed(question, mixed),
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
    summary = TABLE_SUMMARY
    if scoring == Scoring.DISCARDS:
        summary = "Chance to win; of equal last cards the higher discards win."
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
    summary = f"How often it plays each, after {question.last}." if question.last else MIXED_SUMMARY
    try:
        found = lookup_solution(
            *question.hand, last=question.last, variant=question.variant, **question.known
        )
    except LlqError as error:
        return _without(MIXED, summary, exploited, error)
    return Column(
        title=MIXED,
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
