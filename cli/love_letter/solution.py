"""``llq lookup --solution mixed``: chances beside the table's values."""

from __future__ import annotations

from collections.abc import Sequence

from llq.cli.love_letter.tables import with_table
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import Format
from llq.query.love_letter.observation import OFFICIAL_FACE_UP, Seen
from llq.query.love_letter.solution.lookup import lookup_solution
from llq.query.love_letter.solution.table import open_solution
from llq.solver.love_letter.rules import Action, Rules, Scoring


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
    print_answer(answer, form)
