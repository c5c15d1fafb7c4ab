"""HTTP questions from library declarations: model, answer and command."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from inspect import Parameter
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BeforeValidator, Field, create_model

from llq.query import questions
from llq.query.questions import Cards, Item, Question, find_question
from llq.query.results import Sourced
from llq.web.http.answers import Plain, with_provenance
from llq.web.http.commands import Command
from llq.web.http.jobs import Job
from llq.web.http.parameter_types import Card, Text, Whole, as_number, card_list
from llq.web.http.question_routes import QuestionHandler, add_question
from llq.web.http.questions import QuestionModel
from llq.web.http.shapes import Computed, Listed

_KINDS: Mapping[type, Any] = {int: Whole, str: Text, questions.Card: Card}


def add_library_question(
    api: APIRouter,
    game: str,
    path: str,
    name: str,
    summary: str,
    shape: type[Listed] = Computed,
    *,
    limits: Mapping[str, int | tuple[int | str, ...]] | None = None,
    defaults: Mapping[str, Any] | None = None,
    check: Mapping[str, Callable[[Any], Any]] | None = None,
    plain: Callable[[Any], Plain] | None = None,
    answer: Callable[[Any, Job], Plain] | None = None,
    **described: Any,
) -> QuestionHandler[Any]:
    """Register the routes of a library question and return its `QuestionHandler`.

    By parameter this door has its own upper bounds or choices (``limits``), ``defaults`` and
    readers (``check``). ``plain`` turns a result without ``to_dict`` into plain data; ``answer``
    replaces the library's function, such as by one with an open table.
    """
    declared = find_question(game, name)
    items = _items(declared, defaults or {})
    model = _model(declared, items, limits or {})
    optional = {name for name, item in items.items() if _is_text(item) and item.default is None}

    def answer_question(question: QuestionModel, job: Job) -> Plain:
        arguments = {name: getattr(question, name) for name in items}
        arguments |= {name: None for name in optional if arguments[name] == ""}
        arguments |= {name: read(arguments[name]) for name, read in (check or {}).items()}
        if "games" in arguments:
            arguments["games"] = job.check_games(arguments["games"])
        job_arguments = {"progress": job.progress, "threads": 1}
        arguments |= {name: job_arguments[name] for name in declared.takes}
        return _plain_answer(declared, declared.answer(**arguments), plain)

    answer_question.__doc__ = declared.text
    command = Command(
        f"llq {declared.name}",
        tuple(name for name in declared.terms.arguments if name in items),
        {item.name: item.flag for item in items.values()},
        always=tuple(defaults or ()),
        files={item.name: item.input.file for item in items.values() if item.input.file},
    )
    described |= {
        "summary": summary, "shape": shape, "command": command if declared.name else None,
        "completions": {name: item.input.completes for name, item in items.items()},
    }  # fmt: skip
    return add_question(api, path, model, answer or answer_question, **described)


def _plain_answer(declared: Question, result: Any, plain: Callable[[Any], Plain] | None) -> Plain:
    """Return a library function's result as plain data, with its provenance."""
    source = result if isinstance(result, Sourced) else Sourced(result)
    result = source.result
    return with_provenance(
        plain(result) if plain else result,
        source.info,
        rules=source.rules or declared.terms.rules or getattr(result, "rules", ""),
        accuracy=getattr(result, "accuracy", declared.terms.accuracy),
        words=result if plain else None,
    )


def _items(declared: Question, defaults: Mapping[str, Any]) -> dict[str, Item]:
    """Return the parameters asked over HTTP, with this door's defaults."""
    items = {}
    for item in declared.items:
        if not item.input.only:
            default = defaults.get(item.name, item.default)
            is_needed = item.name in declared.terms.needed
            items[item.name] = replace(item, default=Parameter.empty if is_needed else default)
    return items


def _model(
    declared: Question, items: Mapping[str, Item], limits: Mapping[str, Any]
) -> type[QuestionModel]:
    """Return a question's model, with a field per parameter."""
    fields: dict[str, Any] = {
        name: (_type(item, limits.get(name)), _field(item, limits.get(name), declared))
        for name, item in items.items()
    }
    title = "".join(word.capitalize() for word in declared.answer.__name__.split("_"))
    return create_model(title, __base__=QuestionModel, __doc__=declared.summary, **fields)


def _type(item: Item, limit: Any) -> Any:
    choices = limit if isinstance(limit, tuple) else item.input.choices
    kind: Any = _KINDS.get(item.kind, item.kind)
    if choices:  # a link has numbers as texts
        kind = Annotated[Literal[choices], BeforeValidator(as_number)]
    if item.kind is Cards:
        kind = card_list(item.input.low, item.input.high)
    if item.input.is_list:
        kind = list[kind]
    return kind | None if item.default is None and not _is_text(item) else kind


def _is_text(item: Item) -> bool:
    """Return whether an item is plain text, where empty means absent."""
    return item.kind is str and not item.input.choices and not item.input.is_list


def _field(item: Item, limit: Any, declared: Question) -> Any:
    described: dict[str, Any] = {"description": item.words}
    if item.kind in (int, float) and not isinstance(limit, tuple):
        bounds = [high for high in (item.input.high, limit) if high is not None]
        described |= {"ge": item.input.low, "le": min(bounds, default=None)}
    blanks = ("", None) if declared.terms.needed else ("",)
    if (item.is_required or item.default in blanks) and item.input.example is not None:
        described["examples"] = [item.input.example]
    if not item.is_required:
        described["default"] = "" if item.default is None and _is_text(item) else item.default
    return Field(**described)
