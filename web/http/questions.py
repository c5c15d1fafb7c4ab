"""Questions to the server, from a link or from JSON, read by one model.

A link holds a whole question, so it can be kept and shared. Lists of cards are parted by commas or
blanks; what is blank counts as left out, as forms send it; a parameter that the question does not
have is refused, for a slip must not be answered as another question.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar
from urllib.parse import parse_qsl, quote_plus

from pydantic import BaseModel, ConfigDict, ValidationError

from llq.errors import BadQuestion
from llq.web.http.parameter_messages import MOST_SHOWN, parameter_message, short_repr

_MOST_ERRORS = 5


class QuestionModel(BaseModel):
    """A question: its fields are its parameters."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


Model = TypeVar("Model", bound=QuestionModel)


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
                raise BadQuestion(f"{name[:MOST_SHOWN]} is given twice")
            value = f"{values[name]},{value}"
        if value.strip() or name not in model.model_fields:
            values[name] = value
    return _read(model, values)


def from_json(model: type[Model], item: Any) -> Model:
    """Return the question in a JSON object."""
    if not isinstance(item, Mapping):
        raise BadQuestion(f"a question is an object of JSON, not {short_repr(item)}")
    flags = _names_of(model, "boolean")
    plain = {key: value if key in flags else _without_bools(value) for key, value in item.items()}
    return _read(model, plain)


def permalink(path: str, question: QuestionModel) -> str:
    """Return a question's address: its path and non-default parameters."""
    values = question.model_dump(mode="json", exclude_defaults=True)
    words = {name: _link_word(value) for name, value in values.items()}
    query = "&".join(f"{name}={quote_plus(word, safe=',:')}" for name, word in words.items())
    return f"{path}?{query}" if query else path


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


def _read(model: type[Model], values: Mapping[str, Any]) -> Model:
    try:
        return model.model_validate(values)
    except ValidationError as error:
        errors = error.errors(include_url=False)[:_MOST_ERRORS]
        raise BadQuestion("; ".join(parameter_message(item, model) for item in errors)) from None


def _without_bools(value: Any) -> Any:
    """Return booleans as text, also in lists, because bool is an int."""
    if type(value) is list:
        return [str(item) if type(item) is bool else item for item in value]
    return str(value) if type(value) is bool else value


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
