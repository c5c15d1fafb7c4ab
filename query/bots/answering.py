"""llq as a program at others' tables: requests a line, answers a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import IO, Any


def fault(error: Exception) -> str:
    """Return what is wrong with data from elsewhere, in words: a missing field by its name.

    Examples
    --------
    >>> fault(KeyError("seat"))
    "'seat' is missing"
    """
    return f"{error} is missing" if type(error) is KeyError else str(error)


def answer_lines(
    answer: Callable[[Mapping[str, Any]], dict[str, Any]],
    lines: IO[str] | None = None,
    out: IO[str] | None = None,
) -> None:
    """Answer requests, by default from standard input on standard output, until there are no more.

    Parameters
    ----------
    answer
        Returns the answer to a request; what is wrong with it is an answer too.
    """
    lines, out = lines or sys.stdin, out or sys.stdout
    for line in lines:
        if not line.strip():
            continue
        try:
            request = json.loads(line.strip())
        except ValueError as error:
            reply = {"error": f"not a line of JSON: {error}"}
        else:
            is_object = isinstance(request, dict)
            reply = answer(request) if is_object else {"error": "a request must be a JSON object"}
        out.write(f"{json.dumps(reply, separators=(',', ':'))}\n")
        out.flush()
