"""Bit sets of the entries stored in a sparse column."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_BITS = 64


class Marks:
    """Bit set of entries, indexed by scalar or array for membership.

    Bit i of uint64 ``words[w]`` stands for entry 64 w + i; ``size`` entries are in the set or not.
    """

    def __init__(self, words: NDArray[np.uint64], size: int) -> None:
        counts = np.bitwise_count(words).astype(np.int64)
        self._words = words
        self._before = np.cumsum(counts) - counts
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, entries: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return membership for each of several entries."""
        word, bit = np.divmod(entries, _BITS)
        is_member: NDArray[np.bool_] = (self._words[word] >> bit.astype(np.uint64)) % 2 == 1
        return is_member

    def item(self, entry: int) -> bool:
        """Return membership of a single entry."""
        word, bit = divmod(entry, _BITS)
        return bool(self._words.item(word) >> bit & 1)

    def place(self, entry: int) -> int:
        """Return how many of the set come before one entry."""
        word, bit = divmod(entry, _BITS)
        return self._before.item(word) + (self._words.item(word) & ((1 << bit) - 1)).bit_count()

    def places(self, entries: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many of the set come before each of many entries."""
        word, bit = np.divmod(entries, _BITS)
        below = self._words[word] & ((np.uint64(1) << bit.astype(np.uint64)) - np.uint64(1))
        places: NDArray[np.int64] = self._before[word] + np.bitwise_count(below)
        return places

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Return whether each entry is in the set: (entries,) bool."""
        octets = self._words.astype("<u8").view(np.uint8)
        bits = np.unpackbits(octets, count=self._size, bitorder="little")
        return bits.astype(dtype or np.bool_)


def pack_marks(marked: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return the words of the set of the entries marked; see `Marks`.

    >>> [int(word) for word in pack_marks(np.array([True, False, True]))]
    [5]
    """
    bits = np.zeros(-(-len(marked) // _BITS) * _BITS, dtype=np.bool_)
    bits[: len(marked)] = marked
    return np.packbits(bits, bitorder="little").view("<u8").astype(np.uint64)
