"""Situations of a player with perfect recall, and a memo of their values."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.table.states import Layout

FINENESS = float(1 << 44)
"""Resolution of weights: differences below one part in this are ignored."""


class Situation(NamedTuple):
    """The responder's decision points, without weights."""

    cell: int
    """Hand and unseen cards, as in `Layout`; the opponent's card counts as unseen."""
    base: int
    """Place within the block of the first state with these flags."""
    known: int
    """Whether the opponent's card is known to both."""
    lead: int
    """Lead of the responder, 0 where discards do not count."""
    memory: int = 0
    """Memory of the policy about public actions, 0 without a memory."""


class Memo(NamedTuple):
    """Values of situations by a hash of 128 bits, openly addressed."""

    keys: NDArray[np.uint64]
    """(capacity, 2): hash keys, the first 0 in a free slot."""
    values: NDArray[np.float64]
    """(capacity,)"""
    used: NDArray[np.int64]
    """(1,): values kept."""
    is_full: NDArray[np.bool_]
    """(1,): whether there was no room for another; values returned since are meaningless."""


def make_memo(capacity: int) -> Memo:
    """Return an empty memo; ``capacity`` is a power of 2."""
    return Memo(
        np.zeros((capacity, 2), dtype=np.uint64),
        np.zeros(capacity),
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.bool_),
    )


@njit(forceinline=True, _nrt=False)
def flags_of(layout: Layout, situation: Situation) -> tuple[int, int]:
    """Return whether the opponent's Handmaid is up, and which card of the hand is known."""
    step, width = layout.maid_step[situation.cell], layout.width[situation.cell]
    maid = 1 if 0 < step <= situation.base else 0
    return maid, (situation.base - maid * step) // width


@njit(forceinline=True, _nrt=False)
def mixed(state: np.uint64, word: np.uint64) -> np.uint64:
    """Return a 64-bit hash of another hash and a word."""
    h = state * np.uint64(0x9E3779B97F4A7C15) + word
    h ^= h >> np.uint64(30)
    h *= np.uint64(0xBF58476D1CE4E5B9)
    h ^= h >> np.uint64(27)
    h *= np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(31))


@njit(forceinline=True, _nrt=False)
def hash_situation(
    situation: Situation, weights: NDArray[np.float64]
) -> tuple[np.uint64, np.uint64]:
    """Return both halves of a hash; the first is nonzero."""
    state = np.uint64((situation.cell * 4096 + situation.base) * 2 + situation.known)
    lead = np.uint64(situation.memory * 2048 + situation.lead + 1024)
    first, second = mixed(state, lead), mixed(lead, state)
    for card in range(len(weights)):
        word = np.uint64(np.int64(weights[card] * FINENESS + 0.5))
        first, second = mixed(first, word), mixed(second, word)
    return first | np.uint64(1), second


@njit(forceinline=True, _nrt=False)
def find_slot(memo: Memo, first: np.uint64, second: np.uint64) -> np.uint64:
    """Return the slot of a hash, or its insertion slot, whose first key is 0."""
    mask = np.uint64(len(memo.values) - 1)
    at = second & mask
    while memo.keys[at, 0] != np.uint64(0):
        if memo.keys[at, 0] == first and memo.keys[at, 1] == second:
            break
        at = (at + np.uint64(1)) & mask
    return at


@njit(forceinline=True, _nrt=False)
def find_value(memo: Memo, situation: Situation, weights: NDArray[np.float64]) -> float:
    """Return a situation's value in the memo, NaN without an entry."""
    first, second = hash_situation(situation, weights)
    at = find_slot(memo, first, second)
    return float(memo.values[at]) if memo.keys[at, 0] != np.uint64(0) else np.nan


@njit(_nrt=False)
def move_values(old: Memo, new: Memo) -> None:
    """Move every value to a larger memo."""
    for index in range(len(old.values)):
        if old.keys[index, 0] != np.uint64(0):
            at = find_slot(new, old.keys[index, 0], old.keys[index, 1])
            for half in range(2):
                new.keys[at, half] = old.keys[index, half]
            new.values[at] = old.values[index]
    new.used[0] = old.used[0]
