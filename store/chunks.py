"""Column chunks, each read and verified separately.

HDF5's checksum of a chunk does not say which chunk it is: two chunks exchanged, or one without its
filters, would be read without a word. The list of a column's hashes lies beside it in the file, and
its own hash among the attributes.
"""

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.store.schema import HASHES, StoredArray, array_hash

HASH_BYTES = hashlib.sha256().digest_size


def chunks_name(column: str) -> str:
    """Return the dataset name of a column's chunk hashes."""
    return f"{HASHES}/chunks/{column}"


def chunk_hashes(array: NDArray[Any], chunk_rows: int) -> NDArray[np.uint8]:
    """Return the SHA-256 of every chunk's values: uint8 of shape (chunks, 32)."""
    if not array.size:
        return np.zeros((0, HASH_BYTES), np.uint8)
    starts = range(0, len(array), chunk_rows)
    digests = "".join(array_hash(array[start : start + chunk_rows]) for start in starts)
    return np.frombuffer(bytes.fromhex(digests), np.uint8).reshape(-1, HASH_BYTES)


class ChunkReader:
    """A column of an open HDF5 file, read chunk by chunk.

    ``hashes`` holds the SHA-256 of its chunks, one after the other.
    """

    def __init__(self, file: Any, name: str, stored: StoredArray) -> None:
        self._name = name
        self._dataset = file[name]
        self._stored = stored
        hashes: NDArray[np.uint8] = file[chunks_name(name)][...]
        if (
            hashes.shape != (stored.chunks, HASH_BYTES)
            or hashlib.sha256(hashes.tobytes()).hexdigest() != stored.chunks_sha256
        ):
            raise ValueError(f"the hashes of the chunks of {name} do not match their SHA-256")
        self.hashes = hashes.tobytes()

    def read(self, start: int, stop: int) -> NDArray[Any]:
        """Return rows from `start` up to `stop`."""
        rows = self._stored.chunk_rows
        first, last = start // rows, -(-stop // rows)
        if start == stop or not self._stored.chunks:
            return np.asarray(self._dataset[start:stop])
        array: NDArray[Any] = self._dataset[first * rows : last * rows]
        for chunk in range(first, last):
            values = array[(chunk - first) * rows : (chunk - first + 1) * rows]
            expected = self.hashes[chunk * HASH_BYTES : (chunk + 1) * HASH_BYTES]
            if array_hash(values) != expected.hex():
                raise ValueError(f"chunk {chunk} of {self._name} does not match its SHA-256")
        return array[start - first * rows : stop - first * rows]
