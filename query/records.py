"""Rows of lists and answers, for notebooks, pandas and Arrow."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, is_dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from llq.errors import ExtraMissing, WrongType
from llq.query.answers import Answer
from llq.query.text.html import rows_table

if TYPE_CHECKING:
    import duckdb
    import pandas as pd
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of plain values, displayed in notebooks.

    Whatever reads Arrow's streams takes them as they are: ``polars.DataFrame``, ``pyarrow.table``.
    """

    names: tuple[str, ...]
    rows: list[dict[str, Any]]

    def to_arrow(self) -> pa.Table:
        """Return the rows as an Arrow table."""
        _require("pyarrow")
        return self._relation().to_arrow_table()

    def to_pandas(self) -> pd.DataFrame:
        """Return the rows as a pandas data frame."""
        _require("pandas")
        return self._relation().df()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return an Arrow C stream of the rows, without requiring pyarrow."""
        return self._relation().__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self.rows)

    def _repr_html_(self) -> str:
        return rows_table(self.names, [[*map(row.get, self.names)] for row in self.rows])

    def _relation(self) -> duckdb.DuckDBPyRelation:
        import duckdb

        from llq.store.database import quoted

        connection = duckdb.connect()
        if not self.rows:
            nothing = ", ".join(f"NULL AS {quoted(name)}" for name in self.names) or "NULL"
            return connection.sql(f"SELECT {nothing} LIMIT 0")
        columns = {name: _column([row.get(name) for row in self.rows]) for name in self.names}
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        return connection.sql("SELECT r.* FROM (SELECT unnest($1) AS r)", params=[rows])


@runtime_checkable
class _Queried(Protocol):
    """SQL query result: a relation, or a connection after execution."""

    @property
    def description(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


def rows(items: Answer[Any, Any] | _Queried | Iterable[Any]) -> Rows:
    """Return rows of an answer, query result or list of llq objects.

    Parameters
    ----------
    items
        An answer; what `llq.connect` returns for a query; or players, matches, checks and the like:
        objects with ``to_dict``, dataclasses, named tuples or dictionaries. There is a column for
        each name that any of them has.

    Raises
    ------
    WrongType
        An item is something else.

    Examples
    --------
    >>> import llq
    >>> llq.rows(llq.lookup(1, 8)).names[:3]
    ('action', 'value', 'cost')
    >>> llq.rows(llq.sueca.players()).names[:2]
    ('name', 'summary')
    """
    if isinstance(items, Answer):
        return Rows(*items.records())
    if isinstance(items, _Queried):
        names = tuple(distinct((str(column[0]) for column in items.description), first=1))
        return Rows(names, [dict(zip(names, row, strict=True)) for row in items.fetchall()])
    plain = [_plain(item) for item in items]
    return Rows(tuple(dict.fromkeys(name for row in plain for name in row)), plain)


def _plain(item: Any) -> dict[str, Any]:
    if isinstance(item, dict):
        return item
    if method := getattr(item, "to_dict", None) or getattr(item, "_asdict", None):
        return dict(method())
    if is_dataclass(item) and not isinstance(item, type):
        return asdict(item)
    raise WrongType(f"rows are objects of llq or dictionaries, not {type(item).__name__}")


def distinct(names: Iterable[str], first: int = 2) -> list[str]:
    """Return column names with repeated ones numbered, from ``first``.

    >>> distinct(["a", "a", "a_2"])
    ['a', 'a_2', 'a_2_2']
    """
    unique: dict[str, None] = {}
    for name in names:
        number, candidate = first, name
        while candidate in unique:
            candidate = f"{name}_{number}"
            number += 1
        unique[candidate] = None
    return list(unique)


def _column(values: list[Any]) -> list[Any]:
    """Return a column of one type: values of several types, or with parts, become text."""
    plain = [value.item() if hasattr(value, "item") else value for value in values]
    kinds = {type(value) for value in plain if value is not None}
    is_uniform = len(kinds) <= 1 and not kinds & {dict, list, tuple}
    if is_uniform or kinds <= {int, float}:
        return plain
    return [value if value is None else _text(value) for value in plain]


def _text(value: Any) -> str:
    return json.dumps(value, default=str) if isinstance(value, dict | list | tuple) else str(value)


def _require(package: str) -> None:
    if find_spec(package) is None:
        raise ExtraMissing(f"this needs {package}; install it with: pip install {package}")
