"""Columns that are read as they are asked for."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from llq.errors import CorruptTable
from llq.store.columns import StoredColumn
from llq.store.tables import open_table
from tests.store.samples import flip_a_bit


def test_a_stored_column_is_indexed_as_its_array(table, arrays):
    """One number, an array of numbers and the whole give what the array, of three chunks, gives."""
    numbers, places = arrays["value"], [0, 4095, 4096, -1]
    rows = len(numbers)
    with open_table(table) as opened:
        column = StoredColumn(opened, "value")
        assert len(column) == rows
        assert [column.item(place) for place in places] == numbers[places].tolist()
        some = np.random.default_rng(1).integers(-rows, rows, 300)
        assert np.array_equal(column[some], numbers[some])
        assert np.array_equal(np.asarray(column), numbers)
        with pytest.raises(IndexError):
            column[rows]


def test_threads_share_a_stored_column(table, arrays):
    """Many threads read what one reads."""
    with open_table(table) as opened, ThreadPoolExecutor(8) as pool:
        found = pool.map(StoredColumn(opened, "value").item, range(0, 9000, 37))
        assert list(found) == arrays["value"][::37].tolist()


def test_a_damaged_chunk_is_refused_when_it_is_read(table):
    """A flipped bit in the numbers is found by the chunk's checksum."""
    flip_a_bit(table)
    with open_table(table) as opened:
        column = StoredColumn(opened, "value")
        with pytest.raises(CorruptTable):
            column[np.arange(9000)]
