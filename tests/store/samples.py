"""A small table that has every kind of column."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from llq.store.schema import Column, TableSpec

Arrays = dict[str, NDArray[Any]]

SPEC = TableSpec(
    game="love_letter",
    variant="classic",
    rules_id="z-man 2012",
    rules_version=1,
    parameters={"players": 2, "tolerance": 1e-9, "ties": "split", "discount": True},
    version=3,
    columns=(
        Column("value", "float64", ("state",), "probability", "Chance to win: ½ is even"),
        Column("action", "uint8", ("state", "rank"), "", "Card to play, best first"),
        Column("solved", "bool", ("state",), "", "Whether the state was reached"),
        Column("nothing", "int32", ("state",), "", "Holds no rows"),
    ),
)

LIMITS: dict[str, dict[str, Any]] = {
    "value": {"shape": ("states",), "least": 0.0, "most": 1.0},
    "action": {"shape": (1000, 2), "least": 0, "most": 8},
    "solved": {"shape": ("states",)},
    "nothing": {"shape": (0,)},
}
DECLARED = replace(
    SPEC, columns=tuple(replace(column, **LIMITS[column.name]) for column in SPEC.columns)
)
"""The same table with all that may be declared of its columns."""


def sample_arrays(seed: int = 1, rows: int = 9000) -> Arrays:
    """Return arrays that fit `SPEC`; other seeds give other values."""
    random = np.random.default_rng(seed)
    return {
        "value": random.random(rows).round(2),
        "action": random.integers(0, 9, (rows // 9, 2), dtype=np.uint8),
        "solved": random.random(rows) < 0.5,
        "nothing": np.zeros(0, np.int32),
    }


def flip_bit_at(path: Path, place: int | None = None) -> None:
    """Flip a bit of the byte at a place of a file, by default in its middle."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2 if place is None else place] ^= 1
    path.write_bytes(content)


def flip_a_bit(path: Path) -> None:
    """Flip one bit in the numbers of a table file."""
    with h5py.File(path, locking=False) as file:
        columns = [column for column in file.values() if isinstance(column, h5py.Dataset)]
        chunk = max(columns, key=lambda column: column.nbytes).id.get_chunk_info(0)
    flip_bit_at(path, chunk.byte_offset + chunk.size // 2)
