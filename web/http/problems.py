"""Library errors as HTTP problems, each with a fitting status.

Answers are ``application/problem+json`` (RFC 9457), or a page where a browser asks for one
(`llq.web.pages.rendering.render_problem`). They hold the library's message, without anything about
the machine.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

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

Result = TypeVar("Result")

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
"""Retry header for busy answers."""

_PATH = re.compile(
    r"(?<![\w.:/])(?:~|[A-Za-z]:)?(?:[/\\][\w.+ -]*?[\w.+-])+(?=[/\\]?(?:[\s,;:')\"]|$))"
)
_PLACES = re.compile("no such table at [^;]+")


def problem(error: LlqError) -> dict[str, Any]:
    """Return an error's RFC 9457 problem: class as ``title``, message as ``detail``.

    Whatever is wrong with a table, missing or refused, is 503: the same question may be answered
    once the command in the message has been run.
    """
    status = next((code for kind, code in _STATUS if isinstance(error, kind)), 503)
    return {"title": type(error).__name__, "status": status, "detail": without_paths(str(error))}


def without_paths(message: str) -> str:
    """Return a message without search folders, other paths shortened to file names."""
    return _PATH.sub(lambda match: Path(match[0]).name, _PLACES.sub("no such table", message))


def answer_or_reason(ask: Callable[[], Any]) -> Any:
    """Return an answer, or the library's error message."""
    try:
        return ask()
    except LlqError as error:
        return without_paths(str(error))


def answer_or_problem(ask: Callable[[], Result]) -> tuple[Result | None, dict[str, Any] | None]:
    """Return a question's (answer, None), or (None, problem)."""
    try:
        return ask(), None
    except LlqError as error:
        return None, problem(error)


def problem_response(
    details: dict[str, Any], headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """Return a problem as an answer."""
    return JSONResponse(details, details["status"], headers, "application/problem+json")
