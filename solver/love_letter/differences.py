"""Which discard differences count in which block: the ranges of `ahead`."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.ahead import Ahead, pack_ahead
from llq.solver.love_letter.compiled import is_barred, is_forced, make_branches, play
from llq.solver.love_letter.reach import FACE_UP
from llq.solver.love_letter.rules import Effect, GameArrays, Rules
from llq.solver.love_letter.states import Layout, state_space

__all__ = ["ahead_ranges"]

_GUESS = int(Effect.GUESS)
_NEVER = 1 << 20


@lru_cache(maxsize=4)
def ahead_ranges(rules: Rules, deals: tuple[int, ...] = FACE_UP) -> tuple[Ahead, int]:
    """Return the range of discard differences of every block, and the number of entries.

    Parameters
    ----------
    deals
        Numbers of cards that may lie face up at the start; they count in no player's total.
    """
    space = state_space(rules)
    blocks = len(space.block_cell)
    most = sum(card.number * card.copies for card in rules.cards)
    block_of = np.full(len(space.layout.offset), -1, dtype=np.int64)
    block_of[space.block_cell] = np.arange(blocks)
    comes = np.zeros((blocks, 2 * most + 1), dtype=np.bool_)
    for face_up in deals:
        comes[space.block_n == rules.opening_unseen - face_up, most] = True
    most_to_come, least_to_come = np.full((2, blocks), -_NEVER)
    least_to_come += 2 * _NEVER
    codes, hand = np.divmod(space.block_cell, space.layout.hands)
    unseen, hands = space.unseen[codes], space.hand_cards[hand]
    for forward in (True, False):
        _sweep(
            rules.arrays, space.layout, forward, unseen, hands, space.block_cell,
            block_of,
            comes, most_to_come, least_to_come,
        )  # fmt: skip
    found = comes.any(axis=1)
    lowest = comes.argmax(axis=1) - most
    highest = most - comes[:, ::-1].argmax(axis=1)
    parities = np.stack([comes[:, i::2].any(axis=1) for i in (0, 1)]).sum(axis=0)
    shift = (parities == 1).astype(np.uint8)
    # One step past the difference from which no tie to come changes sign, on either side.
    ties = most_to_come > -_NEVER
    low = np.where(ties, np.maximum(lowest, -most_to_come - 1), lowest)
    high = np.where(ties, np.minimum(highest, -least_to_come + 1), lowest)
    low -= (low - lowest) & shift  # of the parity that comes up
    high += (highest - high) & shift
    high = np.maximum(high, low)
    width = np.where(found, (high - low) // (1 + shift) + 1, 0)
    return pack_ahead(space, low.astype(np.int16), width.astype(np.int16), shift)


@njit
def _sweep(
    game: GameArrays,
    layout: Layout,
    forward: bool,
    unseen: NDArray[np.int64],
    hands: NDArray[np.int64],
    cells: NDArray[np.int64],
    block_of: NDArray[np.int64],
    comes: NDArray[np.bool_],
    most_to_come: NDArray[np.int64],
    least_to_come: NDArray[np.int64],
) -> None:
    """Carry differences forward from the deals, or the swing of those to come back from ties.

    ``comes`` (blocks, differences) or ``most_to_come`` and ``least_to_come`` (blocks,) are modified
    in place; a block without a tie to come keeps its bounds as they are.
    """
    blocks, cards = unseen.shape
    middle = comes.shape[1] // 2
    branches = make_branches(cards)
    for order in range(blocks):
        block = blocks - 1 - order if forward else order
        if forward and not comes[block].any():
            continue
        pool = unseen[block].copy()
        size, code = pool.sum(), (pool * layout.stride).sum()
        maids = 2 if layout.maid_step[cells[block]] > 0 else 1
        for side in range(2):
            played, kept = hands[block, side], hands[block, 1 - side]
            if is_forced(game, kept, played):
                continue
            for theirs in range(cards):
                if pool[theirs] == 0:
                    continue
                pool[theirs] -= 1
                first, last = game.first_action[played], game.first_action[played + 1]
                if game.effects[played] == _GUESS:
                    last = first + 1
                for turn in range((last - first) * maids):  # with no Handmaid up, then with one
                    maid, action = divmod(turn, last - first)
                    argument = game.action_argument[first + action]
                    if is_barred(game, played, argument, maid):
                        continue
                    count, _, _, tie, _, gain = play(
                        game, layout, pool, size - 1, code - layout.stride[theirs],
                        played, argument, kept, theirs, maid, 0, 0, branches,
                    )  # fmt: skip
                    if tie > 0 and not forward:
                        most_to_come[block] = max(most_to_come[block], gain)
                        least_to_come[block] = min(least_to_come[block], gain)
                    for branch in range(count):
                        then = block_of[branches.cell[branch]]
                        if forward:
                            for at in range(len(comes[block])):
                                if comes[block, at]:
                                    comes[then, 2 * middle - at - gain] = True
                        elif most_to_come[then] > -_NEVER:
                            most_to_come[block] = max(
                                most_to_come[block], gain - least_to_come[then]
                            )
                            least_to_come[block] = min(
                                least_to_come[block], gain - most_to_come[then]
                            )
                pool[theirs] += 1
