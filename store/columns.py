"""Columns too large for memory, read chunk by chunk on demand."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.store.tables import TableFile

_CHUNKS_KEPT = 512


class StoredColumn:
    """A 1-D column of an open table file, which must stay open.

    It is indexed like an array, by a number or by an array of numbers, and reads only the chunks
    that it takes, each checked against its hash; the latest 512 are kept. Threads may share it.
    """

    def __init__(self, table: TableFile, name: str) -> None:
        self._table = table
        self._name = name
        self._length = table.info.rows(name)
        self.dtype = table.read_rows(name, 0, 0).dtype
        self._rows = table.info.stored[name].chunk_rows
        self._chunk = lru_cache(_CHUNKS_KEPT)(self._read)

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: Any) -> Any:
        """Return a single value, or an array for array indices."""
        if np.ndim(index) == 0:
            chunk, row = divmod(range(self._length)[index], self._rows)
            return self._chunk(chunk)[row]
        indices = np.asarray(index, dtype=np.int64)
        indices = np.where(indices < 0, indices + self._length, indices)
        values = np.empty(indices.shape, dtype=self.dtype)
        chunk, row = np.divmod(indices, self._rows)
        for number in np.flatnonzero(np.bincount(chunk.ravel())).tolist():  # unique loads numpy.ma
            is_inside = chunk == number
            values[is_inside] = self._chunk(number)[row[is_inside]]
        return values

    def item(self, index: int) -> Any:
        """Return one value as Python's own number."""
        return self[index].item()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the whole column, checked against its SHA-256."""
        return self._table.read(self._name).astype(dtype or self.dtype, copy=bool(copy))

    def _read(self, chunk: int) -> NDArray[Any]:
        start = chunk * self._rows
        return self._table.read_rows(self._name, start, min(start + self._rows, self._length))
