"""Options of several commands, defined once, and the giving of options to a command."""

import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

SeedOption = Annotated[int, typer.Option(min=0, help="Seed: the same seed gives the same result.")]
ThreadsOption = Annotated[
    int, typer.Option(min=1, help="Number of threads; results do not depend on it.")
]
FolderOption = Annotated[
    Path | None, typer.Option(help="Folder to write to; by default the first that llq looks in.")
]
ReplaceOption = Annotated[
    bool, typer.Option("--replace", help="Replace a table of more games, or a file that is there.")
]
SecondsOption = Annotated[
    float, typer.Option(min=0.1, max=3600, help="Seconds that an answer may take.")
]


def option_parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    """Return an option of a command, as one of `give_options`."""
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=annotation)


def give_options(command: Any, options: Iterable[inspect.Parameter]) -> None:
    """Replace a command's own options."""
    keywords = [option.replace(kind=inspect.Parameter.KEYWORD_ONLY) for option in options]
    command.__signature__ = inspect.Signature(keywords)
    command.__annotations__ = {option.name: option.annotation for option in keywords}
