"""Tools for assistants: every question of the API, SQL, tables, and what an answer rests on.

A tool takes the question that the API takes, and answers with what the API answers, beside the
sentence, the source, the error and the command that an assistant is to quote.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, Field

from llq.errors import BadQuestion, UnknownGame, one_of
from llq.query.sql.manual import ViewText, views
from llq.web.games import web_games
from llq.web.http.answers import Answering, answering_of
from llq.web.http.commands import Command
from llq.web.http.jobs import Asker, Kind, do_job
from llq.web.http.questions import Question, Text, Whole, from_json, from_link, permalink
from llq.web.http.shapes import Provenance
from llq.web.pages.sql import SqlAnswer, ask, sql_answer
from llq.web.pages.tables import (
    BriefTable,
    NotBuilt,
    StoredTable,
    StoredTables,
    listed_tables,
)

Plain = dict[str, Any]
Shape = TypeVar("Shape")
Asked = TypeVar("Asked", bound=Question)
Named = TypeVar("Named")

_USUAL_ROWS = 100
_RULE = (
    "Every number in the answer comes from llq: quote its sentence, source, error and command, and "
    "add no number of your own."
)
_API = "/api/v1"


class ToolAnswer(BaseModel, Generic[Shape]):
    """What a tool answers."""

    sentence: str = Field(description="The answer in one sentence, to be quoted as it is.")
    source: str = Field(description="Where the numbers come from: a table with its hash, or rules.")
    error: str = Field(description="How exact they are: a bound, or where their errors stand.")
    command: str = Field(description="A shell command that gives the same answer.")
    answer: Shape = Field(description="The answer itself, as the API of llq gives it.")


@dataclass(frozen=True)
class Tool:
    """A tool.

    Parameters
    ----------
    name, title, description
        As an assistant reads them.
    question
        What it takes.
    shape
        What it answers.
    call
        Returns the answer to a question; raises `LlqError`.
    """

    name: str
    title: str
    description: str
    question: type[Question]
    shape: type[ToolAnswer[Any]]
    call: Callable[[Asker, Any], Awaitable[ToolAnswer[Any]]]

    async def answer(self, asker: Asker, arguments: Plain) -> ToolAnswer[Any]:
        """Return the answer to arguments as they came.

        Raises
        ------
        LlqError
            They are not a question, or llq cannot answer it.
        """
        return await self.call(asker, from_json(self.question, arguments))


class Query(Question):
    """A query in SQL."""

    query: Text = Field(
        description="One SELECT over the views that sql_views lists; it reads nothing else.",
        examples=["SELECT card_1, win_prob FROM love_letter_classic_opening LIMIT 3"],
    )
    rows: Whole = Field(_USUAL_ROWS, ge=1, description="Rows that are returned at most.")


class View(Question):
    """A view of the database."""

    view: Text = Field("", description="A view, to list its columns; by default all are listed.")


class Table(Question):
    """A table."""

    name: Text = Field(description="Its name, as tables lists it.", examples=["dominion-31"])


class Explained(Question):
    """An answer that is to be explained."""

    permalink: Text = Field(
        description="The permalink of an answer, as a tool gave it.",
        examples=["/api/v1/love-letter/lookup?hand=guard,princess"],
    )


class Views(BaseModel):
    """Views that SQL reads; their columns where one was asked for."""

    views: list[ViewText]


class BriefTables(BaseModel):
    """What is stored, and what is not built."""

    tables: list[BriefTable]
    not_built: list[NotBuilt]


class Explanation(BaseModel):
    """What an answer rests on."""

    game: str
    question: dict[str, Any] = Field(description="What was asked, without what is usual.")
    words: str = Field(description="All that the answer says.")
    what_is_asked: str = Field(description="What the question means.")
    provenance: Provenance | None
    table: StoredTable | None = Field(description="How the table of its numbers was computed.")


@cache
def tools() -> dict[str, Tool]:
    """Return every tool by its name."""
    found = [_tool_of(*item) for item in _answerings().items()]
    for name, title, question, shape, call in (
        ("sql", "SQL over all tables", Query, SqlAnswer, _query),
        ("sql_views", "The views that SQL reads", View, Views, _list_views),
        ("tables", "The tables that are stored", Question, BriefTables, _list_tables),
        ("describe_table", "How a table was computed", Table, StoredTable, _describe_table),
        ("explain", "What an answer rests on", Explained, Explanation, _explain),
    ):
        described = f"{_first_paragraph(call)} {_RULE}"
        found.append(Tool(name, title, described, question, ToolAnswer[shape], call))  # type: ignore[valid-type]
    return {tool.name: tool for tool in found}


def _answerings() -> dict[str, tuple[str, Answering[Any]]]:
    """Return what the API answers, and its game's title, by path."""
    return {
        f"{_API}/{game.name}{path}": (game.title, answering)
        for game, web in web_games()
        for path, answering in answering_of(web.api).items()
    }


def _tool_of(path: str, entry: tuple[str, Answering[Any]]) -> Tool:
    """Return the tool that asks a question of the API."""
    title, answering = entry

    async def call(asker: Asker, question: Question) -> ToolAnswer[Plain]:
        found = await answering.find(asker, question)
        return _tool_answer(answering, found, question, path)

    name = path.removeprefix(f"{_API}/").replace("/", "_").replace("-", "_")
    description = f"{title}. {answering.description} {_RULE}"
    summary = f"{title}: {answering.summary[:1].lower()}{answering.summary[1:]}"
    shape: type[ToolAnswer[Any]] = ToolAnswer[answering.shape]  # type: ignore[name-defined]
    return Tool(name, summary, description, answering.model, shape, call)


def _tool_answer(
    answering: Answering[Any], found: Plain, question: Question, path: str
) -> ToolAnswer[Plain]:
    link = permalink(path, question)
    origin = found.get("provenance", {})
    source = found.get("source") or origin.get("file") or origin.get("rules") or "llq's own lists"
    command = found.get("command") or (answering.command and answering.command.line(question))
    words = str(getattr(found, "words", None) or _count(answering, found))
    return ToolAnswer[Plain](
        sentence=words.partition("\n")[0],
        source=source,
        error=origin.get("accuracy") or "exact: a list, not a measurement",
        command=command or _curl(link),
        answer=found | {"permalink": link},
    )


def _count(answering: Answering[Any], found: Plain) -> str:
    """Return in words what an answer holds that is but lists."""
    counts = [
        f"{len(value)} {name.replace('_', ' ')}"
        for name, value in found.items()
        if isinstance(value, list)
    ]
    return f"{answering.summary}: {', '.join(counts)}"


def _curl(link: str) -> str:
    """Return the command that asks a server for an answer that no command line has."""
    return f"curl 'http://127.0.0.1:8000{link}'  # while llq serve runs"


async def _query(asker: Asker, question: Query) -> ToolAnswer[SqlAnswer]:
    """Run one SELECT over the views of every table, read-only, and return its rows."""
    found = await ask(asker, question.query, question.rows)
    cut = ", the first of more" if found.is_cut else ""
    return ToolAnswer[SqlAnswer](
        sentence=f"{len(found.rows)} rows of {len(found.columns)} columns{cut}",
        source=_sources(found.sources),
        error="each table's accuracy is in describe_table; columns of errors are named so",
        command=Command("llq sql", ("query",), renamed={"rows": ""}).line(question),
        answer=sql_answer(question.query, found),
    )


def _sources(sources: list[Plain]) -> str:
    tables = dict.fromkeys(f"{one['table_file']} {one['content_hash'][:12]}" for one in sources)
    return ", ".join(tables) or "no table"


async def _list_views(_asker: Asker, question: View) -> ToolAnswer[Views]:
    """Return the views that SQL reads with what a row of each is, or the columns of one."""
    if question.view:
        known = {view.name: view for view in views()}
        view = _named(question.view, known, "there is no view {}")
        words, shown = f"{view.name}: {len(view.columns)} columns", [view]
    else:
        shown = [replace(view, columns=()) for view in views()]
        words = f"{len(shown)} views"
    command = f"llq sql --schema {question.view}".strip()
    return _listing(words, command, Views(views=shown))


async def _list_tables(asker: Asker, _question: Question) -> ToolAnswer[BriefTables]:
    """Return every stored table with what it holds and how exact it is, and what is not built."""
    found = await _tables(asker)
    brief = {*BriefTable.model_fields}
    listed = [BriefTable(**table.model_dump(include=brief)) for table in found.tables]
    words = f"{len(listed)} tables are stored, {len(found.not_built)} kinds are not built"
    return _listing(words, "llq tables", BriefTables(tables=listed, not_built=found.not_built))


async def _describe_table(asker: Asker, question: Table) -> ToolAnswer[StoredTable]:
    """Return how a table was computed: rules, parameters, accuracy, command, machine, hashes."""
    table = await _table(asker, question.name)
    words = f"{table.name}: {table.error.detail if table.error else table.title}"
    return _listing(words, "llq tables --format json", table)


async def _explain(asker: Asker, question: Explained) -> ToolAnswer[Explanation]:
    """Return what an answer rests on: all it says in words, and how its table was computed."""
    path, _, query = question.permalink.partition("?")
    title, answering = _answerings().get(path, ("", None))
    if answering is None:
        raise BadQuestion(f"permalink: {path[:80]!r} is not the address of an answer of a tool")
    asked = from_link(answering.model, query.encode())
    found = await answering.find(asker, asked)
    whole = _tool_answer(answering, found, asked, path)
    file = found.get("provenance", {}).get("file")
    explained = Explanation(
        game=title,
        question=asked.model_dump(mode="json", exclude_defaults=True),
        words=str(getattr(found, "words", None) or whole.sentence),
        what_is_asked=answering.description,
        provenance=found.get("provenance"),
        table=await _table(asker, file.removesuffix(".h5")) if file else None,
    )
    return ToolAnswer[Explanation](**dict(whole) | {"answer": explained})


async def _tables(asker: Asker) -> StoredTables:
    return await do_job(asker, lambda _: listed_tables(), Kind.pages)


async def _table(asker: Asker, name: str) -> StoredTable:
    known = {table.name: table for table in (await _tables(asker)).tables}
    return _named(name, known, "no table {} is stored")


def _named(name: str, known: dict[str, Named], refusal: str) -> Named:
    """Return what has a name; refuse other names with the nearest."""
    if name not in known:
        raise UnknownGame(refusal.format(repr(name[:80])) + one_of(name, known))
    return known[name]


def _listing(words: str, command: str, answer: Shape) -> ToolAnswer[Shape]:
    return ToolAnswer[Shape](
        sentence=words,
        source="llq's tables and manual",
        error="exact: a list, not a measurement",
        command=command,
        answer=answer,
    )


def _first_paragraph(function: Callable[..., Any]) -> str:
    return " ".join((function.__doc__ or "").partition("\n\n")[0].split())
