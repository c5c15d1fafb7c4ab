"""Each game's commands: its questions and bots, and the builds of its tables."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

from llq.cli.bots import BOT_SUMMARY, bot_command
from llq.cli.groups import Group, LazyCommand, question_command
from llq.cli.tables.build_commands import build_command
from llq.query.games import all_games, find_game, summary


class GameGroup(Group):
    """Commands of one game, or of a room of it: questions first."""

    def __init__(self, game: str, room: str = "", words: str = "") -> None:
        super().__init__(name=room or game, no_args_is_help=True, help=words or summary(game))
        self._game, self._room = game, room

    @cached_property
    def children(self) -> dict[str, Any]:  # type: ignore[override]
        """Commands by name."""
        game, declared = self._game, find_game(self._game)
        names = [name.rpartition(" ") for name in declared.questions]
        children: dict[str, Any] = {
            name: question_command(game, f"{room} {name}".strip())
            for room, _, name in names
            if room == self._room
        }
        if self._room:
            return children
        rooms = {room: GameGroup(game, room, words) for room, words in declared.rooms.items()}
        bot = LazyCommand("bot", partial(bot_command, game), BOT_SUMMARY)
        return {**children, "bot": bot, **rooms}


class BuildGroup(Group):
    """Build commands by kind of table, game by game."""

    @cached_property
    def children(self) -> dict[str, Any]:  # type: ignore[override]
        """Commands by name."""
        return {
            kind.name: LazyCommand(kind.name, partial(build_command, game.name, kind))
            for game in all_games()
            for kind in game.tables
        }
