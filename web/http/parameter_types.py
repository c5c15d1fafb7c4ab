"""Types of a question's parameters: cards, lists of them, texts and integers."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema

from llq.query.text.words import split_words

_MOST_DIGITS = 3
_MOST_CARDS = 200


def as_number(value: Any) -> Any:
    """Convert short decimal text to a number, for faster lookups; keep other values."""
    is_number = type(value) is str and value.isdecimal() and len(value) <= _MOST_DIGITS
    return int(value) if is_number else value


Card = Annotated[
    Annotated[int, Field(ge=0, le=999, strict=True)] | Annotated[str, Field(max_length=100)],
    BeforeValidator(as_number),
    WithJsonSchema({"type": "string"}),
]
"""A card's number, name or sufficient part of it."""


def card_list(fewest: float | None, most: float | None) -> Any:
    """Return a type for card lists such as ``1,1,5`` or ``guard,priest``."""
    length = Field(min_length=int(fewest or 0), max_length=int(most or _MOST_CARDS))
    listed = BeforeValidator(_as_list, json_schema_input_type=list[str])
    return Annotated[list[Card], length, listed]


Text = Annotated[str, Field(max_length=20_000)]


class _UsualBounds:
    """Default integer bounds that a field's own bounds override."""

    def __get_pydantic_core_schema__(self, kind: Any, handler: Any) -> Any:
        return {"ge": -1_000_000, "le": 1_000_000, **handler(kind)}


Whole = Annotated[int, _UsualBounds()]
"""An integer from -1,000,000 to 1,000,000 unless its field sets bounds."""


def _as_list(value: Any) -> Any:
    if type(value) is str:
        return split_words(value)
    return [value] if type(value) is int else value
