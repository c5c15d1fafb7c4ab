"""Each game's commands: its questions, leagues and bots, and the builds of its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup

from llq.cli.bots import bot_command
from llq.cli.groups import Group, make_command, question_command
from llq.cli.leagues import league_command
from llq.query.games import GAMES, find_game, summary


class GameApp(NamedTuple):
    """A game's commands besides its questions, `APP` in ``llq.cli.<game>.app``."""

    bot: str
    """The bot's usual player."""
    league: str
    """Players, deals and a setting of the league in help."""
    deals: int
    setting: str
    rooms: Mapping[str, str] = MappingProxyType({})
    """Rooms of questions, with their summaries."""
    others: Mapping[str, Callable[..., None]] = MappingProxyType({})
    """Functions of further commands."""


class GameGroup(Group):
    """Commands of one game, or of a room of it: questions first."""

    def __init__(self, game: str, room: str = "", words: str = "") -> None:
        super().__init__(name=room or game, no_args_is_help=True, help=words or summary(game))
        self._game, self._room = game, room

    @cached_property
    def children(self) -> dict[str, Any]:  # type: ignore[override]
        """Commands by name."""
        game = self._game
        names = [name.rpartition(" ") for name in find_game(game).questions]
        children: dict[str, Any] = {
            name: question_command(game, f"{room} {name}".strip())
            for room, _, name in names
            if room == self._room
        }
        if self._room:
            return children
        app: GameApp = _module(game, "app").APP
        league = league_command(game, app.league, app.deals, app.setting)
        functions = {"league": league, "bot": bot_command(game, app.bot), **app.others}
        commands = {name: make_command(name, function) for name, function in functions.items()}
        rooms = {room: GameGroup(game, room, words) for room, words in app.rooms.items()}
        return {**children, **commands, **rooms}


class BuildGroup(Group):
    """Build commands by table kind, from ``build_app`` in ``llq.cli.<game>.build``."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of table kinds, game by game."""
        return [name for game in GAMES for name in _builds(game).list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a table kind's build command."""
        games = [game for game in GAMES if cmd_name.startswith(game)]
        return _builds(games[0]).get_command(ctx, cmd_name) if games else None


def _builds(game: str) -> TyperGroup:
    return typer.main.get_group(_module(game, "build").build_app)


def _module(game: str, name: str) -> Any:
    return import_module(f"llq.cli.{game.replace('-', '_')}.{name}")
