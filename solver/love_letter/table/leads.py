"""Leads: the difference of the discard totals, which decides between equal final cards.

A *lead* is the mover's discard total less the opponent's. A state's *entries* are its values at
every lead that matters there. A lead matters only from the lowest to the highest that play can come
with, and only as long as equal final cards and a change of sign are still possible, so each block
has a short range of its own; a lead beyond it counts as its end. Where all leads of a block have
the same parity, only every other one is kept. Where leads do not count, every state has one entry,
numbered like its rank.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from llq.solver.love_letter.table.states import StateSpace


class LeadIndex(NamedTuple):
    """Where entries are: one number a cell of `Layout` in the solver, one a state in a table."""

    start: NDArray[np.int64]
    """First entry of the cell's block, or of the state."""
    first: NDArray[np.int16]
    """Lowest lead kept."""
    width: NDArray[np.int16]
    """Number of leads kept; 0 where no play leads."""
    shift: NDArray[np.uint8]
    """1 for blocks with every second lead alone, else 0."""

    @classmethod
    def of_states(
        cls, first: NDArray[np.int16], width: NDArray[np.int16], shift: NDArray[np.uint8]
    ) -> LeadIndex:
        """Return the index of states whose entries follow each other."""
        return cls(np.cumsum(width, dtype=np.int64) - width, first, width, shift)

    def entry(self, rank: int, lead: int) -> int:
        """Return the entry of one state of a table at a lead."""
        return entry_at(
            LeadRange(
                self.start.item(rank),
                self.first.item(rank),
                self.width.item(rank),
                self.shift.item(rank),
            ),
            lead,
        )

    def entries(self, ranks: NDArray[np.int64], leads: ArrayLike) -> NDArray[np.int64]:
        """Return the entries of many states of a table; one without any gives another's entry."""
        at = (np.asarray(leads) - self.first[ranks]) >> self.shift[ranks]
        at = np.maximum(np.minimum(at, self.width[ranks] - 1), 0)
        found: NDArray[np.int64] = self.start[ranks] + at
        return found

    def every_lead(self, ranks: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """Return every entry of some states, with its lead."""
        width = self.width[ranks].astype(np.int64)
        place = np.arange(width.sum()) - np.repeat(np.cumsum(width) - width, width)
        steps = place << np.repeat(self.shift[ranks], width)
        entries = np.repeat(self.start[ranks], width) + place
        return entries, (np.repeat(self.first[ranks], width) + steps).astype(np.int16)


class LeadRange(NamedTuple):
    """The entries of one state: a row of `LeadIndex`."""

    start: int
    first: int
    width: int
    shift: int


def lead_range(leads: LeadIndex, cell: int, place: int) -> LeadRange:
    """Return the entries of a state, given by its cell and its place in its block."""
    first, width, shift = int(leads.first[cell]), int(leads.width[cell]), int(leads.shift[cell])
    return LeadRange(int(leads.start[cell]) + place * width, first, width, shift)


def entry_at(entries: LeadRange, lead: int) -> int:
    """Return the entry of a state at a lead; of a state without any, the next one's."""
    at = (lead - entries.first) >> entries.shift
    return entries.start + max(min(at, entries.width - 1), 0)


def lead_at(entries: LeadRange, k: int) -> int:
    """Return the lead that the state's entry ``k`` is for."""
    return entries.first + (k << entries.shift)


def no_leads(space: StateSpace) -> LeadIndex:
    """Return the index where discard totals do not count: one entry a state."""
    zeros = np.zeros(len(space.layout.offset), dtype=np.int16)
    return LeadIndex(
        space.layout.offset.astype(np.int64), zeros, zeros + np.int16(1), zeros.astype(np.uint8)
    )


def pack_leads(
    space: StateSpace,
    first: NDArray[np.int16],
    width: NDArray[np.int16],
    shift: NDArray[np.uint8],
) -> tuple[LeadIndex, int]:
    """Return the index made of each block's range, and the number of entries in all.

    Arrays are (blocks,), as in `LeadIndex`.
    """
    entries = np.diff(space.block_start) * width
    cells = len(space.layout.offset)
    start = np.zeros(cells, dtype=np.int64)
    start[space.block_cell] = np.cumsum(entries) - entries
    columns = []
    for column in (first, width, shift):
        columns.append(np.zeros(cells, dtype=column.dtype))
        columns[-1][space.block_cell] = column
    return LeadIndex(start, *columns), int(entries.sum())
