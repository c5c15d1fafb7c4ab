"""The discard difference: who is ahead where equal final cards are decided by discard totals.

A state's *entries* are its values at every difference that matters there: the mover's discard total
less the opponent's. It matters only from the lowest to the highest difference that play can come
with, and only as long as equal final cards and a change of sign are still possible. So each block
has a short range of its own; a difference beyond it counts as its end. Where all differences of a
block have the same parity only every other one is kept. Where differences do not count every state
has one entry, numbered like its rank.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.states import StateSpace

__all__ = ["Ahead", "entry", "no_ahead", "pack_ahead"]


class Ahead(NamedTuple):
    """Where the entries of each state are, as the kernels take it; one number a cell."""

    start: NDArray[np.int64]
    """First entry of the cell's block."""
    first: NDArray[np.int16]
    """Lowest difference of the block's range."""
    width: NDArray[np.int16]
    """Differences kept."""
    shift: NDArray[np.uint8]
    """1 where only every other difference is kept, else 0."""


def no_ahead(space: StateSpace) -> Ahead:
    """Return the index where discard totals do not count: one entry a state."""
    zeros = np.zeros(len(space.layout.offset), dtype=np.int16)
    return Ahead(
        space.layout.offset.astype(np.int64), zeros, zeros + np.int16(1), zeros.astype(np.uint8)
    )


def pack_ahead(
    space: StateSpace,
    first: NDArray[np.int16],
    width: NDArray[np.int16],
    shift: NDArray[np.uint8],
) -> tuple[Ahead, int]:
    """Return the index made of each block's range, and the number of entries in all.

    Parameters
    ----------
    first, width, shift
        (blocks,) as in `Ahead`; a width of 0 where no play leads.
    """
    entries = np.diff(space.block_start) * width
    cells = len(space.layout.offset)
    start = np.zeros(cells, dtype=np.int64)
    start[space.block_cell] = np.cumsum(entries) - entries
    columns = []
    for column in (first, width, shift):
        columns.append(np.zeros(cells, dtype=column.dtype))
        columns[-1][space.block_cell] = column
    return Ahead(start, *columns), int(entries.sum())


def entry(ahead: Ahead, cell: int, place: int, difference: int) -> int:
    """Return the entry of a state, given by its place in its block, at a discard difference."""
    at = (difference - ahead.first[cell]) >> ahead.shift[cell]
    return int(
        ahead.start[cell] + place * ahead.width[cell] + min(max(at, 0), ahead.width[cell] - 1)
    )
