"""A small table that has every kind of column, and its file."""

import shutil
from pathlib import Path

import pytest

from llq.store.writing import write_table
from tests.store.samples import SPEC, Arrays, sample_arrays


@pytest.fixture
def arrays() -> Arrays:
    """Return the arrays of the small table."""
    return sample_arrays()


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the small table, which no test alters."""
    path = tmp_path_factory.mktemp("sound") / f"{SPEC.name}.h5"
    write_table(path, SPEC, sample_arrays())
    return path


@pytest.fixture
def table(sound: Path, tmp_path: Path) -> Path:
    """Return a copy of the small table's file."""
    return Path(shutil.copy(sound, tmp_path))
