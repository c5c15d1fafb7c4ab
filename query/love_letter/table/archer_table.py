"""The solved table of a variant that tracks the aside card, such as Archer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.love_letter.answers import PlayAnswer
from llq.query.love_letter.table.sparse_column import Marks, PackedColumn
from llq.query.love_letter.table.table import Table
from llq.solver.love_letter.archer.actions import archer_action_values
from llq.solver.love_letter.archer.states import ArcherState, ArcherStateArrays, archer_space
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.states import UNKNOWN, State, StateArrays
from llq.store.columns import StoredColumn
from llq.store.tables import TableInfo


class ArcherTable(Table):
    """A table of states that also say what is known about the aside card.

    Its states are `ArcherState`; a `State` stands for one in which nobody knows the aside card. Its
    entries are those of `ArcherSpace`: only those that a game leads to, or that a player cannot
    tell from such a one, have numbers.

    Parameters
    ----------
    rules, info
        As of `Table`.
    columns
        The file's columns by name.

    Raises
    ------
    ValueError
        They do not fit each other.
    """

    def __init__(
        self, rules: Rules, info: TableInfo, columns: Mapping[str, NDArray[Any] | StoredColumn]
    ) -> None:
        self.every = archer_space(rules)
        size = self.every.size
        words = [np.asarray(columns[n]) for n in ("kept", "reachable")]
        marked = int(np.bitwise_count(words[0]).sum(dtype=np.int64))
        if len(words[0]) != -(-size // 64) or marked != len(columns["value"]):
            raise ValueError("the entries kept are not as many as the values")
        kept, reached = (Marks(some, size) for some in words)
        values = PackedColumn(columns["value"], kept, np.nan)
        actions = PackedColumn(columns["action"], kept, 255)
        super().__init__(rules, info, values, actions, reached)

    def answer(self, state: State | ArcherState, lead: int = 0) -> PlayAnswer:
        """Return the answer for a state, as `Table.answer` does."""
        full = ArcherState(*state)
        return replace(
            super().answer(state, lead),
            aside=self.rules.cards[full.aside].name if full.aside_known else None,
            opponent_knows_aside=full.aside_known_to_opponent,
        )

    def listed_states(self) -> tuple[NDArray[np.int64], ArcherStateArrays]:
        """Return the states that a game reaches and a player can see, and their entries."""
        space, asides = self.space, self.every.asides
        states = space.unrank_many(np.arange(space.size))
        ranks = np.flatnonzero((states.opponent < 0) | (states.known == 1))
        block = np.searchsorted(space.block_start, ranks, side="right") - 1
        cell = space.block_cell[block]
        width, starts = asides.width[cell], asides.group[cell]
        first = self.every.block_entry[block] + (ranks - space.block_start[block]) * width
        inner = np.arange(width.sum()) - np.repeat(np.cumsum(width) - width, width)
        # The entries that leave the aside card open, and those of the mover who knows it, the last.
        is_seen = inner < np.repeat(np.where(starts[:, 1] >= 0, 2, 1), width)
        is_seen |= inner >= np.repeat(np.where(starts[:, 2] >= 0, starts[:, 2], width), width)
        entries = (np.repeat(first, width) + inner)[is_seen]
        entries = entries[np.asarray(self.reachable)[entries]]
        return entries, self.every.unrank_many(entries)

    def aside_facts(self, state: State | ArcherState) -> list[str]:
        """Return what a state says about the aside card, in words."""
        full, facts = ArcherState(*state), []
        if full.aside_known:
            facts.append(f"the {self.rules.cards[full.aside].name} known to be aside")
        if full.aside_known_to_opponent:
            facts.append("the aside card known to the opponent")
        return facts

    def aside_hints(self, state: State | ArcherState) -> dict[str, list[State | ArcherState]]:
        """Return the states that say more about the aside card, by what they say."""
        full = ArcherState(*state)
        return {
            "the opponent knows the aside card": [full._replace(aside_known_to_opponent=True)],
            "you know the aside card": [
                full._replace(aside=card, aside_known=True)
                for card, left in enumerate(full.unseen)
                if left
            ],
        }

    def _rank(self, state: State | ArcherState) -> int:
        return self.every.rank(ArcherState(*state))

    def _rank_many(self, states: StateArrays | ArcherStateArrays) -> NDArray[np.int64]:
        if isinstance(states, StateArrays):
            none = np.zeros(len(states.low), dtype=np.int64)
            states = ArcherStateArrays(*states, none + UNKNOWN, none, none)
        return self.every.rank_many(states)

    def _gains(self, state: State | ArcherState, _lead: int) -> dict[int, float]:
        full = ArcherState(*state)
        if full.aside >= 0 and not full.aside_known:
            raise IllegalState(
                "the actions of a player cannot be valued by an aside card that the player does "
                "not know; ask with the card known, or without it"
            )
        values: Any = self.values  # read number by number
        found = archer_action_values(self.every, values, full)
        return {self.rules.action_numbers[action]: value for action, value in found}
