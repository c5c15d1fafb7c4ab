"""Policies with a memory as arrays: the chance of every legal action of every information set."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.exact.joint import clear_rows, weigh
from llq.solver.love_letter.exact.policies import MIXED, Policy
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.solution.index import RUNS, MemoryIndex, MemorySpace, run_place
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.block_states import Blocks, take_blocks
from llq.solver.love_letter.table.kernels import block_at, lead_range, place_facts
from llq.solver.love_letter.table.states import state_space


class InfoStates(NamedTuple):
    """What every information set goes by: (information sets,) each."""

    rank: NDArray[np.int64]
    """Of the table state."""
    memory: NDArray[np.int16]
    lead: NDArray[np.int64]
    """The place of the lead among those that count in the block; 0 where none do."""
    entry: NDArray[np.int64]
    """Of the table state at the lead; the rank where no lead counts."""


def info_starts(space: MemorySpace) -> NDArray[np.int64]:
    """Return (information sets + 1,) the first action of each, then their number."""
    infos = np.diff(space.rows.row_start) * space.run_infos
    legal = space.rows.legal_count[space.run_choice]
    starts = np.zeros(space.infos + 1, dtype=np.int64)
    np.cumsum(np.repeat(legal, infos), out=starts[1:])
    return starts


def as_policy(space: MemorySpace, chances: NDArray[np.float64]) -> Policy:
    """Return the policy as the best response takes it: every table state once a memory.

    It is given to `Responder` together with ``space.memory.after``.

    Parameters
    ----------
    chances
        (actions of all information sets,)
    """
    rows = space.rows
    starts, states = info_starts(space), info_states(space)
    infos = np.diff(rows.row_start) * space.run_infos
    choice_of = np.repeat(space.run_choice, infos)
    used = np.flatnonzero(chances > 0)
    info = np.searchsorted(starts, used, side="right") - 1
    choice = np.zeros((len(space.memory.states), space.entries), dtype=np.int32)
    choice[states.memory, states.entry] = MIXED + np.arange(space.infos)
    return Policy(
        False,
        np.zeros((0, 0, 2), dtype=np.int64),
        space.leads,
        choice.ravel(),
        np.searchsorted(info, np.arange(space.infos + 1)).astype(np.int64),
        rows.legal[choice_of[info], used - starts[info]].astype(np.uint8),
        chances[used],
    )


def info_states(space: MemorySpace) -> InfoStates:
    """Return what every information set goes by."""
    states, first, rows = state_space(space.rules), run_ranks(space), space.rows
    counts = np.diff(rows.row_start)
    of_row, memory = np.repeat(space.run_infos, counts), rows.row_memory
    place = np.arange(space.infos)
    place -= np.repeat(np.cumsum(of_row) - of_row, of_row)
    infos = counts * space.run_infos
    if len(rows.width) and int(rows.width.max()) > 1:
        slot, lead = np.divmod(place, np.repeat(rows.width, infos))
    else:
        slot, lead = place, np.zeros(1, dtype=np.int64)
    rank: NDArray[np.int64] = np.repeat(first, infos)
    rank += slot
    if space.scoring != Scoring.DISCARDS:
        return InfoStates(rank, np.repeat(memory, of_row), np.broadcast_to(lead, rank.shape), rank)
    start = space.leads.start[states.block_cell[space.run_block]]
    start -= states.block_start[space.run_block] * rows.width
    entry = np.repeat(start, infos) + rank * np.repeat(rows.width, infos) + lead
    return InfoStates(rank, np.repeat(memory, of_row), lead, entry)


def run_ranks(space: MemorySpace) -> NDArray[np.int64]:
    """Return (runs,) the rank of the state in which the mover chooses, of the lowest known card."""
    states = state_space(space.rules)
    layout = states.layout
    cells = states.block_cell[space.run_block]
    kinds, width = layout.kinds[cells // layout.hands], layout.width[cells]
    maid, hand_known, known = (
        space.run_flags // (RUNS // 2), space.run_flags // 2 % 3, space.run_flags % 2,
    )  # fmt: skip
    ranks: NDArray[np.int64] = states.block_start[space.run_block] + maid * layout.maid_step[cells]
    ranks += hand_known * width + known * (1 + kinds)
    return ranks


def spread_policy(space: MemorySpace, policy: Policy) -> NDArray[np.float64]:
    """Return the chances of a policy on table states, the same whatever is remembered."""
    states, rules = state_space(space.rules), space.rules
    blocks = take_blocks(states, 0, int(space.run_block[-1]) + 1)
    by_discards = space.scoring == Scoring.DISCARDS
    book = Book(rules.arrays, states.layout, space.leads, np.zeros(1), by_discards)
    chances = np.zeros(space.actions)
    weights = np.zeros((len(rules.actions), int(space.leads.width.max())))
    used = np.zeros(len(rules.actions), dtype=np.int64)
    _spread(book, policy, space.rows, blocks, chances, weights, used)
    return chances


@njit(_nrt=False)
def _spread(
    book: Book,
    policy: Policy,
    index: MemoryIndex,
    blocks: Blocks,
    chances: NDArray[np.float64],
    weights: NDArray[np.float64],
    used: NDArray[np.int64],
) -> None:
    """Fill in the chances of a policy on table states, in place."""
    layout = book.layout
    for number in range(len(blocks.cell)):
        block = block_at(blocks, number)
        kinds = layout.kinds[block.cell // layout.hands]
        width = lead_range(book.leads, block.cell, 0).width
        for flags in range(RUNS):
            run = index.run_of[block.cell * RUNS + flags]
            if run < 0:
                continue
            choice = block.cell % layout.hands * 2 + flags // 6
            legal = index.legal_count[choice]
            infos = np.int64(kinds) if flags % 2 == 1 else 1
            place = run_place(layout, block, flags)
            for slot in range(infos):
                facts = place_facts(layout, block, place + slot)
                count = weigh(book, policy, block, facts, weights, used)
                for row in range(index.row_start[run], index.row_start[run + 1]):
                    at = index.action_base[run] + (row * infos + slot) * width * legal
                    for k in range(width):
                        for i in range(legal):
                            chances[at + k * legal + i] = weights[index.legal[choice, i], k]
                clear_rows(weights, used[:count])
