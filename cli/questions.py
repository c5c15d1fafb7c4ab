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

from llq.cli.bots import print_request_counts
from llq.cli.completions import complete
from llq.cli.options import give_options, option_parameter
from llq.cli.output.printing import Format, FormatOption, messages, progress_bar
from llq.cli.output.results import print_result
from llq.cli.tables.builds import with_tables
from llq.cli.workers import on_workers
from llq.query.questions import Cards, Item, Question
from llq.query.results import Sourced

_MARKS = re.compile(r"`+([^`]*)`+")


def command_of(question: Question) -> Callable[..., None]:
    """Return a question's command function, with options for typer to read."""

    def command(form: Format, **arguments: Any) -> None:
        arguments, terms = complete_arguments(question, arguments), question.terms
        busy, has_even_pace = terms.busy, terms.has_even_pace
        label = busy(**arguments) if callable(busy) else busy.format(**arguments)
        is_typed = Path("-") in arguments.values() and sys.stdin.isatty()
        is_silent = is_typed or not label  # a bar would cross what is typed

        def ask() -> Any:
            bar = progress_bar(label, remaining=has_even_pace, transient=not has_even_pace)
            with nullcontext() if is_silent else bar as progress:
                reporter = {"progress": progress} if "progress" in question.takes else {}
                result = question.answer(**arguments, **reporter)
                if isinstance(result, Sourced):
                    result = result.result
                return tuple(result) if isinstance(result, Iterator) else result

        threads = arguments.get("threads", 2)
        result = with_tables(ask, threads) if terms.builds_missing else ask()
        print_result(result, form)
        print_request_counts(form)
        if failure := getattr(result, "failure", ""):
            messages.print(failure)
            raise typer.Exit(1)

    return describe_command(command, question)


def describe_command(
    command: Callable[..., None], question: Question, *shared: inspect.Parameter
) -> Callable[..., None]:
    """Return a command with its question's options and help; others follow the question's own."""
    options = [*(_option(item, question) for item in question.items), *shared]
    give_options(command, [*options, option_parameter("form", FormatOption, Format.table)])
    examples = "\n\n".join(f"  {example}" for example in question.examples)
    command.__doc__ = f"{help_text(question.text)}\n\nFor example:\n\n{examples}"
    return on_workers(command) if question.terms.is_long else command


def complete_arguments(question: Question, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return typer's arguments with defaults for None, and lists joined where that is due."""
    for item in question.items:
        if arguments[item.name] is None:
            arguments[item.name] = item.default
        if item.input.joined:
            arguments[item.name] = item.input.joined.join(arguments[item.name] or ())
    return arguments


def help_text(text: str) -> str:
    """Return docstring text for help, with quotes for backticks and Show for Return."""
    return re.sub("^Return ", "Show ", _MARKS.sub(r"'\1'", text))


def _option(item: Item, question: Question) -> inspect.Parameter:
    kind: Any = str if issubclass(item.kind, str) else item.kind
    default = item.default
    if item.input.choices:
        enumeration: Any = StrEnum  # for mypy, which knows no enumeration made by a call
        kind = enumeration("Choice", {text: text for text in item.input.choices})
        default = kind(default) if default in item.input.choices else default
    is_argument = item.name in question.terms.arguments
    if item.input.is_list or item.input.joined or (is_argument and item.kind is Cards):
        kind, default = list[kind], default or None  # an empty list is no default to typer
    kind = kind | None if default is None else kind
    settings: dict[str, Any] = {
        "help": help_text(item.words),
        "autocompletion": complete(item.input.completes) if item.input.completes else None,
        "callback": item.input.read,
    }
    if item.kind in (int, float):
        settings |= {"min": item.input.low, "max": item.input.high}
    if is_argument:
        return option_parameter(item.name, Annotated[kind, typer.Argument(**settings)], default)
    flags = item.input.flags.split(", ") if item.input.flags else [item.flag]
    return option_parameter(item.name, Annotated[kind, typer.Option(*flags, **settings)], default)
