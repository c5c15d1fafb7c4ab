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

from llq import errors
from llq.web.http.shapes import Problem

Result = TypeVar("Result")
Headers = Mapping[str, str] | None

_STATUS = {
    404: (errors.UnknownGame, errors.UnknownState, errors.UnknownStrategy),
    413: (errors.DeckTooLarge, errors.TooLarge),
    422: (
        errors.BadQuestion, errors.IllegalAction, errors.IllegalState, errors.QueryRefused,
        errors.TakesTooLong,
    ),
}  # fmt: skip
RETRY = {"retry-after": "5"}

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {
        "description": description,
        "content": {"application/problem+json": {"schema": Problem.model_json_schema()}},
    }
    for status, description in {
        404: "Nothing goes by this name, or the table does not hold it.",
        413: "The request asks for more than one request may.",
        422: "The question is not valid, breaks the rules, or takes too long; `detail` says why.",
        503: "A table is missing or out of date (`detail` has the remedy), or the server is busy.",
    }.items()
}
"""Responses of every route, by status, as OpenAPI describes them."""

_PATH = re.compile(
    r"(?<![\w.:/])(?:~|[A-Za-z]:)?(?:[/\\][\w.+ -]*?[\w.+-])+(?=[/\\]?(?:[\s,;:')\"]|$))"
)
_PLACES = re.compile("no such table at [^;]+")


def problem(error: errors.LlqError) -> dict[str, Any]:
    """Return an error's RFC 9457 problem: class as ``title``, message as ``detail``.

    Whatever is wrong with a table, missing or refused, is 503: the same question may be answered
    once the command in the message has been run.
    """
    status = next((code for code, kinds in _STATUS.items() if isinstance(error, kinds)), 503)
    return {"title": type(error).__name__, "status": status, "detail": without_paths(str(error))}


def without_paths(message: str) -> str:
    """Return a message without search folders, other paths shortened to file names."""
    return _PATH.sub(lambda match: Path(match[0]).name, _PLACES.sub("no such table", message))


def answer_or_reason(ask: Callable[[], Any]) -> Any:
    """Return an answer, or the library's error message."""
    try:
        return ask()
    except errors.LlqError as error:
        return without_paths(str(error))


def answer_or_problem(ask: Callable[[], Result]) -> tuple[Result | None, dict[str, Any] | None]:
    """Return a question's (answer, None), or (None, problem)."""
    try:
        return ask(), None
    except errors.LlqError as error:
        return None, problem(error)


def problem_response(details: dict[str, Any], headers: Headers = None) -> JSONResponse:
    """Return a problem as an answer."""
    return JSONResponse(details, details["status"], headers, "application/problem+json")
