"""Commands generated from questions: call the library, print the result."""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from llq.cli.bots import print_programs
from llq.cli.completions import complete
from llq.cli.output.printing import Format, FormatOption, progress_bar
from llq.cli.output.results import print_result
from llq.cli.tables.builds import with_tables
from llq.cli.workers import give_options, on_workers
from llq.query.questions import Cards, Item, Question
from llq.query.results import Sourced

_MARKS = re.compile(r"`+([^`]*)`+")


def command_of(asked: Question) -> Callable[..., None]:
    """Return a question's command function, with options for typer to read."""
    joined = [item for item in asked.items if item.input.joined]

    def command(form: Format, **given: Any) -> None:
        given |= {item.name: item.default for item in asked.items if given[item.name] is None}
        given |= {item.name: item.input.joined.join(given[item.name] or ()) for item in joined}
        busy = asked.terms.busy
        busy = busy(**given) if callable(busy) else busy.format(**given)
        is_typed = Path("-") in given.values() and sys.stdin.isatty()
        is_silent = is_typed or not busy  # a bar would cross what is typed

        def ask() -> Any:
            with nullcontext() if is_silent else progress_bar(busy, transient=True) as progress:
                doors = {"progress": progress} if "progress" in asked.takes else {}
                result = asked.answer(**given, **doors)
                if isinstance(result, Sourced):
                    result = result.result
                return tuple(result) if isinstance(result, Iterator) else result

        print_result(with_tables(ask, given.get("threads", 2)), form)
        print_programs(form)

    form = _parameter("form", FormatOption, Format.table)
    give_options(command, [*(_option(item, asked) for item in asked.items), form])
    examples = "\n\n".join(f"  {example}" for example in asked.examples)
    command.__doc__ = f"{in_help(asked.text)}\n\nFor example:\n\n{examples}"
    return on_workers(command) if asked.terms.is_long else command


def in_help(text: str) -> str:
    """Return docstring text for help, with quotes for backticks and Show for Return."""
    return re.sub("^Return ", "Show ", _MARKS.sub(r"'\1'", text))


def _option(item: Item, asked: Question) -> inspect.Parameter:
    """Return a question's item as a command parameter."""
    kind: Any = str if issubclass(item.kind, str) else item.kind
    default = item.default
    if item.input.choices:
        kind = _choices(item)
        default = kind(default) if default in item.input.choices else default
    is_place = item.name in asked.terms.arguments
    if item.input.is_list or item.input.joined or (is_place and item.kind is Cards):
        kind, default = list[kind], default or None  # no text of several is a default
    kind = kind | None if default is None else kind
    described: dict[str, Any] = {
        "help": in_help(item.words),
        "autocompletion": complete(item.input.completes) if item.input.completes else None,
        "callback": item.input.read,
    }
    if item.kind in (int, float):
        described |= {"min": item.input.low, "max": item.input.high}
    if is_place:
        return _parameter(item.name, Annotated[kind, typer.Argument(**described)], default)
    flags = item.input.flags.split(", ") if item.input.flags else [item.flag]
    return _parameter(item.name, Annotated[kind, typer.Option(*flags, **described)], default)


def _choices(item: Item) -> Any:
    """Return an item's choices as an enumeration."""
    enumeration: Any = StrEnum
    return enumeration("Choice", {text: text for text in item.input.choices})


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=annotation)
