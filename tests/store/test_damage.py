"""No damaged, foreign or ill-made file is ever taken for a sound table."""

import errno
import json
import os
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import h5py
import numpy as np
import pytest

from llq import errors
from llq.store.chunks import chunk_hashes, chunks_name
from llq.store.locate import find_table
from llq.store.schema import StoredArray, array_hash, canonical_json, content_hash
from llq.store.tables import BLOCKS, attributes_hash, open_table, verify_table
from llq.store.writing import write_table
from tests.store.samples import DECLARED, SPEC

REQUIRED = [
    "llq_format_version", "game", "variant", "rules_id", "rules_version", "parameters", "columns",
    "datasets", "blocks_sha256", "content_hash", "table_version", "provenance",
    "attributes_sha256",
]  # fmt: skip
PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489")


def test_single_bit_flips(table, arrays, tmp_path):
    """A file with any one bit flipped is refused, or says and holds exactly what it did."""
    sound, info = table.read_bytes(), verify_table(table)
    refused = 0
    for bit in np.random.default_rng(7).choice(len(sound) * 8, 60, replace=False):
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
        except errors.LlqError:
            refused += 1
    assert refused > 30


def test_truncation(table, tmp_path):
    """A file cut short anywhere is refused as such, in one line with the remedy."""
    sound = table.read_bytes()
    cuts = {0, 1, 7, 8, 9, 27, 28, 35, 36, 47, 48, 49, len(sound) - 1}
    cuts |= {int(cut) for cut in np.linspace(50, len(sound) - 2, 40)}
    for cut in cuts:
        path = tmp_path / f"{cut}.h5"
        path.write_bytes(sound[:cut])
        with pytest.raises(errors.TruncatedTable, match="run this") as caught:
            open_table(path, remedy="run this")
        assert "\n" not in str(caught.value)


def test_unfinished_file(tmp_path, table):
    """A file whose writer died with it open is refused."""
    with h5py.File(table, "r+") as file:
        file.flush()
        (tmp_path / "copy.h5").write_bytes(table.read_bytes())
    with pytest.raises(errors.TruncatedTable, match="never written to its end"):
        open_table(tmp_path / "copy.h5")


@pytest.mark.parametrize("name", REQUIRED)
def test_every_attribute_is_required_and_covered(table, name):
    """A table with an attribute of another type, altered, undecodable or gone is refused."""
    values = [np.array([1.5, 2.5]), np.bytes_(b"\xff\xfe"), "", 2**40, "x" * 100]
    for value in values[:1] if name in ("llq_format_version", "blocks_sha256") else values:
        with h5py.File(table, "r+") as file:
            file.attrs[name] = value
        with pytest.raises(errors.CorruptTable, match=r"run this$"):
            open_table(table, remedy="run this")
    with h5py.File(table, "r+") as file:
        del file.attrs[name]
    with pytest.raises(errors.LlqError):
        verify_table(table)


@pytest.mark.parametrize("data", [None, np.zeros(9000, "f4"), np.zeros(8999), np.zeros((9000, 1))])
def test_other_dataset(table, data):
    """A table without a dataset, or with one of another dtype or shape, is refused by its name."""
    with h5py.File(table, "r+") as file:
        del file["value"]
        if data is not None:
            file["value"] = data
    with pytest.raises(errors.CorruptTable, match="value"):
        open_table(table)


def test_altered_value(table):
    """A value that was altered with all checksums renewed does not pass its SHA-256."""
    with h5py.File(table, "r+") as file:
        file["value"][5] += 1e-12
    with open_table(table) as opened, pytest.raises(errors.CorruptTable, match="SHA-256"):
        opened.read("value")
    with pytest.raises(errors.CorruptTable, match="SHA-256"):
        verify_table(table)


@pytest.mark.parametrize(
    ("version", "error"),
    [(2, errors.FormatTooOld), (-1, errors.FormatTooOld), (4, errors.FormatTooNew)],
)
def test_other_formats(table, version, error):
    """A format that this code does not read is refused as too old or too new, both numbers said."""
    with h5py.File(table, "r+") as file:
        file.attrs["llq_format_version"] = version
        del file.attrs["columns"]  # other formats may have other attributes
        file.attrs["datasets"] = np.bytes_(b"\xff")
    with pytest.raises(error, match=rf"format {version}\b.* format 3\b"):
        open_table(table)


@pytest.mark.parametrize("content", [b"state,value\n0,0.5\n", PNG, b"\0" * 4096, b"H"], ids=str)
def test_foreign_files(tmp_path, content):
    """A file that is not HDF5 is refused as foreign."""
    path = tmp_path / "x.h5"
    path.write_bytes(content)
    with pytest.raises(errors.ForeignTable, match="not an HDF5 file"):
        open_table(path)


def test_plain_hdf5(tmp_path):
    """An HDF5 file without llq's marks is refused as foreign."""
    path = tmp_path / "x.h5"
    with h5py.File(path, "w") as file:
        file["value"] = np.zeros(3)
        file.attrs["game"] = "chess"
    with pytest.raises(errors.ForeignTable, match="not an llq table"):
        open_table(path)


@pytest.mark.parametrize("change", [{"game": "dominion"}, {"variant": "2019"}], ids=str)
def test_another_game(table, change):
    """A table of another game or variant is refused, both names said."""
    wanted = replace(SPEC, **change)  # type: ignore[arg-type]
    with pytest.raises(errors.ForeignTable, match=f"{SPEC.name}.*{wanted.name}"):
        open_table(table, wanted)


def test_missing_files(tmp_path, table):
    """No file, and a path below a file, are missing tables."""
    for path in (tmp_path / "none.h5", table / "x.h5"):
        with pytest.raises(errors.TableMissing, match="run this"):
            open_table(path, remedy="run this")


def test_refused_files_are_closed(table, tmp_path):
    """A table with an attribute added is refused, and can be replaced and opened at once."""
    sound = table.read_bytes()
    with h5py.File(table, "r+") as file:
        file.attrs["note"] = "mine"
    with pytest.raises(errors.CorruptTable, match="altered"):
        open_table(table)
    table.write_bytes(sound)  # the same inode
    verify_table(table)


def test_hashes_of_blocks_are_covered(tmp_path, arrays):
    """Hashes of blocks name no other table; altered or left out they are seen."""
    path, blocks = tmp_path / "x.h5", np.arange(5, dtype=np.uint64)
    with_blocks = write_table(path, SPEC, arrays, block_hashes=blocks)
    assert write_table(tmp_path / "y.h5", SPEC, arrays) == with_blocks
    with open_table(path, SPEC) as opened:
        assert opened.block_hashes().tolist() == [0, 1, 2, 3, 4]
    with h5py.File(path, "r+") as file:
        file[BLOCKS][3] = 9
    with pytest.raises(errors.CorruptTable, match="blocks"):
        verify_table(path)
    with h5py.File(path, "r+") as file:
        file.attrs["blocks_sha256"] = ""
    with pytest.raises(errors.CorruptTable, match="altered"):
        open_table(path)


def forge(path, name, array):
    """Put an array in a column's place and make every hash of the file anew, as a forger would."""
    with h5py.File(path, "r+") as file:
        attributes = {
            key: value.decode() if isinstance(value, bytes) else int(value)
            for key, value in file.attrs.items()
        }
        hashes = chunk_hashes(array, 1000)
        datasets = json.loads(attributes["datasets"])
        datasets[name] = {
            "shape": array.shape,
            "sha256": array_hash(array),
            "chunk_rows": 1000,
            "chunks_sha256": array_hash(hashes),
        }
        for place, data in ((name, array), (chunks_name(name), hashes)):
            del file[place]
            file[place] = data
        stored = {
            column: StoredArray(**{**facts, "shape": tuple(facts["shape"])})
            for column, facts in datasets.items()
        }
        attributes["datasets"] = canonical_json(datasets)
        attributes["content_hash"] = content_hash(SPEC, stored)
        attributes["attributes_sha256"] = attributes_hash(attributes)
        for key, value in attributes.items():
            file.attrs[key] = value


@pytest.mark.parametrize(
    ("name", "array", "problem"),
    [
        ("value", np.append(np.zeros(8999), np.nan), "finite"),
        ("value", np.append(np.zeros(8999), -np.inf), "finite"),
        ("value", np.append(np.zeros(8999), 1.5), "beyond 0.0 to 1.0"),
        ("action", np.full((1000, 2), 9, np.uint8), "beyond 0 to 8"),
        ("value", np.zeros(8999), "with 9000 in place of 8999"),
        ("solved", np.zeros(8999, bool), "with 8999 in place of 9000"),
        ("action", np.zeros((999, 2), np.uint8), "in place of 1000"),
        ("action", np.zeros((1000, 3), np.uint8), "in place of 2"),
    ],
    ids=["nan", "inf", "range", "index", "rows", "named length", "short", "second axis"],
)
def test_forged_values_and_shapes_are_refused(table, name, array, problem):
    """With every hash made anew, what today's code declares impossible is still refused."""
    forge(table, name, array)
    verify_table(table)  # it agrees with itself
    with pytest.raises(errors.CorruptTable, match=problem):
        verify_table(table, DECLARED)


def test_exchanged_chunks_are_refused(table, arrays):
    """Two chunks of one length that changed places are both refused, and no other chunk is."""
    with h5py.File(table, "r+") as file:
        column = file["value"].id
        exchanged = arrays["value"].copy()
        exchanged[:4096], exchanged[4096:8192] = arrays["value"][4096:8192], arrays["value"][:4096]
        file["value"][...] = exchanged
        assert column.get_num_chunks() == 3
    with open_table(table) as opened:
        for start, stop in ((0, 1), (4095, 4096), (4096, 4097), (8191, 9000)):
            with pytest.raises(errors.CorruptTable, match="chunk"):
                opened.read_rows("value", start, stop)
        assert np.array_equal(opened.read_rows("value", 8192, 9000), arrays["value"][8192:])


def test_removed_filters_are_no_way_in(table, arrays):
    """A value altered in a column that was stripped of its checksums is seen by any read of it."""
    with h5py.File(table, "r+") as file:
        del file["value"]
        altered = arrays["value"].copy()
        altered[100] += 1
        file["value"] = altered
    with open_table(table) as opened:
        with pytest.raises(errors.CorruptTable, match="chunk 0"):
            opened.read_rows("value", 3, 5)
        assert opened.read_rows("value", 4096, 4097) == arrays["value"][4096]


def test_altered_hashes_of_chunks_are_refused(table, arrays):
    """The list of a column's hashes is checked before a row is read, and by a whole check."""
    with h5py.File(table, "r+") as file:
        file[chunks_name("value")][1] ^= 1
    with open_table(table) as opened:
        assert np.array_equal(opened.read("value"), arrays["value"])
        with pytest.raises(errors.CorruptTable, match="hashes of the chunks"):
            opened.read_rows("value", 0, 1)
    with pytest.raises(errors.CorruptTable, match="hashes of the chunks"):
        verify_table(table)


def test_what_is_no_regular_file_is_refused(tmp_path):
    """A folder, a link to nothing, a pipe or a device in a table's place is foreign, not missing.

    What is missing would be built.
    """
    (tmp_path / "folder.h5").mkdir()
    (tmp_path / "link.h5").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe.h5")
    for name, kind in (("folder", "a folder"), ("link", "a link"), ("pipe", "no regular file")):
        with pytest.raises(errors.ForeignTable, match=f"is {kind}.* delete it and build"):
            open_table(find_table(name, tmp_path))
    with pytest.raises(errors.ForeignTable, match="no regular file"):
        open_table("/dev/zero")


@pytest.mark.parametrize("number", [errno.EACCES, errno.EMFILE])
def test_a_refusal_of_the_system_is_not_damage(table, monkeypatch, number):
    """Who may not read a table is told so, not that it is damaged and must be built again."""
    refuse = Mock(side_effect=OSError(number, os.strerror(number)))
    monkeypatch.setattr(h5py, "File", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(errors.TableNotReadable, match=os.strerror(number)) as caught:
        open_table(table)
    assert "build" not in str(caught.value)


def test_what_no_code_would_build_is_corrupt(table):
    """Parameters that today's code cannot make sense of are damage, not a traceback."""
    for error in (KeyError("games"), ValueError("seed"), IndexError(), TypeError()):
        with pytest.raises(errors.CorruptTable):
            open_table(table, Mock(side_effect=error))
