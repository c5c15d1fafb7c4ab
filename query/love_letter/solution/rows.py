"""Rows of a solution's file: each state's common row, then rows for single memories."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.store.columns import StoredColumn

_BITS = 64
LEVELS = 32
"""Stored probabilities are multiples of 1 / LEVELS."""
FORGETS = np.iinfo(np.uint16).max
"""Memory number of the common row, shared by memories without rows."""


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


class RowChances(NamedTuple):
    """Probabilities of a state's legal actions, in ascending order."""

    chances: NDArray[np.float64]
    is_own: bool  # Whether they are of the memory and lead, rather than of the common row.


class EveryRow(NamedTuple):
    """All rows of a solution, in order."""

    rank: NDArray[np.int64]
    """(rows,): rank of the table state."""
    memory: NDArray[np.int64]
    """(rows,): row number within the state, `FORGETS` for the common row."""
    start: NDArray[np.int64]
    """(rows + 1,): first probability of each row, then their number."""
    chance: NDArray[np.float64]
    """(probabilities,): those of legal actions in ascending order, row by row."""


def concatenate_ranges(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the integers of many ranges, one range after the other.

    >>> concatenate_ranges(np.array([7, 0]), np.array([2, 3])).tolist()
    [7, 8, 0, 1, 2]
    """
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()))


class SolutionRows:
    """Rows of a solution's stored states, read on demand.

    A state is known by its place among those kept, a row by `solution.table.row_number`.
    ``columns`` are the file's, by name, and ``states`` counts those of the variant, kept or not.
    """

    def __init__(self, columns: Mapping[str, NDArray[Any] | StoredColumn], states: int) -> None:
        marks = np.asarray(columns["kept"])
        rows, actions = np.asarray(columns["rows"]), np.asarray(columns["actions"])
        self.kept = Marks(marks, states)
        """The states kept, by rank."""
        self._row = _Starts(rows)
        self._chance = _Starts(rows * actions.astype(np.int32))
        self._numbers, self._parts = columns["memory"], columns["chance"]
        marked = int(np.bitwise_count(marks).sum(dtype=np.int64))
        sizes = (marked, len(actions), self._row[len(rows)], self._chance[len(rows)])
        if sizes != (len(rows), len(rows), len(self._numbers), len(self._parts)):
            raise ValueError("states, rows and chances are not as many as they must be")

    def __len__(self) -> int:
        return len(self._numbers)

    def find(self, place: int, number: int) -> RowChances:
        """Return the chances of a state's row with a number, by default of its common row."""
        first, last = self._row[place], self._row[place + 1]
        start, end = self._chance[place], self._chance[place + 1]
        count = (end - start) // (last - first)
        numbers = np.asarray(self._numbers[np.arange(first, last)])
        row = int(np.searchsorted(numbers[1:], number)) + 1
        is_own = row < len(numbers) and int(numbers[row]) == number
        start += row * count if is_own else 0
        parts = np.asarray(self._parts[np.arange(start, start + count)])
        return RowChances(parts / LEVELS, is_own)

    def find_many(
        self, places: NDArray[np.int64], numbers: NDArray[np.int64], actions: int
    ) -> NDArray[np.float64]:
        """Return the chances, (N, actions), of rows of states with ``actions`` actions each."""
        start = self.chance_starts(places, numbers)
        chances: NDArray[np.float64] = self._parts[start[:, None] + np.arange(actions)] / LEVELS
        return chances

    def chance_starts(
        self, places: NDArray[np.int64], numbers: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the first chance of each row, of a state's common row where it has no such one."""
        first, chance = self._row.boundaries[places], self._chance.boundaries[places]
        keys = places * (FORGETS + 1) + numbers
        row = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        row = np.where(self._keys[row] == keys, row, first)
        rows, chances = self._row.boundaries[places + 1], self._chance.boundaries[places + 1]
        starts: NDArray[np.int64] = chance + (row - first) * ((chances - chance) // (rows - first))
        return starts

    def read_all(self) -> EveryRow:
        """Return all rows."""
        ranks = np.flatnonzero(np.asarray(self.kept))
        counts = np.diff(self._row.boundaries)
        legal = np.repeat(np.diff(self._chance.boundaries) // counts, counts)
        starts = np.concatenate([[0], np.cumsum(legal)])
        numbers = np.asarray(self._numbers).astype(np.int64)
        return EveryRow(np.repeat(ranks, counts), numbers, starts, np.asarray(self._parts) / LEVELS)

    @cached_property
    def _keys(self) -> NDArray[np.int64]:
        """Ascending key of each row, by state and row number."""
        counts = np.diff(self._row.boundaries)
        numbers = np.asarray(self._numbers).astype(np.int64)
        numbers[numbers == FORGETS] = -1  # stands first among the rows of a state
        keys: NDArray[np.int64] = np.repeat(np.arange(len(counts)), counts) * (FORGETS + 1)
        return keys + numbers


class _Starts:
    """Boundaries of consecutive ranges.

    A boundary is found from the sums of blocks: a lookup does without the sums of all.
    """

    _BLOCK = 512

    def __init__(self, counts: NDArray[Any]) -> None:
        self._counts = counts
        whole = len(counts) // self._BLOCK * self._BLOCK
        sums = counts[:whole].reshape(-1, self._BLOCK).sum(axis=1, dtype=np.int64)
        self._before = [0, *np.cumsum([*sums, counts[whole:].sum(dtype=np.int64)]).tolist()]

    def __getitem__(self, place: int) -> int:
        block = place // self._BLOCK
        rest = self._counts[block * self._BLOCK : place]
        return int(self._before[block] + rest.sum(dtype=np.int64))

    @cached_property
    def boundaries(self) -> NDArray[np.int64]:
        """Every start, and the end."""
        return np.concatenate([[0], np.cumsum(self._counts, dtype=np.int64)])
