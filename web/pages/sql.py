"""SQL queries over the views: a page, JSON and CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import asdict, replace
from enum import StrEnum
from functools import cache
from io import StringIO
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, WithJsonSchema
from starlette.responses import RedirectResponse

from llq.errors import LlqError, UnknownGame
from llq.query.sql.manual import ViewText, questions, views
from llq.query.sql.processes import QueryAnswer, QueryLimits, QueryProcesses
from llq.web.http.answers import as_json
from llq.web.http.jobs import Asker, Job, WorkKind, do_job
from llq.web.http.limits import Limits
from llq.web.http.page_routes import PageRoute, reads
from llq.web.http.problems import problem
from llq.web.pages.browse import PAGE_ROWS, Browsed, is_number
from llq.web.pages.rendering import render

api = APIRouter(prefix="/sql")
pages = APIRouter(prefix="/sql", route_class=PageRoute)

_SHOWN_ROWS = 500
"""Rows per page; the CSV has more."""

_EXAMPLE = "SELECT card_1, win_prob FROM love_letter_classic_opening LIMIT 3"
_Sql = Annotated[
    str, Query(description="One SELECT over the views, as llq sql takes it.", examples=[_EXAMPLE])
]


class Shape(StrEnum):
    """Answer format."""

    json = "json"
    csv = "csv"


class SqlQuestion(BaseModel):
    """SELECT query over the views, as in ``llq sql``."""

    query: str


_JSON_TYPES = ("null", "boolean", "number", "string", "array", "object")
_Value = Annotated[Any, WithJsonSchema({"anyOf": [{"type": name} for name in _JSON_TYPES]})]


class SqlAnswer(BaseModel):
    """Rows of a query's answer, with columns and source tables."""

    query: str
    columns: list[str]
    types: list[str]
    rows: list[list[_Value]]
    is_cut: bool
    sources: list[dict[str, Any]]


@api.get(
    "",
    summary="Rows that answer a query",
    responses={200: {"model": SqlAnswer, "content": {"text/csv": {}}}},
)
async def get_sql(
    request: Request,
    query: _Sql,
    shape: Annotated[Shape, Query(alias="format", description="json or csv.")] = Shape.json,
) -> Response:
    """Return a query's rows as JSON or CSV."""
    answer = await run_query(request, query)
    if shape is Shape.json:
        return Response(sql_answer(query, answer).model_dump_json(), media_type="application/json")
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(answer.columns)
    writer.writerows(answer.rows)
    headers = {"content-disposition": 'attachment; filename="llq.csv"'}
    return Response(text.getvalue(), media_type="text/csv", headers=headers)


@api.post("", summary="Rows that answer a query, as JSON")
async def post_sql(request: Request, question: SqlQuestion) -> SqlAnswer:
    """Return a query's rows."""
    return sql_answer(question.query, await run_query(request, question.query))


@api.get("/questions", summary="The manual's questions")
async def list_questions() -> list[dict[str, str]]:
    """Return the manual's questions and their queries."""
    return [asdict(question) for question in questions()]


@api.get("/views", summary="The views and their columns")
async def list_views() -> list[dict[str, Any]]:
    """Return the manual's views and relations, columns included."""
    return [asdict(view) for view in views()]


@pages.get("")
async def show_sql(
    request: Request, query: _Sql = "", page: Annotated[int, Query(ge=1, le=1_000)] = 1
) -> Response:
    """Show a query's answer, sample questions and all views."""
    answer, refusal = None, None
    if query.strip():
        try:
            answer = await run_query(request, query, page * _SHOWN_ROWS)
            answer = replace(answer, rows=answer.rows[(page - 1) * _SHOWN_ROWS :])
        except LlqError as error:
            refusal = problem(error)
    most = request.app.state.limits.rows
    return render(
        request,
        "sql.html",
        query=query,
        example=questions()[0],
        current=next((sample for sample in questions() if sample.query == query.strip()), None),
        answer=answer,
        page=page,
        rows_before=(page - 1) * _SHOWN_ROWS,
        has_next=answer is not None and answer.is_cut and page * _SHOWN_ROWS < most,
        problem=refusal,
        numbers=_number_columns(answer),
        questions=_by_group(questions()),
        views=_by_group(views()),
    )


@pages.get("/{name}.json")
@reads("*")
async def show_rows(request: Request, name: str) -> Response:
    """Return the rows of a view's page."""
    browsed = Browsed.read(_find_view(name), request.query_params)
    answer = await run_query(request, browsed.rows_query(PAGE_ROWS + 1), PAGE_ROWS)
    next_link = browsed.link(".json", page=browsed.page + 1) if answer.is_cut else None
    plain = sql_answer(browsed.rows_query(), answer).model_dump()
    return as_json({"view": asdict(browsed.view), **plain, "next": next_link})


@pages.get("/{name}")
@reads("*")
async def show_view(request: Request, name: str) -> Response:
    """Show a view's rows and columns, with value counts on request."""
    browsed = Browsed.read(_find_view(name), request.query_params)
    if "_column" in request.query_params:
        return RedirectResponse(browsed.link(), 303)
    answer, values, refusal = None, None, None
    try:
        answer = await run_query(request, browsed.rows_query(PAGE_ROWS + 1), PAGE_ROWS)
        values = await run_query(request, browsed.values_query) if browsed.values else None
    except LlqError as error:
        refusal = problem(error)
    return render(
        request,
        "view.html",
        view=browsed.view,
        browsed=browsed,
        answer=answer,
        values=values,
        numbers=_number_columns(answer),
        rows_before=(browsed.page - 1) * PAGE_ROWS,
        problem=refusal,
    )


async def run_query(asker: Asker, query: str, rows: int | None = None) -> QueryAnswer:
    """Run a query and return a limited number of rows."""
    limits: Limits = asker.app.state.limits
    row_limit = min(limits.rows, rows or limits.rows)

    def work(job: Job) -> QueryAnswer:
        def note_layout() -> None:
            job.reached = (0, 1)  # from then on it is the query that takes long

        return _processes(limits).ask(query, row_limit, note_layout)

    return await do_job(asker, work, WorkKind.queries)


def sql_answer(query: str, answer: QueryAnswer) -> SqlAnswer:
    """Return a query's answer as plain data."""
    return SqlAnswer(query=query, **vars(answer))


def _by_group(entries: Iterable[Any]) -> list[tuple[str, list[Any]]]:
    """Return entries of the manual as consecutive groups with their names."""
    return [(name, list(group)) for name, group in groupby(entries, attrgetter("group"))]


def _find_view(name: str) -> ViewText:
    for view in views():
        if view.name == name:
            return view
    raise UnknownGame(f"the manual has no view {name[:80]!r}; the page of SQL lists them")


@cache
def _processes(limits: Limits) -> QueryProcesses:
    return QueryProcesses(QueryLimits(seconds=limits.seconds))


def _number_columns(answer: QueryAnswer | None) -> list[str]:
    """Return an answer's numeric columns; empty without an answer."""
    columns = zip(answer.columns, answer.types, strict=True) if answer else ()
    return [name for name, kind in columns if is_number(kind)]
