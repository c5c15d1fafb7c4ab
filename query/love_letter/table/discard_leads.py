"""Leads that a state's discards can make, kept for states that are asked again."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.query.love_letter.table.stored_leads import possible_leads
from llq.solver.love_letter.archer.states import ArcherState
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.states import State, StateSpace


class DiscardLeads:
    """The leads at which each state of a variant can come up, with no or with three cards face up.

    Parameters
    ----------
    rules, space
        The variant, and its states.
    """

    def __init__(self, rules: Rules, space: StateSpace) -> None:
        self._rules, self._space = rules, space
        self._kept = lru_cache(65536)(self._find)

    def of(self, state: State | ArcherState) -> frozenset[int]:
        """Return the leads of a state."""
        return self._kept(state.low, state.high, tuple(state.unseen))

    def allow(self, ranks: NDArray[np.int64], leads: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return whether each state's discards allow its lead; each pair is tried once."""
        block = np.searchsorted(self._space.block_start, ranks, side="right") - 1
        pairs, inverse = np.unique(np.stack([block, leads]), axis=1, return_inverse=True)
        states = self._space.unrank_many(self._space.block_start[pairs[0]])
        possible = [
            lead in self._kept(low, high, tuple(unseen))
            for low, high, unseen, lead in zip(
                *(column.tolist() for column in (*states[:3], pairs[1])), strict=True
            )
        ]
        return np.array(possible, dtype=np.bool_)[inverse.ravel()]

    def _find(self, low: int, high: int, unseen: tuple[int, ...]) -> frozenset[int]:
        held = (low, high)
        seen = [
            copies - left - held.count(card)
            for card, (copies, left) in enumerate(zip(self._rules.copies, unseen, strict=True))
        ]
        return possible_leads(self._rules, seen, (0, OFFICIAL_FACE_UP))
