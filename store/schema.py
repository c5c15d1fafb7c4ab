"""What a table is: its game, rules, parameters and columns, and the hash that names its content.

The content hash is the SHA-256 of everything that says what the numbers are (format, game, variant,
rules, parameters, columns) and of the numbers themselves. Who built the table, when and from which
sources is left out, so that two builds of one table on two machines have the same hash.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "FORMAT_VERSION",
    "Column",
    "Parameter",
    "StoredArray",
    "TableSpec",
    "array_hash",
    "canonical_json",
    "content_hash",
    "rules_name",
]

FORMAT_VERSION = 1

Parameter = str | int | float | bool

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.]*")
_VARIANT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")  # a game has no hyphen: the first one ends it
_DTYPES = frozenset(
    ["bool", "float32", "float64"]
    + [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
)


def rules_name(rules_id: str, version: int) -> str:
    """Return what a game's rules are called, in their version.

    >>> rules_name("sueca/carreiro-2016", 1)
    'sueca/carreiro-2016 v1'
    """
    return f"{rules_id} v{version}"


@dataclass(frozen=True)
class Column:
    """One dataset of a table, described.

    Parameters
    ----------
    name
        Name of the dataset: letters, digits and underscores.
    dtype
        NumPy's name of a boolean, integer or float type, such as ``"float64"``.
    axes
        What each axis counts, in order; the first are the rows.
    unit
        Unit and range of the values, such as ``"probability"``; empty for plain numbers.
    description
        One sentence on what a value means.
    """

    name: str
    dtype: str
    axes: tuple[str, ...]
    unit: str
    description: str

    def __post_init__(self) -> None:
        _require_name("column", self.name)
        if self.dtype not in _DTYPES:
            raise ValueError(
                f"column {self.name}: dtype {self.dtype!r} is none of {sorted(_DTYPES)}"
            )
        if not self.axes:
            raise ValueError(f"column {self.name}: name at least one axis")


@dataclass(frozen=True)
class TableSpec:
    """What a table holds and what it was built from.

    Parameters
    ----------
    game, variant
        What is played; together the table's name.
    rules_id, rules_version
        The edition of the rules, and our version of their encoding.
    parameters
        The solver's parameters.
    solver_hash
        Hash of the solver's sources. Not part of the content hash.
    columns
        The datasets, in order.
    """

    game: str
    variant: str
    rules_id: str
    rules_version: int
    parameters: Mapping[str, Parameter]
    solver_hash: str
    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        _require_name("game", self.game)
        if not _VARIANT.fullmatch(self.variant):
            raise ValueError(
                f"variant {self.variant!r}: use letters, digits, _ and inner dots or hyphens"
            )
        names = [column.name for column in self.columns]
        if not names or len(set(names)) < len(names):
            raise ValueError(f"{self.name}: columns need one name each, not {names}")

    @property
    def name(self) -> str:
        """The game and the variant, as in ``love_letter-classic``."""
        return f"{self.game}-{self.variant}"

    def identity(self) -> str:
        """Return the canonical JSON of all but the numbers that goes into the content hash."""
        return canonical_json(
            {
                "format_version": FORMAT_VERSION,
                "game": self.game,
                "variant": self.variant,
                "rules_id": self.rules_id,
                "rules_version": self.rules_version,
                "parameters": dict(self.parameters),
                "columns": [asdict(column) for column in self.columns],
            }
        )


@dataclass(frozen=True)
class StoredArray:
    """A column's numbers as a file holds them: their shape and the SHA-256 of their bytes."""

    shape: tuple[int, ...]
    sha256: str


def content_hash(spec: TableSpec, stored: Mapping[str, StoredArray]) -> str:
    """Return the SHA-256 over a table's identity and each column's name, dtype, shape and hash."""
    numbers = [
        (column.name, column.dtype, stored[column.name].shape, stored[column.name].sha256)
        for column in spec.columns
    ]
    return hashlib.sha256(f"{spec.identity()}\n{canonical_json(numbers)}".encode()).hexdigest()


def array_hash(array: NDArray[Any]) -> str:
    """Return the SHA-256 of an array's values as little-endian bytes in C order."""
    little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    return hashlib.sha256(little.reshape(-1).view(np.uint8).data).hexdigest()


def canonical_json(value: object) -> str:
    """Return the one JSON text of a value: sorted keys, no spaces, no NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _require_name(kind: str, name: str) -> None:
    """Refuse a name that could not be part of a file name or a dataset's path."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{kind} {name!r}: use letters, digits, underscores and inner dots only")
