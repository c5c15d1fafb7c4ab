"""Stored and possible leads in discards.

Of each state that a game can reach, a table holds the values at as few leads as it takes to say
them all: below the first and above the last, the value is that of the first or the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.leads import LeadIndex
from llq.solver.love_letter.table.states import State, StateSpace

if TYPE_CHECKING:  # a lookup does without the solver
    from llq.solver.love_letter.table.solver import Solution

LEAD_COLUMNS = ("lead_first", "lead_width", "lead_shift")
"""Table columns that store a `LeadIndex`'s first lead, width and shift."""
_FACE_UP = (0, 3)  # cards, by the official rule


def lead_columns(leads: LeadIndex) -> dict[str, NDArray[Any]]:
    """Return an index's ranges of leads as columns, by name."""
    return dict(zip(LEAD_COLUMNS, (leads.first, leads.width, leads.shift), strict=True))


def trim_leads(
    space: StateSpace, solution: Solution, reachable: NDArray[np.bool_]
) -> tuple[LeadIndex, NDArray[np.int64]]:
    """Return a solution's minimal entries and their source indices.

    ``reachable`` (states,) marks the states to keep.
    """
    cells = space.block_cell
    leads = solution.leads
    states = np.diff(space.block_start)
    place = np.arange(space.size) - np.repeat(space.block_start[:-1], states)
    width = np.repeat(leads.width[cells].astype(np.int64), states)
    source = np.repeat(leads.start[cells], states) + place * width
    shift = np.repeat(leads.shift[cells], states)
    width[~reachable] = 0
    lowest, kept = np.zeros((2, space.size), dtype=np.int64)
    for count in np.unique(width[reachable]):
        ranks = np.flatnonzero(width == count)
        entries = source[ranks, None] + np.arange(count)
        changes = np.zeros((len(ranks), max(count - 1, 1)), dtype=np.bool_)
        for column in (solution.values, solution.actions):
            changes[:, : count - 1] |= column[entries[:, 1:]] != column[entries[:, :-1]]
        lowest[ranks] = changes.argmax(axis=1)
        highest = changes.shape[1] - changes[:, ::-1].argmax(axis=1)
        kept[ranks] = np.where(changes.any(axis=1), highest - lowest[ranks] + 1, 1)
    first = np.repeat(leads.first[cells], states) + (lowest << shift)
    index = LeadIndex.of_states(first.astype(np.int16), kept.astype(np.int16), shift)
    return index, np.arange(kept.sum()) + np.repeat(source + lowest - index.start, kept)


def possible_leads(
    rules: Rules, seen: Sequence[int], face_up: Iterable[int] = (0,)
) -> frozenset[int]:
    """Return every lead that cards seen can make, however they were discarded.

    ``seen`` has copies of each card; ``face_up``, how many of them may have lain face up at the
    start, in nobody's discards.
    """
    leads = {(0, 0)}  # each with the number of cards face up
    for card, copies in zip(rules.cards, seen, strict=True):
        for _ in range(copies):
            swings = (card.number, -card.number)
            discarded = {(count, lead + swing) for count, lead in leads for swing in swings}
            leads = discarded | {(count + 1, lead) for count, lead in leads}
    allowed = set(face_up)
    return frozenset(lead for count, lead in leads if count in allowed)


class DiscardLeads:
    """Possible leads by state, with zero or three cards face up."""

    def __init__(self, rules: Rules, space: StateSpace) -> None:
        self._rules, self._space = rules, space
        self._cached = lru_cache(65536)(self._compute)

    def find(self, state: State) -> frozenset[int]:
        """Return the leads of a state."""
        return self._cached(state.low, state.high, tuple(state.unseen))

    def allow(self, ranks: NDArray[np.int64], leads: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return whether each state's discards allow its lead; each pair is tried once."""
        block = np.searchsorted(self._space.block_start, ranks, side="right") - 1
        pairs, inverse = np.unique(np.stack([block, leads]), axis=1, return_inverse=True)
        states = self._space.unrank_many(self._space.block_start[pairs[0]])
        possible = [
            lead in self._cached(low, high, tuple(unseen))
            for low, high, unseen, lead in zip(
                *(column.tolist() for column in (*states[:3], pairs[1])), strict=True
            )
        ]
        return np.array(possible, dtype=np.bool_)[inverse.ravel()]

    def _compute(self, low: int, high: int, unseen: tuple[int, ...]) -> frozenset[int]:
        hand = (low, high)
        seen = [
            copies - left - hand.count(card)
            for card, (copies, left) in enumerate(zip(self._rules.copies, unseen, strict=True))
        ]
        return possible_leads(self._rules, seen, _FACE_UP)


def explain_lead(scoring: Scoring, lead: int, possible: Iterable[int]) -> str:
    """Explain why a state cannot have a lead, by the possible ones."""
    if scoring == Scoring.HALF:
        return (
            f"a table scored by {scoring} does not depend on the lead; got a lead of {lead}: ask "
            f"the one scored by {Scoring.DISCARDS}"
        )
    return f"the discards cannot make a lead of {lead}; possible: {list_leads(possible)}"


def list_leads(leads: Iterable[int]) -> str:
    """Return leads in ascending order, as text."""
    return ", ".join(map(str, sorted(leads)))
