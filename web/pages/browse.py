"""Views row by row, without SQL: sorted, filtered, counted by value, a page at a time."""

import re
from dataclasses import dataclass, replace
from math import isfinite
from typing import Self
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from llq.errors import IllegalState
from llq.query.sql.manual import ViewText
from llq.store.database import literal, quoted

PAGE_ROWS = 100
_STATE_PARAMETERS = ("_column", "_value", "_sort", "_values", "_page")
_MOST_PAGES = 1_000
_MOST_VALUES = 24
_MOST_CHARACTERS = 200
_NUMBER = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL\(\d+,\s*\d+\)")
_CONDITION = re.compile(r"(<=|>=|!=|<|>|=|~)?\s*(.*)", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Browsed:
    """Displayed state of a view: filters, order and page.

    ``where`` has columns, each with a condition: a value, or one after ``<``, ``<=``, ``>``,
    ``>=``, ``!=`` or ``~``, which stands for "contains"; ``null`` is no value.
    """

    view: ViewText
    where: tuple[tuple[str, str], ...] = ()
    sort: str = ""
    """Sort column, prefixed with ``-`` for descending order."""
    values: str = ""
    """The column whose values are counted."""
    page: int = 1
    """Page number, from 1."""

    @classmethod
    def read(cls, view: ViewText, link: QueryParams) -> Self:
        """Read the state from a link."""
        pairs = [(name, text.strip()) for name, text in link.multi_items() if text.strip()]
        where = [(name, text) for name, text in pairs if name not in _STATE_PARAMETERS]
        if link.get("_column") and link.get("_value", "").strip():
            where.append((link["_column"], link["_value"].strip()))
        page = link.get("_page", "1")
        if not (page.isascii() and page.isdecimal() and len(page) < 6):
            raise IllegalState(f"there is no page {page[:40]!r}")
        state = cls(
            view=view,
            where=tuple(dict.fromkeys(where)),
            sort=link.get("_sort", ""),
            values=link.get("_values", ""),
            page=int(page),
        )
        if not 1 <= state.page <= _MOST_PAGES:
            raise IllegalState(f"pages go from 1 to {_MOST_PAGES:,}; got {state.page}")
        names = [column.name for column in view.columns]
        for name in (*dict(state.where), state.sort.removeprefix("-"), state.values):
            if name and name not in names:
                raise IllegalState(
                    f"{view.name} has no column {name[:40]!r}; it has {', '.join(names)}"
                )
        return state

    def link(self, suffix: str = "", **changes: str | int | tuple[tuple[str, str], ...]) -> str:
        """Return the address after some changes, on the first page by default."""
        changed = replace(self, **({"page": 1} | changes))  # type: ignore[arg-type]
        options = {"_sort": changed.sort, "_values": changed.values, "_page": str(changed.page)}
        pairs = [*changed.where, *(pair for pair in options.items() if pair[1] not in ("", "1"))]
        return f"/sql/{self.view.name}{suffix}" + (f"?{urlencode(pairs)}" if pairs else "")

    def rows_query(self, rows: int = PAGE_ROWS) -> str:
        """Return the SQL query of the page's rows."""
        order = self.sort.removeprefix("-")
        direction = " DESC" if order != self.sort else ""
        ordering = f"\nORDER BY {quoted(order)}{direction}" if order else ""
        skipped = (self.page - 1) * PAGE_ROWS
        offset = f" OFFSET {skipped}" if skipped else ""
        return f"SELECT *\nFROM {self.view.name}{self._conditions}{ordering}\nLIMIT {rows}{offset}"

    @property
    def values_query(self) -> str:
        """Query that counts a column's values, most frequent first."""
        name = quoted(self.values)
        return (
            f"SELECT {name}::VARCHAR AS value, count(*) AS rows\nFROM {self.view.name}"
            f"{self._conditions}\nGROUP BY 1\nORDER BY 2 DESC, 1\nLIMIT {_MOST_VALUES}"
        )

    @property
    def _conditions(self) -> str:
        kinds = {column.name: column.type for column in self.view.columns}
        conditions = [_condition(name, kinds[name], text) for name, text in self.where]
        return "\nWHERE " + " AND ".join(conditions) if conditions else ""


def is_number(kind: str) -> bool:
    """Whether a DuckDB type is numeric."""
    return _NUMBER.fullmatch(kind) is not None


def _condition(name: str, kind: str, text: str) -> str:
    if len(text) > _MOST_CHARACTERS:
        raise IllegalState(f"a condition has at most {_MOST_CHARACTERS} characters")
    match = _CONDITION.fullmatch(text)
    sign, value = (match[1] or "=", match[2]) if match else ("=", text)
    if value.lower() == "null" and sign in ("=", "!="):
        return f"{quoted(name)} IS {'NOT ' if sign == '!=' else ''}NULL"
    if sign == "~":
        return f"contains(lower({quoted(name)}::VARCHAR), lower({literal(value)}))"
    if not is_number(kind):
        return f"{quoted(name)}::VARCHAR {sign} {literal(value)}"
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise IllegalState(f"{name} is a column of numbers; got {value[:40]!r}")
    return f"{quoted(name)} {sign} {int(number) if number.is_integer() else number!r}"
