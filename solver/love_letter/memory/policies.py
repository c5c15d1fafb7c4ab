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

__all__ = ["as_policy", "info_starts", "spread_policy"]


def info_starts(space: MemorySpace) -> NDArray[np.int64]:
    """Return (information sets + 1,) the first action of each, then their number."""
    infos = np.diff(space.rows.row_start) * space.run_infos
    legal = space.rows.legal_count[space.run_choice]
    starts = np.zeros(space.infos + 1, dtype=np.int64)
    np.cumsum(np.repeat(legal, infos), out=starts[1:])
    return starts


def as_policy(space: MemorySpace, chances: NDArray[np.float64]) -> Policy:
    """Return the policy as the best response takes it: a choice for each information set.

    Parameters
    ----------
    chances
        (actions of all information sets,)
    """
    starts = info_starts(space)
    infos = np.diff(space.rows.row_start) * space.run_infos
    choice_of = np.repeat(space.run_choice, infos)
    used = np.flatnonzero(chances > 0)
    info = np.searchsorted(starts, used, side="right") - 1
    return Policy(
        False,
        np.zeros((0, 0, 2), dtype=np.int64),
        no_leads(state_space(space.rules)),
        (MIXED + np.arange(space.infos)).astype(np.int32),
        np.searchsorted(info, np.arange(space.infos + 1)).astype(np.int64),
        space.rows.legal[choice_of[info], used - starts[info]].astype(np.uint8),
        chances[used],
    )


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
