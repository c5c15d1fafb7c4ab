"""The panel of ``llq lookup --solution mixed``: chances beside the table's values."""

from __future__ import annotations

from collections.abc import Sequence

from llq.cli.love_letter.tables import with_table
from llq.cli.output.answer_panels import Panel, Row, answer_panel, print_answer
from llq.cli.output.printing import Format
from llq.query.love_letter.observation import OFFICIAL_FACE_UP, Seen
from llq.query.love_letter.solution.lookup import lookup_solution
from llq.query.love_letter.solution.mixed_answers import MixedAnswer
from llq.query.love_letter.solution.table import open_solution
from llq.solver.love_letter.rules import Action, Rules, Scoring

__all__ = ["print_mixed"]


def print_mixed(
    rules: Rules,
    hand: tuple[str, str],
    last: str | Sequence[Action],
    facts: Seen,
    scoring: Scoring,
    form: Format,
    *,
    values: bool = False,
) -> None:
    """Print what the solution plays from a hand.

    Parameters
    ----------
    last
        The last public actions, as `lookup_solution` takes them.
    values
        Whether to show what each action wins if both players follow the solution.

    Raises
    ------
    As `lookup_solution` does.
    """
    face_up = OFFICIAL_FACE_UP if facts["face_up"] else 0
    open_solution(rules.variant, face_up=face_up, scoring=scoring)
    answer = with_table(  # the table, if that is missing: a solution is not built in passing
        rules,
        lambda: lookup_solution(
            *hand, last=last, variant=rules.variant, scoring=scoring, values=values, **facts
        ),
        scoring=scoring,
    )
    print_answer(answer, form, lambda: _panel(answer, last))


def _panel(answer: MixedAnswer, last: str | Sequence[Action]) -> Panel:
    """Return the answer as a panel with a bar for each action."""
    columns, worth = ["table"], [[one.table_value for one in answer.actions]]
    if any(one.solution_value is not None for one in answer.actions):
        columns = ["wins", *columns]
        worth = [[one.solution_value for one in answer.actions], *worth]
    rows = [
        Row(
            one.text,
            (f"{one.chance:.1%}", *("" if value is None else f"{value:.2%}" for value in values)),
            one.chance,
            one.is_best,
        )
        for one, *values in zip(answer.actions, *worth, strict=True)
    ]
    # Plays that hardly ever come before this state have no row of their own.
    remembered = "; ".join(answer.remembered) or (
        "nothing of that: too rare" if last else "nothing"
    )
    likeliest = answer.actions[0]
    return answer_panel(
        f"{' and '.join(answer.hand)}: {likeliest.text} {likeliest.chance:.0%}",
        [f"{answer.variant} rules, remembered: {remembered}"],
        ["play", "chance", *columns],
        rows,
        answer.source.split("; "),
    )
