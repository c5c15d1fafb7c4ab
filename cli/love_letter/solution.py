"""The panel of ``llq lookup --solution mixed``: chances beside the table's values."""

from __future__ import annotations

import json

from llq.cli.answer_panels import Row, answer_panel
from llq.cli.love_letter.build import with_table
from llq.cli.output import Format, print_rows
from llq.errors import IllegalState
from llq.query.love_letter.observation import OFFICIAL_FACE_UP, Seen
from llq.query.love_letter.solution_lookup import lookup_solution
from llq.query.love_letter.solution_table import MixedAnswer, open_solution
from llq.solver.love_letter.rules import Rules, Scoring

__all__ = ["print_mixed"]


def print_mixed(
    rules: Rules, hand: tuple[str, str], last: str, facts: Seen, scoring: Scoring, form: Format
) -> None:
    """Print what the solution plays from a hand.

    Raises
    ------
    IllegalState
        Discards are to decide: no solution is learnt so.
    """
    if scoring != Scoring.HALF:
        raise IllegalState(
            "the solution counts equal final cards as half a win each: leave out --scoring"
        )
    open_solution(rules.variant, face_up=OFFICIAL_FACE_UP if facts["face_up"] else 0)
    answer = with_table(  # the table, if that is missing: a solution is not built in passing
        rules, lambda: lookup_solution(*hand, last=last, variant=rules.variant, **facts)
    )
    if form is Format.json:
        print(json.dumps(answer.to_dict(), indent=2))
    elif form is Format.table:
        _print_panel(answer, last)
    else:
        print_rows(
            [
                {"action": one.text, "chance": one.chance, "table_value": one.table_value}
                for one in answer.actions
            ],
            form,
        )


def _print_panel(answer: MixedAnswer, last: str) -> None:
    """Print the answer as a panel with a bar for each action."""
    most = answer.actions[0].chance
    rows = [
        Row(
            one.text,
            (f"{one.chance:.1%}", "" if one.table_value is None else f"{one.table_value:.2%}"),
            one.chance,
            one.chance == most,
        )
        for one in answer.actions
    ]
    # Plays that hardly ever come before this state have no row of their own.
    remembered = "; ".join(answer.remembered) or (
        "nothing of that: too rare" if last else "nothing"
    )
    answer_panel(
        f"{' and '.join(answer.hand)}: {answer.actions[0].text} {most:.0%}",
        [f"{answer.variant} rules, remembered: {remembered}"],
        ["play", "chance", "table"],
        rows,
        answer.source.split("; "),
    ).print()
