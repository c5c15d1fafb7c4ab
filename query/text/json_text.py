"""JSON text, read strictly: no key twice, finite numbers, and errors with a place."""

import json
from math import isfinite
from typing import Any

from llq.errors import IllegalState


def read_json(text: str, name: str, before_line: str = ":") -> Any:
    """Return the value of a JSON text.

    Messages call it ``name``, followed by ``before_line`` and the number of a line.
    """

    def refuse_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        items: dict[str, Any] = {}
        for key, value in pairs:
            if key in items:
                raise IllegalState(f"{name}: {key} is given twice")
            items[key] = value
        return items

    def read_finite(number: str) -> float:
        if not isfinite(float(number)):
            raise IllegalState(f"{name}: {number[:20]} is not a finite number")
        return float(number)

    try:
        return json.loads(
            text,
            object_pairs_hook=refuse_repeats,
            parse_float=read_finite,
            parse_constant=read_finite,
        )
    except IllegalState:
        raise
    except json.JSONDecodeError as error:
        raise IllegalState(f"{name}{before_line}{error.lineno}: not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise IllegalState(f"{name}: not JSON that can be read: {error}") from error
