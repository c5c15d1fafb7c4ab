"""Routes of questions: one function, asked by a link or by JSON.

`add_question` makes two routes of it: ``GET`` with the question in the link, and ``POST`` with
JSON: a question, or a list of them, each of which has its answer or its problem.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any, Generic

from fastapi import APIRouter
from fastapi.routing import APIRoute
from pydantic_core import from_json as parse_json
from starlette.requests import Request
from starlette.responses import Response

from llq.errors import BadQuestion, LlqError, TooLarge
from llq.web.http.answers import Plain, as_json
from llq.web.http.commands import Command
from llq.web.http.jobs import Asker, Job, WorkKind, do_job
from llq.web.http.problems import PROBLEMS, problem
from llq.web.http.questions import Model, QuestionModel, from_json, from_link, parameters, permalink
from llq.web.http.shapes import Computed, Listed

AnswerFunction = Callable[[Model, Job], Plain]
"""Function that answers a question with plain data and provenance."""

_BATCH_SECONDS = 0.002
"""Seconds that a batch keeps others waiting."""


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
    completions: Mapping[str, str] = field(default_factory=dict)
    """Kinds of name, keys of `Game.names`, by parameter."""

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
            openapi_extra={"requestBody": _body_schema(model)},
        )
    return handler


async def _answer_with_permalink(
    request: Request, handler: QuestionHandler[Model], question: Model
) -> Plain:
    answer = await handler.find_answer(request, question)
    return answer | {"permalink": permalink(request.scope["path"], question)}


async def _answer_body(request: Request, handler: QuestionHandler[Any]) -> Plain | list[Plain]:
    """Return a request's answer, or a batch's answers and problems."""
    body = await _read_body(request)
    if not isinstance(body, list):
        return await _answer_with_permalink(request, handler, from_json(handler.model, body))
    limit = request.app.state.limits.questions
    if len(body) > limit:
        raise TooLarge(f"a batch has at most {limit:,} questions; got {len(body):,}")
    if handler.is_quick:
        return await _answer_quick_batch(request, handler, body)
    path = request.scope["path"]
    return await do_job(
        request, lambda job: [_answer_item(handler, item, path, job) for item in body]
    )


async def _read_body(request: Request) -> Any:
    """Return the value of a request's JSON."""
    try:
        return parse_json(await request.body(), allow_inf_nan=False, cache_strings="none")
    except ValueError as error:
        raise BadQuestion(f"the body is not JSON: {error}") from None


async def _answer_quick_batch(
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


def _body_schema(model: type[QuestionModel]) -> Plain:
    schema = model.model_json_schema()
    example = {
        name: field["examples"][0]
        for name, field in schema["properties"].items()
        if "examples" in field and name in schema.get("required", ())
    }
    content: Plain = {"schema": {"oneOf": [schema, {"type": "array", "items": schema}]}}
    if example:
        content["example"] = example
    return {"required": True, "content": {"application/json": content}}
