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
        children: dict[str, Any] = {}
        for question in declared.questions:
            room, _, name = question.rpartition(" ")
            if room == self._room:
                children[name] = question_command(game, question)
        if not self._room:
            children["bot"] = LazyCommand("bot", partial(bot_command, game), BOT_SUMMARY)
            for room, words in declared.rooms.items():
                children[room] = GameGroup(game, room, words)
        return children


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
