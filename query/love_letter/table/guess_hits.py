"""An action's immediate effect on each possible opponent card."""

from collections import defaultdict
from dataclasses import dataclass

from llq.query.love_letter.table.table import Table
from llq.query.love_letter.table.transitions import Result, find_hidden, legal_number, take_step
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.table.states import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """Effect of an action on an opponent card, before the opponent's turn.

    ``won``, ``lost`` and ``drawn`` are the chances that the round ends so if they hold the card.
    """

    card: str
    chance: float
    """How likely they hold it, all unseen cards taken as equally likely."""
    won: float
    lost: float
    drawn: float


def find_hits(table: Table, state: State, lead: int, action: Action) -> tuple[Hit, ...]:
    """Return an action's effect on each possible opponent card."""
    number = legal_number(table.rules, state, action)
    hits = []
    for hidden, chance in find_hidden(state):
        ends: dict[Result, float] = defaultdict(float)
        for result, share, _ in take_step(table, state, lead, number, hidden).ends:
            ends[result] += share
        hits.append(
            Hit(
                card=table.rules.cards[hidden].name,
                chance=chance,
                won=ends[Result.WON],
                lost=ends[Result.LOST],
                drawn=ends[Result.DRAWN],
            )
        )
    return tuple(hits)
