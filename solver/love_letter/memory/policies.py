"""Policies with a memory as arrays: the chance of every legal action of every information set."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.backup import Book
from llq.solver.love_letter.exact.joint import clear_rows, weigh
from llq.solver.love_letter.exact.policies import MIXED, Policy
from llq.solver.love_letter.kernels import block_at, place_facts
from llq.solver.love_letter.leads import no_leads
from llq.solver.love_letter.memory.index import RUNS, MemoryIndex, MemorySpace, run_place
from llq.solver.love_letter.places import Blocks, take_blocks
from llq.solver.love_letter.states import state_space

__all__ = ["as_policy", "info_starts", "info_states", "run_ranks", "spread_policy"]


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
    states, rows = state_space(space.rules), space.rows
    starts, info_state, info_memory = info_starts(space), *info_states(space)
    infos = np.diff(rows.row_start) * space.run_infos
    choice_of = np.repeat(space.run_choice, infos)
    used = np.flatnonzero(chances > 0)
    info = np.searchsorted(starts, used, side="right") - 1
    choice = np.zeros((len(space.memory.states), states.size), dtype=np.int32)
    choice[info_memory, info_state] = MIXED + np.arange(space.infos)
    return Policy(
        False,
        np.zeros((0, 0, 2), dtype=np.int64),
        no_leads(states),
        choice.ravel(),
        np.searchsorted(info, np.arange(space.infos + 1)).astype(np.int64),
        rows.legal[choice_of[info], used - starts[info]].astype(np.uint8),
        chances[used],
    )


def info_states(space: MemorySpace) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """Return (information sets,) the rank of the table state, and the memory."""
    first, rows = run_ranks(space), space.rows
    counts = np.diff(rows.row_start)
    of_row, memory = np.repeat(space.run_infos, counts), rows.row_memory
    rank: NDArray[np.int64] = np.repeat(np.repeat(first, counts), of_row)
    rank += np.arange(space.infos)
    rank -= np.repeat(np.cumsum(of_row) - of_row, of_row)
    return rank, np.repeat(memory, of_row)


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
    book = Book(rules.arrays, states.layout, no_leads(states), np.zeros(1), False)
    chances = np.zeros(space.actions)
    weights, used = np.zeros((len(rules.actions), 1)), np.zeros(len(rules.actions), dtype=np.int64)
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
                    at = index.action_base[run] + (row * infos + slot) * legal
                    for i in range(legal):
                        chances[at + i] = weights[index.legal[choice, i], 0]
                clear_rows(weights, used[:count])
