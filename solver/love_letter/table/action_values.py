"""Values of every legal action in every situation of a solved table, best and inferior."""

from typing import NamedTuple

import numpy as np

from llq.solver.jit import njit
from llq.solver.love_letter.array_types import Bools, Bytes, Floats, Ints
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.backup import ILLEGAL, Book
from llq.solver.love_letter.table.block_states import Block, Blocks, Facts, take_blocks
from llq.solver.love_letter.table.kernels import (
    block_at,
    card_values,
    is_forced,
    is_kept_known,
    lead_range,
    place_facts,
)
from llq.solver.love_letter.table.leads import no_leads
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.turn import Branches, TurnFacts, make_branches

_BLOCKS = 4096  # at a time, which bounds the memory


class ActionValues(NamedTuple):
    """Every legal action of every situation, one entry each, ordered by rank, then action."""

    rank: Ints  # Rank of the state visible to the mover.
    action: Bytes  # An index into ``Rules.actions``.
    value: Floats  # Value for the mover with best play afterwards, in ``Rules.unit``.


def find_action_values(rules: Rules, values: Floats, reachable: Bools) -> ActionValues:
    """Return the value of every action in a game solved with half a win for equal final cards.

    ``values`` (states,) are as in ``Solution.values``; ``reachable`` (states,) are the states that
    are wanted, of those that a mover can see.
    """
    space = state_space(rules)
    writable = np.array(values)  # as the solver's kernels take them: no others are compiled
    book = Book(rules.arrays, space.layout, no_leads(space), writable, False)
    actions, cards = len(rules.actions), len(rules.cards)
    branches, worth = make_branches(cards), np.empty((actions, cards, 1))
    parts = []
    for start in range(0, len(space.block_cell), _BLOCKS):
        blocks = take_blocks(space, start, start + _BLOCKS)
        most = int(blocks.places.sum()) * actions
        part = ActionValues(
            np.empty(most, dtype=np.int64), np.empty(most, dtype=np.uint8), np.empty(most)
        )
        used = _fill(book, blocks, reachable, branches, worth, part)
        parts.append([column[:used].copy() for column in part])
    return ActionValues(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


@njit(_nrt=False)
def _fill(
    book: Book,
    blocks: Blocks,
    reachable: Bools,
    branches: Branches,
    worth: Floats,
    out: ActionValues,
) -> int:
    """Fill in entries for a range of blocks, modified in place, and return their number."""
    used = 0
    for index in range(len(blocks.cell)):
        block = block_at(blocks, index)
        for place in range(block.places):
            facts = place_facts(book.layout, block, place)
            if place == facts.run_place:
                _weigh(book, block, facts, branches, worth)
            rank = book.layout.offset[block.cell] + place
            if place != facts.choice_place or not reachable[rank]:
                continue
            for action in range(len(worth)):
                value = _mean(block, facts, worth[action, :, 0])
                if value > ILLEGAL:
                    out.rank[used], out.action[used], out.value[used] = rank, action, value
                    used += 1
    return used


@njit(_nrt=False)
def _weigh(book: Book, block: Block, facts: Facts, branches: Branches, worth: Floats) -> None:
    """Fill in each action's value against each card, ``ILLEGAL`` for illegal actions."""
    worth[:] = ILLEGAL
    leads = lead_range(book.leads, block.cell, 0)
    for side in range(1 if block.low == block.high else 2):
        played, kept = (block.low, block.high) if side == 0 else (block.high, block.low)
        if not is_forced(book.game, kept, played):
            kept_known = is_kept_known(block.low, block.high, played, facts.hand_known)
            turn = TurnFacts(facts.maid, facts.known, kept_known)
            out = worth[:, :, : leads.width]  # of the solver's layout
            card_values(book, block.unseen, played, kept, turn, leads, branches, out)


@njit(_nrt=False)
def _mean(block: Block, facts: Facts, worth: Floats) -> float:
    """Return an action's value: against the known card, else averaged over unseen cards."""
    if facts.known:
        value: float = worth[facts.card]
        return value
    total = 0.0
    for card in range(len(worth)):
        if block.unseen[card] > 0:
            total += block.unseen[card] * worth[card]
    return total / int(block.unseen.sum())
