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
from numpy.typing import ArrayLike

from llq.solver.array_types import Bytes, Ints, Shorts
from llq.solver.love_letter.table.states import StateSpace


class LeadIndex(NamedTuple):
    """Index of entries: one row per cell of `Layout` in the solver, one per state in a table."""

    start: Ints  # First entry of the cell's block or the state.
    first: Shorts  # Lowest lead kept.
    width: Shorts  # Number of leads kept; 0 where no play leads.
    shift: Bytes  # 1 for blocks that keep every second lead, else 0.

    @classmethod
    def of_states(cls, first: Shorts, width: Shorts, shift: Bytes) -> LeadIndex:
        """Return the index of states with consecutive entries."""
        return cls(np.cumsum(width, dtype=np.int64) - width, first, width, shift)

    def entry(self, rank: int, lead: int) -> int:
        """Return a table state's entry at a lead."""
        return entry_at(LeadRange(*(column.item(rank) for column in self)), lead)

    def entries(self, ranks: Ints, leads: ArrayLike) -> Ints:
        """Return the entries of many table states; states without entries borrow another's."""
        place = (np.asarray(leads) - self.first[ranks]) >> self.shift[ranks]
        place = np.maximum(np.minimum(place, self.width[ranks] - 1), 0)
        entries: Ints = self.start[ranks] + place
        return entries

    def every_lead(self, ranks: Ints) -> tuple[Ints, Shorts]:
        """Return every entry of several states, with its lead."""
        width = self.width[ranks].astype(np.int64)
        place = np.arange(width.sum()) - np.repeat(np.cumsum(width) - width, width)
        steps = place << np.repeat(self.shift[ranks], width)
        entries = np.repeat(self.start[ranks], width) + place
        return entries, (np.repeat(self.first[ranks], width) + steps).astype(np.int16)


class LeadRange(NamedTuple):
    """Entries of a single state: a row of `LeadIndex`."""

    start: int
    first: int
    width: int
    shift: int


def lead_range(leads: LeadIndex, cell: int, place: int) -> LeadRange:
    """Return a state's entries, located by cell and place in the block."""
    first, width, shift = int(leads.first[cell]), int(leads.width[cell]), int(leads.shift[cell])
    return LeadRange(int(leads.start[cell]) + place * width, first, width, shift)


def entry_at(entries: LeadRange, lead: int) -> int:
    """Return a state's entry at a lead; a state without entries borrows the next one's."""
    place = (lead - entries.first) >> entries.shift
    return entries.start + max(min(place, entries.width - 1), 0)


def lead_at(entries: LeadRange, k: int) -> int:
    """Return the lead of the state's entry ``k``."""
    return entries.first + (k << entries.shift)


def no_leads(space: StateSpace) -> LeadIndex:
    """Return the index for games without discard leads: one entry per state."""
    zeros = np.zeros(len(space.layout.offset), dtype=np.int16)
    return LeadIndex(
        space.layout.offset.astype(np.int64), zeros, zeros + np.int16(1), zeros.astype(np.uint8)
    )


def pack_leads(
    space: StateSpace, first: Shorts, width: Shorts, shift: Bytes
) -> tuple[LeadIndex, int]:
    """Return the index of the blocks' ranges, (blocks,) each, and the total number of entries."""
    entries = np.diff(space.block_start) * width
    cells = len(space.layout.offset)
    start = np.zeros(cells, dtype=np.int64)
    start[space.block_cell] = np.cumsum(entries) - entries
    columns = []
    for column in (first, width, shift):
        columns.append(np.zeros(cells, dtype=column.dtype))
        columns[-1][space.block_cell] = column
    return LeadIndex(start, *columns), int(entries.sum())
