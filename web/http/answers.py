"""HTTP answers: the library's own, with provenance and a permalink.

`add_question` makes two routes of one function: ``GET`` with the question in the link, and ``POST``
with JSON: a question, or a list of them, each of which has its answer or its problem.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from time import monotonic
from typing import Any, Generic, TypeVar

from fastapi import APIRouter
from fastapi.routing import APIRoute
from pydantic_core import from_json as parse_json
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from llq.errors import BadQuestion, LlqError, TooLarge
from llq.query.games import find_kind
from llq.store.locate import SUFFIX
from llq.store.schema import rules_name
from llq.store.tables import TableInfo
from llq.web.http.commands import Command
from llq.web.http.jobs import Asker, Job, WorkKind, do_job
from llq.web.http.problems import problem
from llq.web.http.questions import QuestionModel, from_json, from_link, parameters, permalink
from llq.web.http.shapes import Computed, Listed, Problem

Plain = dict[str, Any]
Model = TypeVar("Model", bound=QuestionModel)
AnswerFunction = Callable[[Model, Job], Plain]
"""Function that answers a question with plain data and provenance."""

_BATCH_SECONDS = 0.002
"""Seconds that a batch keeps others waiting."""

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


class PlainAnswer(Plain):
    """Plain answer data with provenance."""

    words: object = None
    """Same answer in words, a sentence first; None if unavailable."""


def with_provenance(
    answer: Any,
    info: TableInfo | None = None,
    *,
    rules: str = "",
    accuracy: str = "",
    words: object = None,
) -> Plain:
    """Return a library answer, or plain data with its ``words``, with provenance."""
    result = PlainAnswer(answer if isinstance(answer, dict) else answer.to_dict())
    result.words = words if isinstance(answer, dict) else answer
    if info is not None:
        rules = rules_name(info.spec.rules_id, info.spec.rules_version)
        result["provenance"] = _provenance(info.path.name, info.content_hash, rules)
    else:
        origin = {"file": None, "content_hash": None, "rules": rules or None, "accuracy": accuracy}
        result["provenance"] = origin
    return result


@lru_cache(maxsize=64)
def _provenance(file: str, content_hash: str, rules: str) -> Plain:
    accuracy = find_kind(file.removesuffix(SUFFIX)).accuracy
    return {"file": file, "content_hash": content_hash, "rules": rules, "accuracy": accuracy}


def as_json(plain: Any) -> Response:
    """Return plain data as JSON, with null for non-finite numbers."""
    return Response(to_json(plain, inf_nan_mode="null"), media_type="application/json")


async def read_body(request: Request) -> Any:
    """Return the value of a request's JSON."""
    try:
        return parse_json(await request.body(), allow_inf_nan=False, cache_strings="none")
    except ValueError as error:
        raise BadQuestion(f"the body is not JSON: {error}") from None


@dataclass(frozen=True, kw_only=True)
class QuestionHandler(Generic[Model]):
    """A question type with its answering function, independent of HTTP."""

    model: type[Model]
    answer: AnswerFunction[Model]
    """Its docstring is the description."""
    summary: str
    """The question in a few words."""
    is_quick: bool = False
    """Whether a table lookup suffices, without a thread."""
    is_long: Callable[[Model], bool] | None = None
    """Selects quick questions that still need a thread."""
    command: Command | None = None
    shape: type[Listed] = Computed

    @property
    def description(self) -> str:
        """The docstring before its sections."""
        text = (self.answer.__doc__ or "").partition("\n\n    Parameters\n")[0]
        return "\n".join(line.strip() for line in text.strip().splitlines())

    async def find_answer(self, asker: Asker, question: Model) -> Plain:
        """Return a question's answer, computed in a thread if slow."""
        work = partial(self.answer, question)
        if not self.is_quick:
            return await do_job(asker, work)
        if self.is_long is not None and self.is_long(question):
            return await do_job(asker, work, WorkKind.pages)
        return work(Job(asker.app.state.limits))


def question_handlers(api: APIRouter) -> dict[str, QuestionHandler[Any]]:
    """Return a router's linkable questions by relative path."""
    return {
        route.path: route.endpoint.handler
        for route in api.routes
        if isinstance(route, APIRoute) and hasattr(route.endpoint, "handler")
    }


def add_question(
    api: APIRouter, path: str, model: type[Model], answer: AnswerFunction[Model], **described: Any
) -> QuestionHandler[Model]:
    """Register a question's routes and return its `QuestionHandler`."""
    handler = QuestionHandler(model=model, answer=answer, **described)

    async def get(request: Request) -> Response:
        question = from_link(model, request.scope["query_string"])
        return as_json(await _answer_with_permalink(request, handler, question))

    async def post(request: Request) -> Response:
        return as_json(await _answer_body(request, handler))

    get.is_quick = handler.is_quick  # type: ignore[attr-defined]
    get.handler = handler  # type: ignore[attr-defined]
    name = path.strip("/").replace("/", "-").replace("-", "_")
    api.add_api_route(
        path,
        get,
        methods=["GET"],
        name=name,
        summary=handler.summary,
        description=handler.description,
        responses=PROBLEMS | {200: {"model": handler.shape}},
        openapi_extra={"parameters": parameters(model)},
    )
    if model.model_fields:
        api.add_api_route(
            path,
            post,
            methods=["POST"],
            name=f"{name}_json",
            summary=f"{handler.summary}: one or many, as JSON",
            description=handler.description,
            responses=PROBLEMS,
            openapi_extra={"requestBody": _body(model)},
        )
    return handler


async def _answer_with_permalink(
    request: Request, handler: QuestionHandler[Model], question: Model
) -> Plain:
    answer = await handler.find_answer(request, question)
    return answer | {"permalink": permalink(request.scope["path"], question)}


async def _answer_body(request: Request, handler: QuestionHandler[Any]) -> Plain | list[Plain]:
    """Return a request's answer, or a batch's answers and problems."""
    body = await read_body(request)
    if not isinstance(body, list):
        return await _answer_with_permalink(request, handler, from_json(handler.model, body))
    limit = request.app.state.limits.questions
    if len(body) > limit:
        raise TooLarge(f"a batch has at most {limit:,} questions; got {len(body):,}")
    if handler.is_quick:
        return await _answer_quickly(request, handler, body)
    path = request.scope["path"]
    return await do_job(
        request, lambda job: [_answer_item(handler, item, path, job) for item in body]
    )


async def _answer_quickly(
    request: Request, handler: QuestionHandler[Any], items: list[Any]
) -> list[Plain]:
    """Return a quick batch's answers or problems, yielding to other requests in between."""
    answers: list[Plain] = []
    start = monotonic()
    for item in items:
        try:
            question = from_json(handler.model, item)
            answers.append(await _answer_with_permalink(request, handler, question))
        except LlqError as error:
            answers.append(problem(error))
        if monotonic() - start > _BATCH_SECONDS:
            await asyncio.sleep(0)
            start = monotonic()
    return answers


def _answer_item(handler: QuestionHandler[Any], item: Any, path: str, job: Job) -> Plain:
    """Return a batch item's answer or problem."""
    try:
        question = from_json(handler.model, item)
        return handler.answer(question, job) | {"permalink": permalink(path, question)}
    except LlqError as error:
        return problem(error)


def _body(model: type[QuestionModel]) -> Plain:
    schema = model.model_json_schema()
    example = {
        name: field["examples"][0]
        for name, field in schema["properties"].items()
        if "examples" in field and name in schema.get("required", ())
    }
    many = {"type": "array", "items": schema}
    content = {"schema": {"oneOf": [schema, many]}, **({"example": example} if example else {})}
    return {"required": True, "content": {"application/json": content}}
