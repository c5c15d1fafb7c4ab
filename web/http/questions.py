"""Questions to the server, from a link or from JSON, read by one model.

A link holds a whole question, so it can be kept and shared. Lists of cards are parted by commas or
blanks; what is blank counts as left out, as forms send it; a parameter that the question does not
have is refused, for a slip must not be answered as another question.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, TypeVar
from urllib.parse import parse_qsl, quote_plus

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, WithJsonSchema

from llq.errors import BadQuestion
from llq.query.text.text_input import split_words

_MOST_SHOWN_CHARACTERS = 60
_MOST_DIGITS = 3
_MOST_ERRORS = 5
_MOST_CARDS = 200

_REQUIREMENTS = {
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "must be an integer"),
    "int_parsing_size": "has too many digits",
    **dict.fromkeys(("float_type", "float_parsing", "finite_number"), "must be a number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "must be true or false"),
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "less_than": "must be below {lt}",
    **dict.fromkeys(("literal_error", "enum"), "must be {expected}"),
    "string_type": "must be a text",
    "string_too_long": "has at most {max_length} characters",
    "list_type": "must be a list",
    **dict.fromkeys(("model_type", "model_attributes_type"), "must be an object"),
    "too_short": "takes at least {min_length} values",
    "too_long": "takes at most {max_length} values",
}
"""Requirements of parameters, by pydantic error type."""


class QuestionModel(BaseModel):
    """A question: its fields are its parameters."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


Model = TypeVar("Model", bound=QuestionModel)


def as_number(value: Any) -> Any:
    """Convert short decimal text to a number, for faster lookups; keep other values."""
    is_number = type(value) is str and value.isdecimal() and len(value) <= _MOST_DIGITS
    return int(value) if is_number else value


def _as_list(value: Any) -> Any:
    if type(value) is str:
        return split_words(value)
    return [value] if type(value) is int else value


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


def from_link(model: type[Model], query: bytes) -> Model:
    """Return the question in a link's query string."""
    try:
        pairs = parse_qsl(
            query.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(query),
            errors="strict",
            max_num_fields=100,
        )
    except ValueError:
        raise BadQuestion("the part of the address after ? is not name=value&name=value") from None
    values: dict[str, Any] = {}
    for name, value in pairs:
        if name in values:
            if name not in _names_of(model, "array"):
                raise BadQuestion(f"{name[:_MOST_SHOWN_CHARACTERS]} is given twice")
            value = f"{values[name]},{value}"
        if value.strip() or name not in model.model_fields:
            values[name] = value
    return _read(model, values)


def from_json(model: type[Model], item: Any) -> Model:
    """Return the question in a JSON object."""
    if not isinstance(item, Mapping):
        raise BadQuestion(f"a question is an object of JSON, not {_short_repr(item)}")
    flags = _names_of(model, "boolean")
    plain = {key: value if key in flags else _without_bools(value) for key, value in item.items()}
    return _read(model, plain)


def _without_bools(value: Any) -> Any:
    """Return booleans as text, also in lists, because bool is an int."""
    if type(value) is list:
        return [str(item) if type(item) is bool else item for item in value]
    return str(value) if type(value) is bool else value


def _read(model: type[Model], values: Mapping[str, Any]) -> Model:
    try:
        return model.model_validate(values)
    except ValidationError as error:
        errors = error.errors(include_url=False)[:_MOST_ERRORS]
        raise BadQuestion("; ".join(_parameter_message(item, model) for item in errors)) from None


def _parameter_message(error: Any, model: type[QuestionModel]) -> str:
    """Return the message for an invalid parameter."""
    name = ".".join(str(part)[:_MOST_SHOWN_CHARACTERS] for part in error["loc"][:2])
    if error["type"] == "extra_forbidden":
        names = ", ".join(model.model_fields) or "none"
        return f"there is no parameter {name!r}; there are {names}"
    if error["type"] == "missing":
        example = model.model_fields[name].examples
        hint = f", such as {name}={str(example[0]).splitlines()[0]}" if example else ""
        return f"{name} is missing{hint}"
    return f"{name} {value_message(error)}"


def value_message(error: Any) -> str:
    """Return an invalid value's message in plain words instead of pydantic's."""
    if error["type"] == "missing":
        return "is missing"
    bounds = error.get("ctx", {})
    is_value = error["type"] in ("value_error", "assertion_error")
    rule = str(bounds["error"]) if is_value else _REQUIREMENTS.get(error["type"], "cannot be read")
    return f"{rule.format(**bounds)}; got {_short_repr(error['input'])}"


def _short_repr(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN_CHARACTERS else f"{text[:_MOST_SHOWN_CHARACTERS]}…"


def permalink(path: str, question: QuestionModel) -> str:
    """Return a question's address: its path and non-default parameters."""
    values = question.model_dump(mode="json", exclude_defaults=True)
    words = {name: _link_word(value) for name, value in values.items()}
    query = "&".join(f"{name}={quote_plus(word, safe=',:')}" for name, word in words.items())
    return f"{path}?{query}" if query else path


def _link_word(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def _names_of(model: type[QuestionModel], kind: str) -> frozenset[str]:
    """Return the names of a question's parameters of one JSON type, such as ``array``."""
    entries = parameters(model)
    return frozenset(entry["name"] for entry in entries if kind in _json_types(entry["schema"]))


def _json_types(schema: Mapping[str, Any]) -> set[str | None]:
    return {part.get("type") for part in (schema, *schema.get("anyOf", ()))}


def parameters(model: type[QuestionModel]) -> list[dict[str, Any]]:
    """Return a question's parameters as OpenAPI describes them."""
    schema = model.model_json_schema()
    entries = []
    for name, field in schema.get("properties", {}).items():
        shape = {key: value for key, value in field.items() if key not in ("description", "title")}
        entry = {
            "name": name,
            "in": "query",
            "required": name in schema.get("required", ()),
            "description": field.get("description", ""),
            "schema": shape,
        }
        if not entry["required"]:
            entry["allowEmptyValue"] = True  # blank counts as left out
        if examples := shape.pop("examples", None):
            entry["example"] = examples[0]
        if "array" in _json_types(shape):
            entry |= {"style": "form", "explode": False}
        entries.append(entry)
    return entries
