"""Help texts that include facts kept elsewhere, such as build times."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")


def with_texts(**texts: str) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """Return a decorator that fills ``{name}`` placeholders in a command's help."""

    def put(command: Callable[Given, Result]) -> Callable[Given, Result]:
        help_text = command.__doc__ or ""
        for name, text in texts.items():
            help_text = help_text.replace(f"{{{name}}}", text or "an unknown time")
        command.__doc__ = help_text
        return command

    return put
