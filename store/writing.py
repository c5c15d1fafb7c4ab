"""Writing table files: checked arrays in, one verified and immutable HDF5 file out."""

import os
from collections.abc import Mapping
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from llq.store import schema
from llq.store.atomic import replacing
from llq.store.chunks import chunk_hashes, chunks_name
from llq.store.provenance import Provenance, Stopwatch
from llq.store.tables import BLOCKS, attributes_hash, verify_table

# Measured on 2.6 million float64: a cold row takes 0.5 ms from chunks of 32 KiB, 1 ms from 128 KiB
# and 3 ms from 512 KiB, at much the same size; above level 4 gzip takes longer to save about 1 %.
CHUNK_BYTES = 32 * 1024
GZIP_LEVEL = 4

# This format checksums all metadata; "latest" would lock out older readers with each new HDF5.
_LIBVER = ("v110", "v110")


def write_table(
    path: str | os.PathLike[str],
    spec: schema.TableSpec,
    arrays: Mapping[str, NDArray[Any]],
    provenance: Provenance | None = None,
    block_hashes: NDArray[np.uint64] | None = None,
) -> str:
    """Write a table file atomically, verify it, and return its content hash.

    Missing folders are made. ``arrays`` has exactly one array per column of ``spec``, of its dtype
    and number of axes; ``block_hashes``, `hash_block` of each block that it was built from, in
    order.
    """
    path = Path(path)
    _require_arrays(spec, arrays)
    hashes = {name: chunk_hashes(array, _chunk_rows(array)) for name, array in arrays.items()}
    stored = {
        name: schema.StoredArray(
            array.shape,
            schema.array_hash(array),
            _chunk_rows(array),
            schema.array_hash(hashes[name]),
        )
        for name, array in arrays.items()
    }
    digest = schema.content_hash(spec, stored)
    image = BytesIO()  # in memory, as HDF5 crashes the process some time after a disk was full
    with h5py.File(image, "w", libver=_LIBVER) as file:
        for column in spec.columns:
            _write_column(file, column, arrays[column.name])
            file[chunks_name(column.name)] = hashes[column.name]
        if block_hashes is not None:
            file[BLOCKS] = block_hashes.astype("<u8")
        attributes: dict[str, int | str] = {
            "llq_format_version": schema.FORMAT_VERSION,
            **{name: getattr(spec, name) for name in schema.IDENTIFYING},
            "parameters": schema.canonical_json(dict(spec.parameters)),
            "columns": schema.canonical_json([column.to_dict() for column in spec.columns]),
            "datasets": schema.canonical_json(
                {name: asdict(array) for name, array in stored.items()}
            ),
            "table_version": spec.version,
            "blocks_sha256": "" if block_hashes is None else schema.array_hash(block_hashes),
            "content_hash": digest,
            "provenance": schema.canonical_json((provenance or Stopwatch().stop()).to_dict()),
        }
        _write_attributes(file, attributes)
    with replacing(path) as temporary:
        temporary.write_bytes(image.getbuffer())
        verify_table(temporary, spec)
    return digest


def _require_arrays(spec: schema.TableSpec, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Raise ValueError unless the arrays match the columns exactly."""
    names = {column.name for column in spec.columns}
    if arrays.keys() != names:
        missing, extra = sorted(names - arrays.keys()), sorted(arrays.keys() - names)
        raise ValueError(
            f"{spec.name}: columns without an array {missing}, without a place {extra}"
        )
    for column in spec.columns:
        array = arrays[column.name]
        if array.dtype != np.dtype(column.dtype) or array.ndim != len(column.axes):
            raise ValueError(
                f"{spec.name}: column {column.name} is {column.dtype} over {column.axes}, "
                f"not {array.dtype} of shape {array.shape}"
            )


def _chunk_rows(array: NDArray[Any]) -> int:
    """Return the number of rows per chunk."""
    if not array.size:
        return 1
    return min(max(1, CHUNK_BYTES // (array.nbytes // len(array))), len(array))


def _write_column(file: Any, column: schema.Column, array: NDArray[Any]) -> None:
    """Write one dataset, in chunks of whole rows."""
    if array.size == 0:  # HDF5 cannot chunk nothing, and there is nothing to protect
        file.create_dataset(column.name, data=array)
        return
    file.create_dataset(
        column.name,
        data=array,
        dtype=array.dtype.newbyteorder("<"),
        chunks=(_chunk_rows(array), *array.shape[1:]),
        shuffle=True,
        compression="gzip",
        compression_opts=GZIP_LEVEL,
        fletcher32=True,
    )


def _write_attributes(file: Any, attributes: Mapping[str, int | str]) -> None:
    """Write the root attributes, followed by their hash."""
    hashed = {**attributes, "attributes_sha256": attributes_hash(attributes)}
    for name, value in hashed.items():
        if isinstance(value, int):
            file.attrs[name] = value
            continue
        # of fixed length, as HDF5 keeps other strings in a heap without checksums
        text = value.encode()
        fixed = h5py.string_dtype("utf-8", max(1, len(text)))
        file.attrs.create(name, np.array(text, dtype=fixed), dtype=fixed)
