"""Situations of a player with perfect recall, and a memo of their values."""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Bools, Floats, Ints, Uints
from llq.solver.jit import njit

FINENESS = float(1 << 44)
"""Resolution of weights: differences below one part in this are ignored."""
BASES, LEADS = 4096, 2048
"""Bounds of a situation's base and of its lead, from ``-LEADS // 2`` on, in packed keys."""


class Situation(NamedTuple):
    """The responder's decision points, without weights."""

    cell: int  # Hand and unseen cards, as in `Layout`; the opponent's card counts as unseen.
    base: int  # Place within the block of the first state with these flags.
    known: int  # Whether the opponent's card is known to both.
    lead: int  # Lead of the responder, 0 where discards do not count.
    memory: int = 0  # Memory of the policy about public actions, 0 without a memory.


class Memo(NamedTuple):
    """Values of situations by a hash of 128 bits, openly addressed."""

    keys: Uints  # (capacity, 2): hash keys, the first 0 in a free slot.
    values: Floats  # (capacity,)
    used: Ints  # (1,): values kept.
    # (1,): whether there was no room for another; values returned since are meaningless.
    is_full: Bools


def make_memo(capacity: int) -> Memo:
    """Return an empty memo; ``capacity`` is a power of 2."""
    return Memo(
        np.zeros((capacity, 2), dtype=np.uint64),
        np.zeros(capacity),
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.bool_),
    )


@njit(forceinline=True, _nrt=False)
def mix_hash(state: np.uint64, word: np.uint64) -> np.uint64:
    """Return a 64-bit hash of another hash and a word."""
    hashed = state * np.uint64(0x9E3779B97F4A7C15) + word
    hashed ^= hashed >> np.uint64(30)
    hashed *= np.uint64(0xBF58476D1CE4E5B9)
    hashed ^= hashed >> np.uint64(27)
    hashed *= np.uint64(0x94D049BB133111EB)
    return hashed ^ (hashed >> np.uint64(31))


@njit(forceinline=True, _nrt=False)
def hash_situation(situation: Situation, weights: Floats) -> tuple[np.uint64, np.uint64]:
    """Return both halves of a hash; the first is nonzero."""
    state = np.uint64((situation.cell * BASES + situation.base) * 2 + situation.known)
    lead = np.uint64(situation.memory * LEADS + situation.lead + LEADS // 2)
    first, second = mix_hash(state, lead), mix_hash(lead, state)
    for card in range(len(weights)):
        word = np.uint64(np.int64(weights[card] * FINENESS + 0.5))
        first, second = mix_hash(first, word), mix_hash(second, word)
    return first | np.uint64(1), second


@njit(forceinline=True, _nrt=False)
def find_slot(memo: Memo, first: np.uint64, second: np.uint64) -> np.uint64:
    """Return the slot of a hash, or its insertion slot, whose first key is 0."""
    mask = np.uint64(len(memo.values) - 1)
    slot = second & mask
    while memo.keys[slot, 0] != np.uint64(0):
        if memo.keys[slot, 0] == first and memo.keys[slot, 1] == second:
            break
        slot = (slot + np.uint64(1)) & mask
    return slot


@njit(forceinline=True, _nrt=False)
def find_value(memo: Memo, situation: Situation, weights: Floats) -> float:
    """Return a situation's value in the memo, NaN without an entry."""
    first, second = hash_situation(situation, weights)
    slot = find_slot(memo, first, second)
    return float(memo.values[slot]) if memo.keys[slot, 0] != np.uint64(0) else np.nan


@njit(forceinline=True, _nrt=False)
def store_value(memo: Memo, hashes: tuple[np.uint64, np.uint64], value: float) -> None:
    """Store a value under both halves of its situation's hash."""
    slot = find_slot(memo, hashes[0], hashes[1])
    memo.keys[slot, 0], memo.keys[slot, 1] = hashes
    memo.values[slot] = value
    memo.used[0] += 1


@njit(_nrt=False)
def move_values(old: Memo, new: Memo) -> None:
    """Move every value to a larger memo."""
    for slot in range(len(old.values)):
        if old.keys[slot, 0] != np.uint64(0):
            store_value(new, (old.keys[slot, 0], old.keys[slot, 1]), old.values[slot])
