"""Rows of a solution's file: each state's common row, then rows for single memories."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.table.sparse_column import Marks
from llq.store.columns import StoredColumn

LEVELS = 32
"""Stored probabilities are multiples of 1 / LEVELS."""
FORGETS = np.iinfo(np.uint16).max
"""Memory number of the common row, shared by memories without rows."""


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

    def find(self, place: int, number: int) -> tuple[NDArray[np.float64], bool]:
        """Return a state's row probabilities and whether the row matches the number."""
        first, last = self._row[place], self._row[place + 1]
        start, end = self._chance[place], self._chance[place + 1]
        count = (end - start) // (last - first)
        numbers = np.asarray(self._numbers[np.arange(first, last)])
        row = int(np.searchsorted(numbers[1:], number)) + 1
        is_own = row < len(numbers) and int(numbers[row]) == number
        start += row * count if is_own else 0
        parts = np.asarray(self._parts[np.arange(start, start + count)])
        return parts / LEVELS, is_own

    def find_many(
        self, places: NDArray[np.int64], numbers: NDArray[np.int64], actions: int
    ) -> NDArray[np.float64]:
        """Return the chances, (N, actions), of rows of states with ``actions`` actions each."""
        first = self._row.boundaries[places]
        keys = places * (FORGETS + 1) + numbers
        row = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        row = np.where(self._keys[row] == keys, row, first)
        start = self._chance.boundaries[places] + (row - first) * actions
        chances: NDArray[np.float64] = self._parts[start[:, None] + np.arange(actions)] / LEVELS
        return chances

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
