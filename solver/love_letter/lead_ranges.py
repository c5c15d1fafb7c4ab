"""Which discard differences count in which block: the ranges of `leads`."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.kernels import is_forced, make_branches, play
from llq.solver.love_letter.leads import LeadIndex, pack_leads
from llq.solver.love_letter.reach import FACE_UP
from llq.solver.love_letter.rules import Effect, GameArrays, Rules
from llq.solver.love_letter.states import Layout, StateSpace, state_space

__all__ = ["find_lead_ranges"]

_GUESS = int(Effect.GUESS)
_AIMED = (int(Effect.COMPARE), int(Effect.COMPARE_LOW), int(Effect.SWAP))
"""Effects whose outcome a Handmaid changes; a REDRAW is tried on both players anyway."""
_NEVER = 1 << 20


@lru_cache(maxsize=4)
def find_lead_ranges(rules: Rules, deals: tuple[int, ...] = FACE_UP) -> tuple[LeadIndex, int]:
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
    hands, codes = _hands_and_codes(space)
    for forward in (True, False):
        _sweep(
            rules.arrays, space.layout, forward, codes, hands, block_of,
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
    return pack_leads(space, low.astype(np.int16), width.astype(np.int16), shift)


def _hands_and_codes(space: StateSpace) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    codes, hands = np.divmod(space.block_cell, space.layout.hands)
    return space.hand_cards[hands], space.unseen[codes]


@njit
def _sweep(
    game: GameArrays,
    layout: Layout,
    forward: bool,
    unseen: NDArray[np.int64],
    hands: NDArray[np.int64],
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
    for turn in range(blocks):
        block = blocks - 1 - turn if forward else turn
        if forward and not comes[block].any():
            continue
        pool = unseen[block].copy()
        size, code = pool.sum(), (pool * layout.stride).sum()
        cell = code * layout.hands + layout.hand[hands[block, 0], hands[block, 1]]
        for side in range(2):
            played, kept = hands[block, side], hands[block, 1 - side]
            if is_forced(game, kept, played):
                continue
            maids = 2 if layout.maid_step[cell] > 0 and game.effects[played] in _AIMED else 1
            for theirs in range(cards):
                if pool[theirs] == 0:
                    continue
                pool[theirs] -= 1
                last = game.first_action[played + 1]
                if game.effects[played] == _GUESS:
                    last = game.first_action[played] + 1
                # Behind a Handmaid a play may leave in the game whom it would have put out of it.
                for maid in range(maids):
                    for action in range(game.first_action[played], last):
                        argument = game.action_argument[action]
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
