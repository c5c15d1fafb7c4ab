"""Tables come back as they were written, by columns too, and go by a hash of their content."""

import hashlib
import json
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import h5py
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from llq.errors import CorruptTable, StaleTable, TableNotWritable
from llq.store.columns import StoredColumn
from llq.store.schema import Column
from llq.store.tables import open_table, verify_table
from llq.store.writing import write_table
from tests.store.samples import SPEC, flip_a_bit, sample_arrays

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint64", "float32", "float64"]


@given(
    array=st.sampled_from(DTYPES).flatmap(
        lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=1, max_dims=3, min_side=0))
    ),
    data=st.data(),
)
@settings(deadline=None, max_examples=25)
def test_round_trip(array, data):
    """Any array of any dtype and shape comes back bit by bit, whole and in any run of rows.

    Missing folders are made, and nothing but the table is left in them.
    """
    axes = tuple("abc"[: array.ndim])
    spec = replace(SPEC, columns=(Column("x", array.dtype.name, axes, "", "", is_finite=False),))
    start = data.draw(st.integers(0, len(array)))
    stop = data.draw(st.integers(start, len(array)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a", "b", "x.h5")
        write_table(path, spec, {"x": array})
        assert list(path.parent.iterdir()) == [path]
        with open_table(path, spec) as table:
            column, rows = table.read("x"), table.read_rows("x", start, stop)
    assert (column.dtype, column.shape) == (array.dtype, array.shape)
    assert column.tobytes() == array.tobytes()
    assert rows.tobytes() == array[start:stop].tobytes()


def test_arrays_in_any_memory_order_are_written_by_value(tmp_path):
    """A Fortran-ordered or strided array gives the same content as its plain copy."""
    spec = replace(SPEC, columns=(Column("x", "int64", ("a", "b"), "", ""),))
    array = np.arange(600).reshape(30, 20)[::2, ::-1]
    hashes = {
        write_table(tmp_path / "x.h5", spec, {"x": layout})
        for layout in (array, np.asfortranarray(array), array.copy())
    }
    assert len(hashes) == 1
    with open_table(tmp_path / "x.h5") as table:
        np.testing.assert_array_equal(table.read("x"), array)


def test_plain_hdf5_reader_sees_the_same_values(table, arrays):
    """A reader of HDF5 alone gets the values, their stated SHA-256 and checksums of every chunk."""
    with h5py.File(table, "r") as file:
        stated = json.loads(file.attrs["datasets"].decode())
        for name, array in arrays.items():
            np.testing.assert_array_equal(file[name][...], array)
            assert stated[name]["sha256"] == hashlib.sha256(array.tobytes()).hexdigest()
            assert array.size == 0 or (file[name].chunks and file[name].fletcher32)


def test_info_is_what_was_written(table, arrays):
    """An opened table says all that its spec said, its size, its rows and when it was made."""
    with open_table(table, SPEC) as opened:
        info = opened.info
    assert info.spec == SPEC
    assert info.path == table
    assert info.size_bytes == table.stat().st_size
    assert {name: info.rows(name) for name in arrays} == {
        name: len(array) for name, array in arrays.items()
    }
    assert info.provenance.created.endswith("+00:00")
    assert verify_table(table) == info
    assert info.content_hash == PINNED


PINNED = "3014d10da0f631bc16220c8ba10ad29afefc36b722809dd910c43ef9616489bb"
"""The content hash of the table, which never changes while the format does not."""


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"version": 4, "parameters": dict(reversed(SPEC.parameters.items()))},
        {"game": "other"},
        {"variant": "other"},
        {"rules_id": "other"},
        {"rules_version": 2},
        {"parameters": {**SPEC.parameters, "players": 3}},
        {"parameters": {**SPEC.parameters, "more": 1}},
        {"columns": (replace(SPEC.columns[0], unit="points"), *SPEC.columns[1:])},
        {"columns": (replace(SPEC.columns[0], axes=("card",)), *SPEC.columns[1:])},
        {"columns": (replace(SPEC.columns[0], description="Other"), *SPEC.columns[1:])},
    ],
    ids=str,
)
def test_all_that_a_table_is_enters_its_content_hash(tmp_path, arrays, change):
    """Each change of what it is gives another hash; its version, file name and time do not."""
    digest = write_table(tmp_path / "any.h5", replace(SPEC, **change), arrays)
    assert (digest == PINNED) == (not change or "version" in change)


def test_one_value_changes_the_content_hash(tmp_path, arrays):
    """One value that differs in its last bit gives another content hash."""
    arrays["value"][4321] = np.nextafter(arrays["value"][4321], 2)
    assert write_table(tmp_path / "x.h5", SPEC, arrays) != PINNED


@pytest.mark.parametrize(
    "wrong",
    [
        {"value": None},
        {"more": np.zeros(3)},
        {"value": np.zeros(3, np.float32)},
        {"value": np.zeros((3, 3))},
        {"action": np.zeros((3, 2), ">u2")},
    ],
    ids=["missing", "extra", "dtype", "axes", "byte order"],
)
def test_arrays_that_do_not_fit_are_refused(table, arrays, wrong):
    """Arrays other than those described are refused before anything is written."""
    before = table.read_bytes()
    changed = {name: array for name, array in (arrays | wrong).items() if array is not None}
    with pytest.raises(ValueError, match=SPEC.name):
        write_table(table, SPEC, changed)
    assert table.read_bytes() == before


@pytest.mark.parametrize(
    "make",
    [
        lambda: replace(SPEC, game="../etc"),
        lambda: replace(SPEC, variant=""),
        lambda: replace(SPEC, columns=()),
        lambda: replace(SPEC, columns=SPEC.columns[:1] * 2),
        lambda: Column("a/b", "int8", ("x",), "", ""),
        lambda: Column("a", "object", ("x",), "", ""),
        lambda: Column("a", "int8", (), "", ""),
    ],
)
def test_descriptions_that_no_file_can_hold_are_refused(make):
    """A name that leaves its folder, a column twice or an unknown dtype is a ValueError."""
    with pytest.raises(ValueError, match=r":|columns"):
        make()


def test_asking_for_what_is_not_there(table):
    """An unknown column is a KeyError and a row out of range an IndexError, never a wrong row."""
    with open_table(table) as opened:
        with pytest.raises(KeyError, match="value"):
            opened.read("valeu")
        for start, stop in ((-1, 1), (0, 9001), (5, 4)):
            with pytest.raises(IndexError):
                opened.read_rows("value", start, stop)


@pytest.mark.parametrize(
    "change",
    [
        {"rules_id": "other"},
        {"rules_version": 2},
        {"parameters": {"players": 2}},
        {"version": 2},
        {"columns": SPEC.columns[:-1]},
    ],
    ids=str,
)
def test_stale_tables_are_refused(table, change):
    """A table built from other rules, parameters, sources or columns is refused with the remedy."""
    with pytest.raises(StaleTable, match="run this") as caught:
        open_table(table, replace(SPEC, **change), remedy="run this")
    assert "\n" not in str(caught.value)


def test_only_what_differs_is_named(table):
    """The message has room for parameters that differ; a column in better words is the same."""
    described = replace(SPEC.columns[0], description="In better words")
    open_table(table, replace(SPEC, columns=(described, *SPEC.columns[1:]))).close()
    other = replace(SPEC, parameters={**SPEC.parameters, "players": 3, "more": 1})
    with pytest.raises(StaleTable, match=r"\{'more': None, 'players': 2\}, today's \{'more': 1, "):
        open_table(table, other)


def test_nowhere_to_write(tmp_path, table, arrays):
    """A path below a file is refused in one line, and the file is as it was."""
    before = table.read_bytes()
    with pytest.raises(TableNotWritable, match="cannot be written") as caught:
        write_table(table / "x.h5", SPEC, arrays)
    assert "\n" not in str(caught.value)
    assert table.read_bytes() == before


@pytest.mark.parametrize(
    "failing", ["pathlib.Path.write_bytes", "os.fsync", "pathlib.Path.replace"]
)
def test_failed_write_changes_nothing(table, monkeypatch, failing):
    """A disk that refuses at any step leaves the old table and no other file."""
    before = table.read_bytes()
    refuse = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr(failing, refuse)
    with pytest.raises(TableNotWritable, match="No space left"):
        write_table(table, SPEC, sample_arrays(2))
    assert table.read_bytes() == before
    assert list(table.parent.iterdir()) == [table]


def test_a_stored_column_is_indexed_as_its_array(table, arrays):
    """One number, an array of numbers and the whole give what the array, of three chunks, gives."""
    numbers, places = arrays["value"], [0, 4095, 4096, -1]
    rows = len(numbers)
    with open_table(table) as opened:
        column = StoredColumn(opened, "value")
        assert len(column) == rows
        assert [column.item(place) for place in places] == numbers[places].tolist()
        indices = np.random.default_rng(1).integers(-rows, rows, 300)
        assert np.array_equal(column[indices], numbers[indices])
        assert np.array_equal(np.asarray(column), numbers)
        with pytest.raises(IndexError):
            column[rows]


def test_threads_share_a_stored_column(table, arrays):
    """Many threads read what one reads."""
    with open_table(table) as opened, ThreadPoolExecutor(8) as pool:
        values = pool.map(StoredColumn(opened, "value").item, range(0, 9000, 37))
        assert list(values) == arrays["value"][::37].tolist()


def test_a_damaged_chunk_is_refused_when_it_is_read(table):
    """A flipped bit in the numbers is found by the chunk's checksum."""
    flip_a_bit(table)
    with open_table(table) as opened:
        column = StoredColumn(opened, "value")
        with pytest.raises(CorruptTable):
            column[np.arange(9000)]
