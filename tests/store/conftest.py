"""A small table that has every kind of column, and its file."""

from pathlib import Path

import pytest

from llq.store.schema import TableSpec
from llq.store.writing import write_table
from tests.store.samples import SPEC, Arrays, sample_arrays


@pytest.fixture
def spec() -> TableSpec:
    """Return the description of the small table."""
    return SPEC


@pytest.fixture
def arrays() -> Arrays:
    """Return the arrays of the small table."""
    return sample_arrays()


@pytest.fixture
def table(tmp_path: Path, spec: TableSpec, arrays: Arrays) -> Path:
    """Return the file of the small table."""
    path = tmp_path / f"{spec.name}.h5"
    write_table(path, spec, arrays)
    return path
