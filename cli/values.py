"""Types of command-line values, and messages for invalid ones.

Newer versions of typer convert every value with pydantic, which takes longer to load than most
answers take to find, and whose messages are about Python. All values are read here instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from math import inf, isfinite, nan
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from llq.cli.output.console import shown
from llq.errors import one_of

_INTEGER = re.compile(r"[+-]?[0-9](_?[0-9]){0,17}(\.[0-9]{1,18})?([eE]\+?[0-9]{1,2})?")


class ValueType(NamedTuple):
    """The type of an option or argument."""

    kind: type
    """The type of a value: ``str``, ``int``, ``float``, ``bool``, ``Path`` or an enumeration."""
    is_list: bool = False
    """Whether there may be several."""
    low: float = -inf
    high: float = inf

    @classmethod
    def of(cls, hint: Any) -> ValueType:
        """Return the value type of a command argument's annotation."""
        kind, *options = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        if get_origin(kind) is UnionType:
            kind = next(part for part in get_args(kind) if part is not NoneType)
        is_list = get_origin(kind) is list
        if is_list:
            (kind,) = get_args(kind)
        low, high = (options[0].min, options[0].max) if options else (None, None)
        return cls(kind, is_list, -inf if low is None else low, inf if high is None else high)

    @property
    def choices(self) -> tuple[str, ...]:
        """The values of an enumeration."""
        return tuple(map(str, self.kind)) if issubclass(self.kind, StrEnum) else ()

    def read(self, value: Any) -> Any:
        """Parse a value, or a list, from text; defaults pass through."""
        if self.is_list:
            return [self._read_one(part) for part in value or ()]
        return None if value is None else self._read_one(value)

    def _read_one(self, value: Any) -> Any:
        if not isinstance(value, str) or self.kind is str:
            return value
        if self.choices:
            if value not in self.choices:
                raise ValueError(f"'{shown(value)}' is not a choice{one_of(value, self.choices)}")
            return self.kind(value)
        if self.kind in _READERS:
            try:
                number = _READERS[self.kind](value)
            except ValueError:
                number = nan
            if not self.low <= number <= self.high:
                raise ValueError(f"must be {self._wanted}; got '{shown(value)}'")
            return number
        return self.kind(value)

    @property
    def _wanted(self) -> str:
        noun = "an integer" if self.kind is int else "a number"
        if isfinite(self.low) and isfinite(self.high):
            return f"{noun} from {self.low} to {self.high}"
        return f"{noun} of at least {self.low}" if isfinite(self.low) else noun


def read_integer(text: str) -> int:
    """Parse an integer written plainly, with underscores or as ``1e6``."""
    from decimal import Decimal  # a lookup needs none

    number = Decimal(text) if _INTEGER.fullmatch(text) else Decimal("NaN")
    if not number.is_finite() or number != number.to_integral_value():
        raise ValueError(f"must be an integer; got '{shown(text)}'")
    return int(number)


def _read_number(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


_READERS: dict[type, Callable[[str], float]] = {int: read_integer, float: _read_number}
