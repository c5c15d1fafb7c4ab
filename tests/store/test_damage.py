"""No damaged, foreign or ill-made file is ever taken for a sound table."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from numpy.typing import NDArray

from llq.errors import (
    CorruptTable,
    ForeignTable,
    FormatTooNew,
    FormatTooOld,
    LlqError,
    TableMissing,
    TruncatedTable,
)
from llq.store.schema import TableSpec
from llq.store.tables import open_table, verify_table
from tests.store.samples import SPEC, Arrays

REQUIRED = [
    "llq_format_version",
    "game",
    "variant",
    "rules_id",
    "rules_version",
    "parameters",
    "columns",
    "datasets",
    "content_hash",
    "solver_hash",
    "package_version",
    "created",
    "attributes_sha256",
]
PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489")


def test_single_bit_flips(table: Path, arrays: Arrays, tmp_path: Path) -> None:
    """A file with any one bit flipped is refused, or says and holds exactly what it did."""
    sound, info = table.read_bytes(), verify_table(table)
    refused = 0
    for bit in np.random.default_rng(7).choice(len(sound) * 8, 200, replace=False):
        damaged = bytearray(sound)
        damaged[bit // 8] ^= 1 << bit % 8
        path = tmp_path / f"{bit}.h5"  # HDF5 knows an open file by its inode
        path.write_bytes(damaged)
        try:
            with open_table(path) as opened:
                assert replace(opened.info, path=table) == info
                for name, array in arrays.items():
                    assert opened.read_rows(name, 0, len(array)).tobytes() == array.tobytes()
            verify_table(path)
        except LlqError:
            refused += 1
    assert refused > 100


def test_truncation(table: Path, tmp_path: Path) -> None:
    """A file cut short anywhere is refused as such, in one line with the remedy."""
    sound = table.read_bytes()
    cuts = {0, 1, 7, 8, 9, 27, 28, 35, 36, 47, 48, 49, len(sound) - 1}
    cuts |= {int(cut) for cut in np.linspace(50, len(sound) - 2, 40)}
    for cut in cuts:
        path = tmp_path / f"{cut}.h5"
        path.write_bytes(sound[:cut])
        with pytest.raises(TruncatedTable, match="run this") as caught:
            open_table(path, remedy="run this")
        assert "\n" not in str(caught.value)


def test_unfinished_file(tmp_path: Path, table: Path) -> None:
    """A file whose writer died with it open is refused."""
    with h5py.File(table, "r+") as file:
        file.flush()
        (tmp_path / "copy.h5").write_bytes(table.read_bytes())
    with pytest.raises(TruncatedTable, match="never written to its end"):
        open_table(tmp_path / "copy.h5")


@pytest.mark.parametrize("name", REQUIRED)
def test_every_attribute_is_required(table: Path, name: str) -> None:
    """A table without one of its attributes is refused, and the message names it."""
    with h5py.File(table, "r+") as file:
        del file.attrs[name]
    with pytest.raises(CorruptTable, match=name):
        open_table(table)


@pytest.mark.parametrize("name", REQUIRED)
def test_every_attribute_has_its_type(table: Path, name: str) -> None:
    """A table with an attribute of another type is refused."""
    with h5py.File(table, "r+") as file:
        file.attrs[name] = np.array([1.5, 2.5])
    with pytest.raises(CorruptTable, match=r"run this$"):
        open_table(table, remedy="run this")


@pytest.mark.parametrize("name", REQUIRED[1:])
@pytest.mark.parametrize("value", [b"\xff\xfe", "", 2**40, "x" * 100])
def test_every_attribute_is_covered(table: Path, name: str, value: bytes | str | int) -> None:
    """A table with one attribute altered is refused, undecodable text included."""
    with h5py.File(table, "r+") as file:
        file.attrs[name] = np.bytes_(value) if isinstance(value, bytes) else value
    with pytest.raises(CorruptTable):
        open_table(table)


def test_added_attribute(table: Path) -> None:
    """A table that somebody added an attribute to is refused."""
    with h5py.File(table, "r+") as file:
        file.attrs["note"] = "mine"
    with pytest.raises(CorruptTable, match="altered"):
        open_table(table)


def test_missing_dataset(table: Path) -> None:
    """A table without one of its datasets is refused, and the message names it."""
    with h5py.File(table, "r+") as file:
        del file["action"]
    with pytest.raises(CorruptTable, match="action"):
        open_table(table)


@pytest.mark.parametrize("data", [np.zeros(9000, "f4"), np.zeros(8999), np.zeros((9000, 1))])
def test_other_dataset(table: Path, data: NDArray[Any]) -> None:
    """A dataset of another dtype or shape in the place of a table's own is refused."""
    with h5py.File(table, "r+") as file:
        del file["value"]
        file["value"] = data
    with pytest.raises(CorruptTable, match="value"):
        open_table(table)


def test_altered_value(table: Path) -> None:
    """A value that was altered with all checksums renewed does not pass its SHA-256."""
    with h5py.File(table, "r+") as file:
        file["value"][5] += 1e-12
    with open_table(table) as opened, pytest.raises(CorruptTable, match="SHA-256"):
        opened.read("value")
    with pytest.raises(CorruptTable, match="SHA-256"):
        verify_table(table)


@pytest.mark.parametrize(
    ("version", "error"), [(0, FormatTooOld), (-1, FormatTooOld), (2, FormatTooNew)]
)
def test_other_formats(table: Path, version: int, error: type[LlqError]) -> None:
    """A format that this code does not read is refused as too old or too new, both numbers said."""
    with h5py.File(table, "r+") as file:
        file.attrs["llq_format_version"] = version
        del file.attrs["columns"]  # other formats may have other attributes
        file.attrs["datasets"] = np.bytes_(b"\xff")
    with pytest.raises(error, match=rf"format {version}\b.* format 1\b"):
        open_table(table)


@pytest.mark.parametrize("content", [b"state,value\n0,0.5\n", PNG, b"\0" * 4096, b"H"], ids=str)
def test_foreign_files(tmp_path: Path, content: bytes) -> None:
    """A file that is not HDF5 is refused as foreign."""
    path = tmp_path / "x.h5"
    path.write_bytes(content)
    with pytest.raises(ForeignTable, match="not an HDF5 file"):
        open_table(path)


def test_plain_hdf5(tmp_path: Path) -> None:
    """An HDF5 file without llq's marks is refused as foreign."""
    path = tmp_path / "x.h5"
    with h5py.File(path, "w") as file:
        file["value"] = np.zeros(3)
        file.attrs["game"] = "chess"
    with pytest.raises(ForeignTable, match="not an llq table"):
        open_table(path)


def test_folder(tmp_path: Path) -> None:
    """A folder is refused as foreign."""
    with pytest.raises(ForeignTable, match="folder"):
        open_table(tmp_path)


@pytest.mark.parametrize("change", [{"game": "dominion"}, {"variant": "2019"}], ids=str)
def test_another_game(table: Path, spec: TableSpec, change: dict[str, str]) -> None:
    """A table of another game or variant is refused, both names said."""
    wanted = replace(spec, **change)  # type: ignore[arg-type]
    with pytest.raises(ForeignTable, match=f"{SPEC.name}.*{wanted.name}"):
        open_table(table, wanted)


def test_missing_files(tmp_path: Path, table: Path) -> None:
    """No file, and a path below a file, are missing tables."""
    for path in (tmp_path / "none.h5", table / "x.h5"):
        with pytest.raises(TableMissing, match="run this"):
            open_table(path, remedy="run this")


def test_refused_files_are_closed(table: Path, tmp_path: Path) -> None:
    """A refused file can be replaced and opened at once: nothing keeps it open."""
    sound = table.read_bytes()
    with h5py.File(table, "r+") as file:
        file.attrs["note"] = "mine"
    with pytest.raises(CorruptTable):
        open_table(table)
    table.write_bytes(sound)  # the same inode
    verify_table(table)
