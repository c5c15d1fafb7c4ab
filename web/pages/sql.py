"""SQL: queries over the views, as a page with the manual's questions and as JSON or CSV."""

from __future__ import annotations

import csv
from dataclasses import asdict
from enum import StrEnum
from functools import cache
from io import StringIO
from itertools import groupby
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from llq.errors import LlqError, UnknownGame
from llq.query.sql.manual import questions, views
from llq.query.sql.processes import QueryAnswer, QueryLimits, QueryProcesses
from llq.web.http.limits import Limits
from llq.web.http.problems import problem
from llq.web.pages.rendering import render
from llq.web.pages.sql_chart import ChartKind, chart_of, number_columns

api = APIRouter(prefix="/sql")
pages = APIRouter(prefix="/sql")

_SHOWN_ROWS = 500
"""Rows on a page; the CSV has more."""

_Sql = Annotated[str, Query(description="One SELECT over the views, as llq sql takes it.")]


class Shape(StrEnum):
    """How an answer is written."""

    json = "json"
    csv = "csv"


class SqlQuestion(BaseModel):
    """A query: one SELECT over the views, as ``llq sql`` takes it."""

    query: str


class SqlAnswer(BaseModel):
    """The rows that answer a query, their columns, and the tables that they come from."""

    query: str
    columns: list[str]
    types: list[str]
    rows: list[list[Any]]
    is_cut: bool
    sources: list[dict[str, Any]]


@api.get("", responses={200: {"model": SqlAnswer}})
def get_sql(
    request: Request,
    query: _Sql,
    shape: Annotated[Shape, Query(alias="format", description="json or csv.")] = Shape.json,
) -> Response:
    """Return the rows that answer a query, as JSON or as CSV."""
    answer = _ask(request, query, request.app.state.limits.rows)
    if shape is Shape.json:
        return Response(_answer(query, answer).model_dump_json(), media_type="application/json")
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(answer.columns)
    writer.writerows(answer.rows)
    saved = {"content-disposition": 'attachment; filename="llq.csv"'}
    return Response(text.getvalue(), media_type="text/csv", headers=saved)


@api.post("")
def post_sql(request: Request, question: SqlQuestion) -> SqlAnswer:
    """Return the rows that answer a query."""
    answer = _ask(request, question.query, request.app.state.limits.rows)
    return _answer(question.query, answer)


@api.get("/questions")
async def list_questions() -> list[dict[str, str]]:
    """Return the manual's questions, each with the query that answers it."""
    return [asdict(one) for one in questions()]


@api.get("/views")
async def list_views() -> list[dict[str, Any]]:
    """Return the views and relations that the manual describes, with their columns."""
    return [asdict(one) for one in views()]


@pages.get("")
def show_sql(
    request: Request,
    query: _Sql = "",
    chart: ChartKind = ChartKind.automatic,
    x: str = "",
    y: str = "",
) -> Response:
    """Show the answer to a query, and the questions and views that there are."""
    answer, refusal, picture = None, None, None
    if query.strip():
        try:
            answer = _ask(request, query, _SHOWN_ROWS)
            picture = chart_of(answer, chart, x, y)
        except LlqError as error:
            refusal = problem(error)
    asked = [one for one in questions() if one.query == query.strip()]
    return render(
        request,
        "sql.html",
        query=query,
        asked=asked[0] if asked else None,
        answer=answer,
        problem=refusal,
        picture=picture,
        kinds=list(ChartKind),
        chosen={"chart": chart, "x": x, "y": y},
        numbers=number_columns(answer) if answer else [],
        questions=[(name, list(group)) for name, group in groupby(questions(), _group)],
        views=[(name, list(group)) for name, group in groupby(views(), _group)],
    )


@pages.get("/{name}")
async def show_view(request: Request, name: str) -> Response:
    """Show the columns of a view."""
    for view in views():
        if view.name == name:
            return render(request, "view.html", view=view)
    raise UnknownGame(f"the manual has no view {name[:80]!r}; the page of SQL lists them")


@cache
def _processes(limits: Limits) -> QueryProcesses:
    return QueryProcesses(QueryLimits(seconds=limits.seconds))


def _ask(request: Request, query: str, rows: int) -> QueryAnswer:
    limits: Limits = request.app.state.limits
    return _processes(limits).ask(query, min(rows, limits.rows))


def _answer(query: str, answer: QueryAnswer) -> SqlAnswer:
    return SqlAnswer(
        query=query,
        columns=list(answer.columns),
        types=list(answer.types),
        rows=[list(row) for row in answer.rows],
        is_cut=answer.is_cut,
        sources=answer.sources,
    )


def _group(one: Any) -> str:
    name: str = one.group
    return name
