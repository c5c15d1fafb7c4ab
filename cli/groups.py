"""Commands that are imported at their first use, and groups of them.

Contexts and commands are click's or typer's own, depending on the version of typer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import typer
from typer.core import TyperCommand, TyperGroup

from llq.cli.values import own_parameters
from llq.errors import BadQuestion, one_of

if TYPE_CHECKING:
    _Command = TyperCommand
else:
    _Command = object

_LINK = re.compile(r"(https?://[^/]+)?/(api/v1/)?(?P<game>[\w-]+)[^?]*\?(?P<query>\w+=.*)")
_NO_LIMIT = 1000
"""Characters, more than any help sentence has."""


class _OwnValues(_Command):
    """A command or group whose values llq reads."""

    help_option: Any = None

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options and arguments."""
        self.params = own_parameters(self.params, self.callback)  # typer adds some of its own
        return super().get_params(ctx)

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option ``--help``."""
        if self.help_option is None and (option := super().get_help_option(ctx)) is not None:
            (self.help_option,) = own_parameters([option])
        return self.help_option


class Command(_OwnValues, TyperCommand):
    """A command."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.params = own_parameters(self.params, self.callback)


class Group(_OwnValues, TyperGroup):
    """A group of commands."""

    children: Mapping[str, Any] = MappingProxyType({})
    """Commands by name, besides those of typer."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands."""
        return [*self.children, *super().list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command."""
        return self.children.get(cmd_name) or super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Resolve a command by name; a usage error suggests the nearest."""
        name = args[0]
        is_known = name.startswith("-") or self.get_command(ctx, name) is not None
        if not is_known and not ctx.resilient_parsing:
            ctx.fail(f"There is no command {name!r}{one_of(name, self.list_commands(ctx))}.")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write every command's summary in full, on several lines if needed."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, command.get_short_help_str(limit=_NO_LIMIT))
                    for name in self.list_commands(ctx)
                    if (command := self.get_command(ctx, name)) is not None
                ]
            )


class LazyCommand(TyperCommand):
    """A command whose function, or group's app, is found at its first run.

    Links of ``game``, if any, may stand for its arguments. Without a summary the function's help
    has it.
    """

    def __init__(
        self, name: str, find: Callable[[], Any], summary: str = "", game: str = ""
    ) -> None:
        super().__init__(name, help=summary)
        self._find, self._game = find, game

    def load(self) -> Any:
        """Return the command itself."""
        function = self._find()
        if isinstance(function, typer.Typer):
            return typer.main.get_group(function)
        app = typer.Typer(add_completion=False)
        app.command(self.name, cls=Command)(function)
        return typer.main.get_command(app)

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        """Return the context of the command itself."""
        command = self.load()
        words = [part for word in args for part in _read_link(word, command, self._game)]
        return command.make_context(info_name, words, parent=parent, **extra)

    @property
    def short_help(self) -> str:
        """Summary in command lists."""
        return self.help or (self._find().__doc__ or "").partition("\n\n")[0]

    @short_help.setter
    def short_help(self, _: object) -> None:
        """Leave the summary as it is, for click's constructor."""


def question_command(game: str, question: str, summary: str = "") -> LazyCommand:
    """Return the command of a game's question."""

    def find() -> Callable[..., Any]:
        from llq.cli.questions import command_of
        from llq.query.questions import find_question

        return command_of(find_question(game, question))

    return LazyCommand(question.rpartition(" ")[2], find, summary, game)


def _read_link(word: str, command: Any, game: str) -> list[str]:
    """Translate a page or API link into command arguments; other words stay."""
    if not game or (link := _LINK.fullmatch(word)) is None:
        return [word]
    if link["game"] != game:
        raise BadQuestion(f"this is a link of {link['game']}; here are questions of {game}")
    params, words = {param.name: param for param in command.params}, list[str]()
    for name, value in parse_qsl(link["query"]):
        name = "opponent_knows" if name == "knows" else name
        param = params.get(name)
        if param is None:
            if name != "play":  # which a page only shows
                words += [f"--{name.replace('_', '-')}", value]
        elif param.param_type_name == "argument":
            words += value.split(",")
        elif not getattr(param, "is_flag", False):
            words += [param.opts[0], value]
        elif value not in ("no", "false", "0"):
            words.append(param.opts[0])
    return words
