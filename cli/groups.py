"""Command groups, imported on first use of a command.

Contexts and commands are click's or typer's own, depending on the version of typer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from types import MappingProxyType
from typing import Any, get_type_hints
from urllib.parse import parse_qsl

import typer
from typer.core import TyperCommand, TyperGroup

from llq.cli.values import ValueType
from llq.errors import BadQuestion, one_of
from llq.query.games import GAMES, find_game, summary

_LINK = re.compile(r"(https?://[^/]+)?/(api/v1/)?(?P<game>[\w-]+)[^?]*\?(?P<query>\w+=.*)")
_NO_LIMIT = 1000
"""Characters, more than any help sentence has."""


class _Group(TyperGroup):
    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options that come before a command."""
        return _replace_reading(super().get_params(ctx), self.callback)

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


class GameGroup(_Group):
    """Commands of one game, from ``app`` in ``llq.cli.<game>.app``."""

    def __init__(self, game: str) -> None:
        super().__init__(name=game, no_args_is_help=True, help=summary(game))
        self._game = game
        self._loaded: TyperGroup | None = None

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands: questions first."""
        return [*_questions(self._game), *self._group().list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command."""
        if question := _questions(self._game).get(cmd_name):
            return question
        command = _with_own_reading(self._group().get_command(ctx, cmd_name), ctx)
        if isinstance(command, RoomGroup):
            command.questions = _questions(self._game, cmd_name)
        return command

    def _group(self) -> TyperGroup:
        if self._loaded is None:
            module = import_module(f"llq.cli.{self._game.replace('-', '_')}.app")
            self._loaded = _group_of(module.app)
        return self._loaded


class RoomGroup(_Group):
    """Commands of a game's room, its questions first."""

    questions: Mapping[str, QuestionCommand] = MappingProxyType({})

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands: questions first."""
        return [*self.questions, *super().list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command."""
        question = self.questions.get(cmd_name)
        return question or _with_own_reading(super().get_command(ctx, cmd_name), ctx)


class LazyGroup(_Group):
    """Group of a lazily imported app.

    ``app`` is its module and its name there, separated by a colon.
    """

    def __init__(self, name: str, app: str, summary: str) -> None:
        super().__init__(name=name, help=summary)
        self._app = app

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands."""
        return self._group().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command."""
        return self._group().get_command(ctx, cmd_name)

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        """Return the context of the group itself."""
        return self._group().make_context(info_name, args, parent=parent, **extra)

    def _group(self) -> TyperGroup:
        module, _, name = self._app.partition(":")
        return typer.main.get_group(getattr(import_module(module), name))


class BuildGroup(_Group):
    """Build commands by table kind, from ``build_app`` in ``llq.cli.<game>.build``."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of table kinds, game by game."""
        return [name for game in GAMES for name in _builds(game).list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a table kind's build command."""
        games = [game for game in GAMES if cmd_name.startswith(game)]
        if not games:
            return None
        return _with_own_reading(_builds(games[0]).get_command(ctx, cmd_name), ctx)


class LazyCommand(TyperCommand):
    """A command imported at its first run.

    ``function`` is its module and its name there, separated by a colon.
    """

    game = "love-letter"
    """Game of accepted links."""

    def __init__(self, name: str, function: str, summary: str) -> None:
        super().__init__(name, help=summary)
        self._function = function

    def find(self) -> Callable[..., Any]:
        """Return the function of the command."""
        function: Callable[..., Any] = resolve_name(self._function)
        return function

    def load(self, ctx: Any) -> Any:
        """Return the command itself."""
        app = typer.Typer()
        app.command(self.name)(self.find())
        return _with_own_reading(_group_of(app).get_command(ctx, str(self.name)), ctx)

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        """Return the context of the command itself."""
        command = self.load(parent)
        words = [part for word in args for part in _read_link(word, command, self.game)]
        return command.make_context(info_name, words, parent=parent, **extra)


class QuestionCommand(LazyCommand):
    """Command of a game question, imported on first use."""

    def __init__(self, game: str, question: str, summary: str = "") -> None:
        super().__init__(question.rpartition(" ")[2], "", summary)
        self._question, self.game = (game, question), game

    def find(self) -> Callable[..., Any]:
        """Return the function of the command."""
        from llq.cli.questions import command_of
        from llq.query.questions import find_question

        return command_of(find_question(*self._question))

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first paragraph of its help, however long."""
        del limit
        return self.help or (self.find().__doc__ or "").partition("\n\n")[0]


class RootGroup(_Group):
    """Commands shared by all games, and a group per registered game."""

    lazy: Sequence[LazyCommand | LazyGroup] = ()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for command in self.lazy:
            self.add_command(command)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the game names, followed by the command names."""
        return [*GAMES, *super().list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command or a game's group."""
        if cmd_name in GAMES:
            return GameGroup(cmd_name)
        return super().get_command(ctx, cmd_name)


def _read_link(word: str, command: Any, game: str) -> list[str]:
    """Translate a page or API link into command arguments; other words stay."""
    if (link := _LINK.fullmatch(word)) is None:
        return [word]
    if link["game"] != game:
        raise BadQuestion(f"this is a link of {link['game']}; here are questions of {game}")
    params, words = {param.name: param for param in command.params}, list[str]()
    for name, value in parse_qsl(link["query"]):
        name = "opponent_knows" if name == "knows" else name
        if (param := params.get(name)) is None:
            words += [f"--{name.replace('_', '-')}", value] * (name != "play")  # only shown
        elif param.param_type_name == "argument":
            words += value.split(",")
        elif not getattr(param, "is_flag", False):
            words += [param.opts[0], value]
        elif value not in ("no", "false", "0"):
            words.append(param.opts[0])
    return words


def _questions(game: str, room: str = "") -> dict[str, QuestionCommand]:
    """Return a game's question commands in ``room``, by default outside all rooms."""
    return {
        command: QuestionCommand(game, name)
        for name in find_game(game).questions
        for place, _, command in [name.rpartition(" ")]
        if place == room
    }


def _builds(game: str) -> TyperGroup:
    return _group_of(import_module(f"llq.cli.{game.replace('-', '_')}.build").build_app)


def _group_of(app: typer.Typer) -> TyperGroup:
    """Return an app's command group without completion, even for a single command."""
    app.callback()(lambda: None)
    return typer.main.get_group(app)


def _with_own_reading(command: Any, ctx: Any) -> Any:
    """Return a command with llq's own value reading in place of typer's."""
    if command is not None:
        _replace_reading(command.get_params(ctx), command.callback)
    return command


def _replace_reading(parameters: list[Any], function: Callable[..., Any] | None) -> list[Any]:
    """Return parameters with llq's own value reading and naming in place of typer's."""
    hints = get_type_hints(function, include_extras=True) if function else {}
    for parameter in parameters:
        if "process_value" not in vars(parameter):
            hint = hints.get(parameter.name)
            value = None if hint is None else ValueType.of(hint)
            parameter.process_value = partial(
                _process_value, parameter, value, parameter.process_value
            )
            if value and value.kind is not bool:
                _name_value(parameter, value)
            else:
                parameter.display_type_rich = _no_type
    return parameters


def _process_value(
    parameter: Any,
    kind: ValueType | None,
    process: Callable[[Any, Any], Any],
    context: Any,
    value: Any,
) -> Any:
    """Return a parameter's converted value.

    An option that typer has added has no ``kind``; ``process`` is what typer does with a value.
    """
    is_missing = value in (None, (), []) and parameter.required
    if is_missing or (kind is None and value is not None):
        return process(context, value)
    try:
        plain = kind.read(value) if kind else None
    except ValueError as error:
        raise typer.BadParameter(str(error), ctx=context, param=parameter) from None
    return plain if parameter.callback is None else parameter.callback(context, parameter, plain)


def _name_value(parameter: Any, value: ValueType) -> None:
    """Name a parameter's value in help; long lists of choices go into its text."""
    choices = "|".join(value.choices)
    if len(choices) > _LONGEST_CHOICES:
        parameter.help = f"{parameter.help} One of: {', '.join(value.choices)}."
        choices = ""
    if parameter.param_type_name == "argument":
        word = parameter.metavar or parameter.name.upper()
        dots = "..." if value.is_list else ""
        usage = f"{word}{dots}" if parameter.required else f"[{word}]{dots}"
        parameter.get_usage_pieces = lambda _: [usage]
        parameter.display_type_rich = _no_type
        parameter.metavar = word
    elif parameter.metavar is None:
        parameter.metavar = choices or _VALUE_WORDS.get(value.kind) or "NAME"


def _no_type(**_: Any) -> None:
    """Return nothing as the displayed type, for newer versions of typer."""


_LONGEST_CHOICES = 30
_VALUE_WORDS = {int: "N", float: "X", str: "TEXT", Path: "PATH"}
