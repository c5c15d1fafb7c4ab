"""Values of all hands in one situation."""

from typing import NamedTuple, Unpack

from llq.errors import IllegalState
from llq.query.love_letter.observation import Seen, situation
from llq.query.love_letter.table.openings import OpeningsTable
from llq.query.love_letter.table.table import Table
from llq.solver.love_letter.rules import Action, Scoring


class HandValue(NamedTuple):
    """A hand's value and best play."""

    value: float
    action: Action


def hand_values(table: Table | OpeningsTable, **seen: Unpack[Seen]) -> list[list[HandValue | None]]:
    """Return values of all two-card hands with the same cards seen.

    Values are by the first and by the second card, in the order of the rules; None where no round
    reaches the hand. A table of openings knows first turns alone. ``seen`` is as in `llq.lookup`;
    where the opponent knows a card, they know the first one of each hand, whichever it is.

    >>> from llq.love_letter.table import open as open_table
    >>> matrix = hand_values(open_table(), seen=[1])
    >>> matrix[0][7].action, matrix[7][7]
    (Action(card='Guard', guess='Priest', target=None), None)
    """
    names = [card.name for card in table.rules.cards]
    return [[_value(table, first, second, seen) for second in names] for first in names]


def _value(table: Table | OpeningsTable, first: str, second: str, seen: Seen) -> HandValue | None:
    if seen.get("opponent_knows") is not None:
        seen = seen | Seen(opponent_knows=first)
    scoring = table.scoring if isinstance(table, Table) else Scoring.HALF
    try:
        observed = situation(table.rules, (first, second), scoring=scoring, **seen)
        if isinstance(table, Table):
            return HandValue(*table.lookup(*observed))
        answer = table.answer(*observed)
    except IllegalState:
        return None
    return None if answer is None else HandValue(answer.value, answer.best)
