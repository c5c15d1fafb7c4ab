"""Errors on the web: what the library says of a bad question, with the status that fits it.

Answers are ``application/problem+json`` (RFC 9457), or a page where a browser asks for one
(`llq.web.pages.rendering.render_problem`). They hold the library's message, without anything about
the machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.responses import JSONResponse

from llq.errors import (
    BadQuestion,
    DeckTooLarge,
    ExtraMissing,
    IllegalAction,
    IllegalState,
    LlqError,
    QueryRefused,
    TakesTooLong,
    TooLarge,
    UnknownGame,
    UnknownState,
    UnknownStrategy,
)

_STATUS: tuple[tuple[type[LlqError], int], ...] = (
    (BadQuestion, 422),
    (TooLarge, 413),
    (DeckTooLarge, 413),
    (TakesTooLong, 422),
    (UnknownState, 404),
    (UnknownGame, 404),
    (UnknownStrategy, 404),
    (IllegalState, 422),
    (IllegalAction, 422),
    (QueryRefused, 422),
    (ExtraMissing, 503),
)
RETRY = {"retry-after": "5"}
"""What tells programs that are asked to come again when to do so."""

_PATH = re.compile(
    r"(?<![\w.:/])(?:~|[A-Za-z]:)?(?:[/\\][\w.+ -]*?[\w.+-])+(?=[/\\]?(?:[\s,;:')\"]|$))"
)
_PLACES = re.compile("no such table at [^;]+")


def problem(error: LlqError) -> dict[str, Any]:
    """Return an error as RFC 9457 has it: ``title`` is the error's class, ``detail`` its message.

    Whatever is wrong with a table, missing or refused, is 503: the same question may be answered
    once the command in the message has been run.
    """
    status = next((code for kind, code in _STATUS if isinstance(error, kind)), 503)
    return {"title": type(error).__name__, "status": status, "detail": without_paths(str(error))}


def without_paths(message: str) -> str:
    """Return a message with each path of this machine cut down to its file's name.

    Where a table was looked for is left out.
    """
    return _PATH.sub(lambda found: Path(found[0]).name, _PLACES.sub("no such table", message))


def answer_or_reason(ask: Callable[[], Any]) -> Any:
    """Return an answer, or the reason for its absence, which the page shows."""
    try:
        return ask()
    except LlqError as error:
        return without_paths(str(error))


def problem_response(
    found: dict[str, Any], headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """Return a problem as an answer."""
    return JSONResponse(found, found["status"], headers, "application/problem+json")
