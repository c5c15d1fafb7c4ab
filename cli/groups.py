"""Command groups that are imported when one of their commands is named.

Contexts and commands are click's or typer's own, by the version of typer.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from llq.query.games import GAMES, find_game

__all__ = ["BuildGroup", "GameGroup", "RootGroup"]


class GameGroup(TyperGroup):
    """The commands of one game: those of ``app`` in ``llq.cli.<game>.app``."""

    def __init__(self, game: str) -> None:
        super().__init__(name=game, no_args_is_help=True)
        self._game = game
        self._loaded: TyperGroup | None = None

    @property
    def help(self) -> str:
        """The game in one line, imported when it is printed."""
        return find_game(self._game).summary

    @help.setter  # noqa: A003 - click names it
    def help(self, _: str | None) -> None:
        """Take no other: click sets one."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands."""
        return self._group().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command."""
        return self._group().get_command(ctx, cmd_name)

    def _group(self) -> TyperGroup:
        if self._loaded is None:
            module = import_module(f"llq.cli.{self._game.replace('-', '_')}.app")
            self._loaded = _group_of(module.app)
        return self._loaded


class BuildGroup(TyperGroup):
    """One command for each kind of table: those of ``build_app`` in ``llq.cli.<game>.build``."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the kinds of table, game by game."""
        return [name for game in GAMES for name in _builds(game).list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command that builds a kind of table."""
        games = [game for game in GAMES if cmd_name.startswith(game)]
        return _builds(games[0]).get_command(ctx, cmd_name) if games else None


class RootGroup(TyperGroup):
    """What spans games, and a group for each game of the registry."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands and of the games, games first."""
        return [*GAMES, *super().list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, or the group of a game."""
        return GameGroup(cmd_name) if cmd_name in GAMES else super().get_command(ctx, cmd_name)


def _builds(game: str) -> TyperGroup:
    return _group_of(import_module(f"llq.cli.{game.replace('-', '_')}.build").build_app)


def _group_of(app: typer.Typer) -> TyperGroup:
    """Return a group of commands; an app of a single command would be that command."""
    app.callback()(lambda: None)
    group: Any = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    return group
