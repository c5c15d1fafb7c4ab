"""Assistant tools: API questions, SQL, tables, and explanations of answers.

A tool takes the API's question and returns the API's answer, beside the sentence, the source, the
error and the command that an assistant is to quote.
"""

from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from typing import Any, TypeVar

from pydantic import BaseModel, Field

from llq.errors import BadQuestion, UnknownGame, one_of
from llq.query.sql.manual import views
from llq.web.games import web_games
from llq.web.http.answers import Plain
from llq.web.http.commands import Command
from llq.web.http.jobs import Asker, WorkKind, do_job
from llq.web.http.parameter_types import Text, Whole
from llq.web.http.question_routes import QuestionHandler, question_handlers
from llq.web.http.questions import QuestionModel, from_json, from_link, permalink
from llq.web.pages.sql import run_query, sql_answer
from llq.web.pages.tables import StoredTable, StoredTables, describe_tables

Named = TypeVar("Named")

_USUAL_ROWS = 100
_QUOTING_RULE = (
    "Every number in the answer comes from llq: quote its sentence, source, error and command, and "
    "add no number of your own."
)
_API = "/api/v1"
_LISTED_FIELDS = {"name", "bytes", "error", "game", "title", "accuracy", "rules"}


class ToolAnswer(BaseModel):
    """A tool's answer."""

    sentence: str = Field(description="To be quoted as it is.")
    source: str = Field(description="Where the numbers come from.")
    error: str = Field(description="How exact they are.")
    command: str = Field(description="Gives the same answer.")
    answer: Plain = Field(description="As the API of llq gives it.")


@dataclass(frozen=True)
class Tool:
    """A tool, as an assistant reads it."""

    name: str
    title: str
    description: str
    question: type[QuestionModel]
    call: Callable[[Asker, Any], Awaitable[ToolAnswer]]
    """Returns the answer to a question; raises `LlqError`."""

    @cached_property
    def input_schema(self) -> Plain:
        """JSON schema of the question."""
        return schema_of(self.question)

    async def answer(self, asker: Asker, arguments: Plain) -> ToolAnswer:
        """Validate arguments and return the tool's answer."""
        return await self.call(asker, from_json(self.question, arguments))


class Query(QuestionModel):
    """A query in SQL."""

    query: Text = Field(
        description="One SELECT over the views that sql_views lists; it reads nothing else.",
        examples=["SELECT card_1, win_prob FROM love_letter_classic_opening LIMIT 3"],
    )
    rows: Whole = Field(_USUAL_ROWS, ge=1, description="Rows that are returned at most.")


class View(QuestionModel):
    """A view of the database."""

    view: Text = Field("", description="A view, to list its columns; by default all are listed.")


class Table(QuestionModel):
    """A table."""

    name: Text = Field(description="Its name, as tables lists it.", examples=["dominion-31"])


class Explained(QuestionModel):
    """An answer that is to be explained."""

    permalink: Text = Field(
        description="The permalink of an answer, as a tool gave it.",
        examples=["/api/v1/love-letter/lookup?hand=guard,princess"],
    )


def schema_of(model: type[BaseModel]) -> Plain:
    """Return a model's JSON schema without redundant titles."""
    schema = model.model_json_schema()
    for part in (schema, *schema.get("properties", {}).values()):
        part.pop("title", None)
    return schema


@cache
def tools() -> dict[str, Tool]:
    """Return every tool by its name."""
    catalogue = [_tool_of(path, *entry) for path, entry in _api_handlers().items()]
    for name, title, question, call in (
        ("sql", "SQL over all tables", Query, _query),
        ("sql_views", "The views that SQL reads", View, _list_views),
        ("tables", "The tables that are stored", QuestionModel, _list_tables),
        ("describe_table", "How a table was computed", Table, _describe_table),
        ("explain", "What an answer rests on", Explained, _explain),
    ):
        catalogue.append(Tool(name, title, f"{call.__doc__} {_QUOTING_RULE}", question, call))
    return {tool.name: tool for tool in catalogue}


def _api_handlers() -> dict[str, tuple[str, QuestionHandler[Any]]]:
    """Return API questions with their game titles, by path."""
    return {
        f"{_API}/{game.name}{path}": (game.title, handler)
        for game, web in web_games()
        for path, handler in question_handlers(web.api).items()
    }


def _tool_of(path: str, title: str, handler: QuestionHandler[Any]) -> Tool:
    async def call(asker: Asker, question: QuestionModel) -> ToolAnswer:
        answer = await handler.find_answer(asker, question)
        return _tool_answer(handler, answer, question, path)

    name = path.removeprefix(f"{_API}/").replace("/", "_").replace("-", "_")
    description = f"{title}. {handler.description} {_QUOTING_RULE}"
    summary = f"{title}: {handler.summary[:1].lower()}{handler.summary[1:]}"
    return Tool(name, summary, description, handler.model, call)


def _tool_answer(
    handler: QuestionHandler[Any], answer: Plain, question: QuestionModel, path: str
) -> ToolAnswer:
    link = permalink(path, question)
    origin = answer.get("provenance", {})
    source = answer.get("source") or origin.get("file") or origin.get("rules") or "llq's own lists"
    command = answer.get("command") or (handler.command and handler.command.line(question))
    text = str(getattr(answer, "words", None) or _counting_sentence(handler, answer))
    return ToolAnswer(
        sentence=text.partition("\n")[0],
        source=source,
        error=origin.get("accuracy") or "exact: a list, not a measurement",
        command=command or f"curl 'http://127.0.0.1:8000{link}'  # while llq serve runs",
        answer=answer | {"permalink": link},
    )


def _counting_sentence(handler: QuestionHandler[Any], answer: Plain) -> str:
    lists = {name: value for name, value in answer.items() if isinstance(value, list)}
    counts = [f"{len(value)} {name.replace('_', ' ')}" for name, value in lists.items()]
    return f"{handler.summary}: {', '.join(counts)}"


async def _query(asker: Asker, question: Query) -> ToolAnswer:
    """Run a read-only SELECT over all tables' views and return its rows."""
    answer = await run_query(asker, question.query, question.rows)
    suffix = ", the first of more" if answer.is_cut else ""
    rows, columns = len(answer.rows), len(answer.columns)
    files = (f"{table['table_file']} {table['content_hash'][:12]}" for table in answer.sources)
    return ToolAnswer(
        sentence=f"{rows} row{'s' if rows != 1 else ''} of "
        f"{columns} column{'s' if columns != 1 else ''}{suffix}",
        source=", ".join(dict.fromkeys(files)) or "no table",
        error="each table's accuracy is in describe_table; columns of errors are named so",
        command=Command("llq sql", ("query",), renamed={"rows": ""}).line(question),
        answer=sql_answer(question.query, answer).model_dump(),
    )


async def _list_views(_asker: Asker, question: View) -> ToolAnswer:
    """Return SQL views with their row meanings, or one view's columns."""
    if question.view:
        by_name = {view.name: view for view in views()}
        view = _find_by_name(question.view, by_name, "there is no view {}")
        sentence, selection = f"{view.name}: {len(view.columns)} columns", [view]
    else:
        selection = [replace(view, columns=()) for view in views()]
        sentence = f"{len(selection)} views"
    command = f"llq sql --schema {question.view}".strip()
    return _listing(sentence, command, {"views": [asdict(view) for view in selection]})


async def _list_tables(asker: Asker, _question: QuestionModel) -> ToolAnswer:
    """Return stored tables with contents and accuracy, and tables not built."""
    stored = await _stored_tables(asker)
    tables, kinds = len(stored.tables), len(stored.not_built)
    sentence = f"{tables} tables are stored, {kinds} kinds are not built"
    listed = stored.model_dump(include={"tables": {"__all__": _LISTED_FIELDS}, "not_built": True})
    return _listing(sentence, "llq tables", listed)


async def _describe_table(asker: Asker, question: Table) -> ToolAnswer:
    """Return how a table was computed: rules, parameters, accuracy, command, machine, hashes."""
    table = await _stored_table(asker, question.name)
    sentence = f"{table.name}: {table.error.detail if table.error else table.title}"
    return _listing(sentence, "llq tables --format json", table.model_dump())


async def _explain(asker: Asker, question: Explained) -> ToolAnswer:
    """Explain an answer, with its full text and its table's provenance."""
    path, _, query = question.permalink.partition("?")
    title, handler = _api_handlers().get(path, ("", None))
    if handler is None:
        raise BadQuestion(f"permalink: {path[:80]!r} is not the address of an answer of a tool")
    subject = from_link(handler.model, query.encode())
    answer = await handler.find_answer(asker, subject)
    tool_answer = _tool_answer(handler, answer, subject, path)
    file = answer.get("provenance", {}).get("file")
    table = await _stored_table(asker, file.removesuffix(".h5")) if file else None
    explained = {
        "game": title,
        "question": subject.model_dump(mode="json", exclude_defaults=True),
        "words": str(getattr(answer, "words", None) or tool_answer.sentence),
        "what_is_asked": handler.description,
        "provenance": answer.get("provenance"),
        "table": table and table.model_dump(),
    }
    return tool_answer.model_copy(update={"answer": explained})


async def _stored_tables(asker: Asker) -> StoredTables:
    return await do_job(asker, lambda _: describe_tables(), WorkKind.pages)


async def _stored_table(asker: Asker, name: str) -> StoredTable:
    by_name = {table.name: table for table in (await _stored_tables(asker)).tables}
    return _find_by_name(name, by_name, "no table {} is stored")


def _find_by_name(name: str, by_name: dict[str, Named], refusal: str) -> Named:
    """Return a named entry, or raise UnknownGame with a suggestion."""
    if name not in by_name:
        raise UnknownGame(refusal.format(repr(name[:80])) + one_of(name, by_name))
    return by_name[name]


def _listing(sentence: str, command: str, answer: Plain) -> ToolAnswer:
    return ToolAnswer(
        sentence=sentence,
        source="llq's tables and manual",
        error="exact: a list, not a measurement",
        command=command,
        answer=answer,
    )
