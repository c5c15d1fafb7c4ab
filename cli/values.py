"""Values of the command line, read and named by llq in place of typer.

Newer versions of typer convert every value with pydantic, which takes longer to load than most
answers take to find, and whose messages are about Python. Options and arguments are typer's own in
all but that. Contexts are click's or typer's, depending on the version of typer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from math import inf, isfinite, nan
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperArgument, TyperOption

from llq.cli.output.terminal_text import shorten
from llq.errors import one_of

if TYPE_CHECKING:
    _Parameter = TyperOption
else:
    _Parameter = object

_LONGEST_CHOICES = 30
_VALUE_WORDS = {int: "N", float: "X", str: "TEXT", Path: "PATH"}
_INTEGER = re.compile(r"[+-]?[0-9](_?[0-9]){0,17}(\.[0-9]{1,18})?([eE]\+?[0-9]{1,2})?")


class ValueType(NamedTuple):
    """The type of an option or argument."""

    kind: type
    """The type of a value: ``str``, ``int``, ``float``, ``bool``, ``Path`` or an enumeration."""
    is_list: bool = False
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
            return [self._read_value(part) for part in value or ()]
        return None if value is None else self._read_value(value)

    def _read_value(self, value: Any) -> Any:
        if not isinstance(value, str) or self.kind is str:
            return value
        if self.choices:
            if value not in self.choices:
                raise ValueError(f"'{shorten(value)}' is not a choice{one_of(value, self.choices)}")
            return self.kind(value)
        if self.kind in _READERS:
            try:
                number = _READERS[self.kind](value)
            except ValueError:
                number = nan
            if not self.low <= number <= self.high:
                raise ValueError(f"must be {self._requirement}; got '{shorten(value)}'")
            return number
        return self.kind(value)

    @property
    def _requirement(self) -> str:
        noun = "an integer" if self.kind is int else "a number"
        if isfinite(self.low) and isfinite(self.high):
            return f"{noun} from {self.low} to {self.high}"
        return f"{noun} of at least {self.low}" if isfinite(self.low) else noun


def read_integer(text: str) -> int:
    """Parse an integer written plainly, with underscores or as ``1e6``."""
    from decimal import Decimal  # a lookup needs none

    number = Decimal(text) if _INTEGER.fullmatch(text) else Decimal("NaN")
    if not number.is_finite() or number != number.to_integral_value():
        raise ValueError(f"must be an integer; got '{shorten(text)}'")
    return int(number)


def _read_number(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


_READERS: dict[type, Callable[[str], float]] = {int: read_integer, float: _read_number}


class _OwnParameter(_Parameter):
    """An option or argument that reads its value by its annotation."""

    value_type: ValueType | None
    """The type of its value; None for options that typer adds."""

    @classmethod
    def of(cls, parameter: Any, hint: Any) -> Any:
        """Return typer's parameter with llq's reading and naming."""
        copy = cls.__new__(cls)
        vars(copy).update(vars(parameter))
        copy.value_type = None if hint is None else ValueType.of(hint)
        if copy.value_type and copy.value_type.kind is not bool:
            copy._describe_values(copy.value_type)
        return copy

    def _describe_values(self, value_type: ValueType) -> None:
        """Name the values in the metavar, or a long list of choices in the help."""
        choices = "|".join(value_type.choices)
        if len(choices) > _LONGEST_CHOICES:
            self.help = f"{self.help} One of: {', '.join(value_type.choices)}."
            choices = ""
        word = choices or _VALUE_WORDS.get(value_type.kind) or "NAME"
        self.metavar = self.metavar or (self.name.upper() if type(self) is OwnArgument else word)

    def process_value(self, ctx: Any, value: Any) -> Any:
        """Return the converted value."""
        is_missing = value in (None, (), []) and self.required
        if is_missing or (self.value_type is None and value is not None):
            return super().process_value(ctx, value)
        try:
            plain = self.value_type.read(value) if self.value_type else None
        except ValueError as error:
            raise typer.BadParameter(str(error), ctx=ctx, param=self) from None
        return plain if self.callback is None else self.callback(ctx, self, plain)

    def display_type_rich(self, ctx: Any) -> str | None:  # noqa: ARG002 - typer's signature
        """Return the displayed type, for newer versions of typer."""
        return None if isinstance(self, TyperArgument) else self.metavar


class OwnOption(_OwnParameter, TyperOption):
    """An option read by llq."""


class OwnArgument(_OwnParameter, TyperArgument):
    """An argument read by llq; it is shown without a type."""

    def get_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002 - typer's signature
        """Return the argument as the usage line shows it."""
        dots = "..." if self.value_type and self.value_type.is_list else ""
        return [f"{self.metavar}{dots}" if self.required else f"[{self.metavar}]{dots}"]


def own_parameters(parameters: list[Any], function: Callable[..., Any] | None = None) -> list[Any]:
    """Return a function's typer parameters, as read and named by llq."""
    if all(isinstance(parameter, _OwnParameter) for parameter in parameters):
        return parameters  # as at each look at a command but the first
    hints = get_type_hints(function, include_extras=True) if function else {}
    kinds = {"option": OwnOption, "argument": OwnArgument}
    return [
        parameter
        if isinstance(parameter, _OwnParameter)
        else kinds[parameter.param_type_name].of(parameter, hints.get(parameter.name))
        for parameter in parameters
    ]
