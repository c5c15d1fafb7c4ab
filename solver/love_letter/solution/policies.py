"""Policies with memory as arrays: chances of each information set's legal actions."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.array_types import Ints
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.solution.index import MemorySpace, unpack_flags
from llq.solver.love_letter.table.states import state_space


class InfoStates(NamedTuple):
    """State, memory and lead of every information set: (information sets,) each."""

    rank: Ints  # Rank of the table state.
    memory: NDArray[np.int16]
    lead: Ints  # Index of the lead in the block, 0 if leads do not count.
    entry: Ints  # Entry of the table state at the lead; its rank if leads do not count.


def info_starts(space: MemorySpace) -> Ints:
    """Return (information sets + 1,): first action of each set, then the total."""
    infos = np.diff(space.rows.row_start) * space.run_infos
    legal = space.rows.legal_count[space.run_choice]
    starts = np.zeros(space.infos + 1, dtype=np.int64)
    np.cumsum(np.repeat(legal, infos), out=starts[1:])
    return starts


def info_states(space: MemorySpace) -> InfoStates:
    """Return the state, memory and lead of every information set."""
    states, first, rows = state_space(space.rules), run_ranks(space), space.rows
    counts = np.diff(rows.row_start)
    row_infos = np.repeat(space.run_infos, counts)
    memory = np.repeat(rows.row_memory, row_infos)
    place = np.arange(space.infos)
    place -= np.repeat(np.cumsum(row_infos) - row_infos, row_infos)
    infos = counts * space.run_infos
    if len(rows.width) and int(rows.width.max()) > 1:
        slot, lead = np.divmod(place, np.repeat(rows.width, infos))
    else:
        slot, lead = place, np.zeros(1, dtype=np.int64)
    rank: Ints = np.repeat(first, infos)
    rank += slot
    if space.scoring != Scoring.DISCARDS:
        return InfoStates(rank, memory, np.broadcast_to(lead, rank.shape), rank)
    start = space.leads.start[states.block_cell[space.run_block]]
    start -= states.block_start[space.run_block] * rows.width
    entry = np.repeat(start, infos) + rank * np.repeat(rows.width, infos) + lead
    return InfoStates(rank, memory, lead, entry)


def run_ranks(space: MemorySpace) -> Ints:
    """Return (runs,): rank of the state with the mover's choice, at the lowest known card."""
    states = state_space(space.rules)
    layout = states.layout
    cells = states.block_cell[space.run_block]
    kinds, width = layout.kinds[cells // layout.hands], layout.width[cells]
    flags = unpack_flags(space.run_flags)
    ranks: Ints = states.block_start[space.run_block]
    ranks += flags.maid * layout.maid_step[cells]
    ranks += flags.hand_known * width + flags.known * (1 + kinds)
    return ranks
