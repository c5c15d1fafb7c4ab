"""Table schema: game, rules, parameters, columns, and the content hash.

The content hash is the SHA-256 of everything that says what the numbers are (format, game, variant,
rules, parameters, columns) and of the numbers themselves. Who built the table, when and from which
sources is left out, so that two builds of one table on two machines have the same hash; so is how
the work was cut into blocks and how the file is laid out, so that neither renames a table.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

FORMAT_VERSION = 3
"""Version of the file layout."""

IDENTIFYING = ("game", "variant", "rules_id", "rules_version")
"""Identifying fields of a `TableSpec`, stored unchanged as a file's attributes."""

_IDENTITY_VERSION = 1

HASHES = "hashes"
"""HDF5 group that holds chunk and block hashes, beside the column datasets."""

Parameter = str | int | float | bool

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.]*")
_VARIANT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")  # a game has no hyphen: the first one ends it
_DTYPES = frozenset(
    ["bool", "float32", "float64"]
    + [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
)


def rules_name(rules_id: str, version: int) -> str:
    """Return the display name of a rules version.

    >>> rules_name("sueca/carreiro-2016", 1)
    'sueca/carreiro-2016 v1'
    """
    return f"{rules_id} v{version}"


@dataclass(frozen=True)
class Column:
    """Declaration of a table's dataset.

    The last four fields are what today's code expects: they are checked when a file is opened and
    read, and are neither stored nor part of what a column is. A length in ``shape`` is a number, or
    a name for a length that the table's parameters or only the file say, the same wherever the
    table's columns name it; so may ``most`` be. A class of tables declares its columns as
    attributes, which are the arrays of each table.
    """

    name: str
    """Letters, digits and underscores."""
    dtype: str
    """NumPy's name of a boolean, integer or float type, such as ``"float64"``."""
    axes: tuple[str, ...]
    """Quantity that each axis counts, rows first."""
    unit: str
    """Unit and range of the values, such as ``"probability"``; empty for plain numbers."""
    description: str
    """The value's meaning, as a sentence."""
    shape: tuple[int | str, ...] = field(default=(), kw_only=True, compare=False)
    """Length of each axis; empty if undeclared."""
    least: float | None = field(default=None, kw_only=True, compare=False)
    most: float | str | None = field(default=None, kw_only=True, compare=False)
    is_finite: bool = field(default=True, kw_only=True, compare=False)
    """Whether no value is infinite or NaN."""

    def __post_init__(self) -> None:
        _require_name("column", self.name)
        if self.dtype not in _DTYPES:
            raise ValueError(
                f"column {self.name}: dtype {self.dtype!r} is not one of {sorted(_DTYPES)}"
            )
        if not self.axes:
            raise ValueError(f"column {self.name}: name at least one axis")
        if self.shape and len(self.shape) != len(self.axes):
            raise ValueError(f"column {self.name}: declare the length of every axis")

    def __get__(self, table: Any, _owner: object = None) -> Any:
        """Return a table instance's array, or the class's declaration."""
        return self if table is None else table.columns[self.name]

    @property
    def comment(self) -> str:
        """The column's comment in SQL: description and unit."""
        text = f"{self.description[0].lower()}{self.description[1:-1]}"
        return text if self.unit in ("", "probability", *text.split()) else f"{text}; {self.unit}"

    def sized(self, sizes: Mapping[str, float]) -> "Column":
        """Return the column with named lengths and maximum replaced by numbers."""
        shape: Any = tuple(sizes.get(str(length), length) for length in self.shape)
        most = sizes[self.most] if isinstance(self.most, str) else self.most
        return replace(self, shape=shape, most=most)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields that are compared: a column's description as stored and hashed."""
        return {item.name: getattr(self, item.name) for item in fields(self) if item.compare}


@dataclass(frozen=True)
class TableSpec:
    """Specification of a table: game, rules, parameters and columns.

    Game and variant together are the table's name.
    """

    game: str
    variant: str
    rules_id: str
    """The edition of the rules."""
    rules_version: int
    """The version of our encoding of them."""
    parameters: Mapping[str, Parameter]
    """The solver's."""
    version: int
    """Kind version, raised when the builder's numbers would change; not in the content hash."""
    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        _require_name("game", self.game)
        if not _VARIANT.fullmatch(self.variant):
            raise ValueError(
                f"variant {self.variant!r}: use letters, digits, _ and inner dots or hyphens"
            )
        names = [column.name for column in self.columns]
        if not names or len(set(names)) < len(names) or HASHES in names:
            raise ValueError(f"{self.name}: columns need one name each, not {names}")

    @property
    def name(self) -> str:
        """Game and variant joined by a hyphen, as in ``love_letter-classic``."""
        return f"{self.game}-{self.variant}"

    def identity(self) -> str:
        """Return the metadata part of the content hash, as canonical JSON."""
        return canonical_json(
            {
                "format_version": _IDENTITY_VERSION,
                **{name: getattr(self, name) for name in IDENTIFYING},
                "parameters": dict(self.parameters),
                "columns": [column.to_dict() for column in self.columns],
            }
        )


@dataclass(frozen=True)
class StoredArray:
    """Shape and hashes of a stored column."""

    shape: tuple[int, ...]
    sha256: str
    """Of the array's bytes."""
    chunk_rows: int
    """Rows per chunk; the last may have fewer."""
    chunks_sha256: str
    """Of the list of its chunks' SHA-256."""

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return -(-self.shape[0] // self.chunk_rows) if 0 not in self.shape else 0


def content_hash(spec: TableSpec, stored: Mapping[str, StoredArray]) -> str:
    """Return the SHA-256 over a table's identity and each column's name, dtype, shape and hash."""
    numbers = [
        (column.name, column.dtype, stored[column.name].shape, stored[column.name].sha256)
        for column in spec.columns
    ]
    return hashlib.sha256(f"{spec.identity()}\n{canonical_json(numbers)}".encode()).hexdigest()


def find_change(stored: TableSpec, expected: TableSpec) -> tuple[str, object, object] | None:
    """Return a stale table's first difference: item, stored and expected value; None if current.

    Column descriptions are ignored. Of parameters, only those that differ are returned.
    """
    for (item, old), new in zip(
        _built_from(stored).items(), _built_from(expected).values(), strict=True
    ):
        if old != new:
            if isinstance(old, dict) and isinstance(new, dict):
                names = [name for name in sorted({*old, *new}) if old.get(name) != new.get(name)]
                old, new = ({name: side.get(name) for name in names} for side in (old, new))
            return item, old, new
    return None


def _built_from(spec: TableSpec) -> dict[str, object]:
    return {
        "rules": spec.rules_id,
        "rules version": spec.rules_version,
        "parameters": dict(spec.parameters),
        "version": spec.version,
        "columns": [
            (column.name, column.dtype, column.axes, column.unit) for column in spec.columns
        ],
    }


def check_shapes(spec: TableSpec, shapes: Mapping[str, tuple[int, ...]]) -> None:
    """Raise ValueError for columns of another length than declared."""
    lengths: dict[str, int] = {}
    for column in spec.columns:
        for length, size in zip(shapes[column.name], column.shape, strict=False):
            declared = lengths.setdefault(size, length) if isinstance(size, str) else size
            if length != declared:
                raise ValueError(
                    f"{column.name} has the shape {shapes[column.name]}, with {length} in place of "
                    f"{declared}"
                )


def check_values(column: Column, array: NDArray[Any]) -> None:
    """Refuse values that a column cannot have: beyond its range, infinite, or NaN."""
    if not array.size or array.dtype == np.bool_:
        return
    least, most = array.min(), array.max()  # NaN if any is
    if column.is_finite and not (np.isfinite(least) and np.isfinite(most)):
        raise ValueError(f"{column.name} has values that are not finite")
    low = -np.inf if column.least is None else column.least
    high = np.inf if column.most is None else float(column.most)
    if least < low or most > high:
        raise ValueError(f"{column.name} has values of {least} to {most}, beyond {low} to {high}")


def hash_block(block: NDArray[Any]) -> int:
    """Return the first 64 bits of the SHA-256 of a block's dtype, shape and values."""
    kind = canonical_json([block.dtype.name, block.shape])
    digest = hashlib.sha256(f"{kind} {array_hash(block)}".encode()).digest()
    return int.from_bytes(digest[:8], "little")


def array_hash(array: NDArray[Any]) -> str:
    """Return the SHA-256 of an array's values as little-endian bytes in C order."""
    little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    return hashlib.sha256(little.reshape(-1).view(np.uint8).data).hexdigest()


def canonical_json(value: object) -> str:
    """Return the one JSON text of a value: sorted keys, no spaces, no NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _require_name(kind: str, name: str) -> None:
    """Raise ValueError unless a name suits file names and dataset paths."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{kind} {name!r}: use letters, digits, underscores and inner dots only")
