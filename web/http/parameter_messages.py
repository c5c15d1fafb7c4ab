"""Messages about invalid parameters, in plain words instead of pydantic's."""

from typing import Any

from pydantic import BaseModel

MOST_SHOWN = 60
"""Characters of an input that a message repeats."""

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


def parameter_message(error: Any, model: type[BaseModel]) -> str:
    """Return the message for an invalid parameter."""
    name = ".".join(str(part)[:MOST_SHOWN] for part in error["loc"][:2])
    if error["type"] == "extra_forbidden":
        names = ", ".join(model.model_fields) or "none"
        return f"there is no parameter {name!r}; there are {names}"
    if error["type"] == "missing":
        example = model.model_fields[name].examples
        hint = f", such as {name}={str(example[0]).splitlines()[0]}" if example else ""
        return f"{name} is missing{hint}"
    return f"{name} {value_message(error)}"


def value_message(error: Any) -> str:
    """Return the message for an invalid value."""
    if error["type"] == "missing":
        return "is missing"
    bounds = error.get("ctx", {})
    is_value = error["type"] in ("value_error", "assertion_error")
    rule = str(bounds["error"]) if is_value else _REQUIREMENTS.get(error["type"], "cannot be read")
    return f"{rule.format(**bounds)}; got {short_repr(error['input'])}"


def short_repr(value: Any) -> str:
    """Return a value as Python writes it, cut to `MOST_SHOWN` characters."""
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"
