"""Action values of table states, ranked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from llq.query.answers import ActionValue
from llq.solver.love_letter import turn
from llq.solver.love_letter.rules import Action, Keep, Rules
from llq.solver.love_letter.table import backup
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.leads import LeadIndex, LeadRange
from llq.solver.love_letter.table.states import State, state_space

_Choice = TypeVar("_Choice", Action, Keep)


def action_values(
    book: Book, state: State, lead: int = 0, kernel: Callable[..., None] = backup.card_values
) -> NDArray[np.float64]:
    """Return (actions, cards): each action's value against each card, else ``ILLEGAL``.

    ``kernel`` is `backup.card_values`, as it is or compiled.
    """
    game, low, high = book.game, state.low, state.high
    values = np.full((len(game.action_argument), len(game.copies), 1), backup.ILLEGAL)
    unseen, branches = np.array(state.unseen), turn.make_branches(len(game.copies))
    leads = LeadRange(start=0, first=lead, width=1, shift=0)
    for played, kept in {(low, high), (high, low)}:
        if not turn.is_forced(game, kept, played):
            kept_known = turn.is_kept_known(low, high, played, state.hand_known)
            facts = turn.TurnFacts(int(state.maid), int(state.known), kept_known)
            kernel(book, unseen, played, kept, facts, leads, branches, values)
    return values[:, :, 0]


def list_legal(values: NDArray[np.float64]) -> list[int]:
    """Return the numbers of the legal actions, those with a value against some card."""
    legal: list[int] = np.flatnonzero((values > backup.ILLEGAL).any(axis=1)).tolist()
    return legal


def make_book(
    rules: Rules, values: Any, spies: LeadIndex | None, entry: Callable[[int, int], int] | None
) -> Book:
    """Return a table's values as the solver's functions read them.

    ``entry`` gives the index of a state's value at a lead, where discard totals decide.
    """
    leads = spies or _common_leads(rules, entry is not None)
    by_lead: Any = _EveryLead(values, entry, leads) if entry else values  # read one by one
    return Book(rules.arrays, state_space(rules).layout, leads, by_lead, entry is not None)


def rank_actions(rules: Rules, gains: Mapping[int, float]) -> tuple[ActionValue[Action], ...]:
    """Return actions by their values, given by number, best first; the best stay in their order."""
    actions = [(rules.actions[number], gain) for number, gain in gains.items()]
    return rank_choices((action, rules.describe(action), gain) for action, gain in actions)


def rank_choices(choices: Iterable[tuple[_Choice, str, float]]) -> tuple[ActionValue[_Choice], ...]:
    """Return choices with their words and values ranked as in `rank_actions`."""
    valued = list(choices)
    best = max(value for _, _, value in valued)
    ranked = [
        ActionValue(
            action=choice,
            text=text,
            value=value,
            cost=0.0 if value >= best - backup.TIE else best - value,
            standard_error=None,
            is_best=value >= best - backup.TIE,
        )
        for choice, text, value in valued
    ]
    ranked.sort(key=lambda choice: (not choice.is_best, 0 if choice.is_best else -choice.value))
    return tuple(ranked)


class _EveryLead:
    """Values of a table, read by one range of leads for all states."""

    def __init__(self, values: Any, entry: Callable[[int, int], int], leads: LeadIndex) -> None:
        self._values, self._entry = values, entry
        self._first, self._width = int(leads.first[0]), int(leads.width[0])

    def __getitem__(self, entry: int) -> float:
        rank, place = divmod(int(entry), self._width)
        return float(self._values[self._entry(rank, self._first + place)])


@lru_cache(maxsize=4)
def _common_leads(rules: Rules, by_discards: bool) -> LeadIndex:
    """Return an index with one range of leads for all states: as wide as any deck allows, or 0."""
    offset = state_space(rules).layout.offset
    most = sum(card.number * card.copies for card in rules.cards) if by_discards else 0

    def repeat(number: int, dtype: Any) -> Any:
        return np.broadcast_to(np.array(number, dtype=dtype), offset.shape)

    width = 1 + 2 * most
    start = np.multiply(offset, width, dtype=np.int64)
    return LeadIndex(start, repeat(-most, np.int16), repeat(width, np.int16), repeat(0, np.uint8))
