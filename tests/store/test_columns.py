"""Columns that are read as they are asked for."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from llq.errors import CorruptTable
from llq.store.columns import StoredColumn
from llq.store.schema import Column, TableSpec
from llq.store.tables import open_table
from llq.store.writing import write_table
from tests.store.samples import flip_bit_at

ROWS = 20_000
NUMBERS = np.random.default_rng(5).random(ROWS)
SPEC = TableSpec("game", "a-b", "rules", 1, {}, 1, (Column("x", "float64", ("row",), "", "x"),))


@pytest.fixture
def path(tmp_path):
    """Return a table of five chunks of numbers."""
    write_table(tmp_path / "numbers.h5", SPEC, {"x": NUMBERS})
    return tmp_path / "numbers.h5"


def test_a_stored_column_is_indexed_as_its_array(path):
    """One number, an array of numbers and the whole give what the array gives."""
    with open_table(path) as table:
        column = StoredColumn(table, "x")
        assert len(column) == ROWS
        assert [column.item(i) for i in (0, 4095, 4096, -1)] == NUMBERS[
            [0, 4095, 4096, -1]
        ].tolist()
        some = np.random.default_rng(1).integers(-ROWS, ROWS, 300)
        assert np.array_equal(column[some], NUMBERS[some])
        assert np.array_equal(np.asarray(column), NUMBERS)
        with pytest.raises(IndexError):
            column[ROWS]


def test_threads_share_a_stored_column(path):
    """Many threads read what one reads."""
    with open_table(path) as table, ThreadPoolExecutor(8) as pool:
        column = StoredColumn(table, "x")
        assert list(pool.map(column.item, range(0, ROWS, 37))) == NUMBERS[::37].tolist()


def test_a_damaged_chunk_is_refused_when_it_is_read(path):
    """A flipped bit in the numbers is found by the chunk's checksum."""
    flip_bit_at(path)
    with open_table(path) as table:
        column = StoredColumn(table, "x")
        with pytest.raises(CorruptTable):
            column[np.arange(ROWS)]
