"""Registry of games and table kinds, used by all code that spans games.

``tables``, ``verify-files``, ``sql``, ``build`` and the command line are made from it. A new game
adds its module to `GAMES`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from llq.errors import ForeignTable, UnknownGame, one_of

if TYPE_CHECKING:  # naming a game loads none
    from llq.query.table_kinds import Game, TableKind

GAMES = {
    "love-letter": "llq.query.love_letter.game",
    "dominion": "llq.query.dominion.game",
    "sueca": "llq.query.sueca.game",
    "literature": "llq.query.literature.game",
}
"""Modules that define ``GAME``, by the game's name."""


def all_games() -> tuple[Game, ...]:
    """Return every game."""
    return tuple(find_game(name) for name in GAMES)


def find_game(name: str) -> Game:
    """Return a game by its name."""
    if name not in GAMES:
        raise UnknownGame(f"unknown game {name!r}{one_of(name, GAMES)}")
    game: Game = import_module(GAMES[name]).GAME
    return game


def game_part(name: str, part: str) -> Any:
    """Return a game's module by a name common to all games, such as ``play.engines``."""
    return import_module(f"llq.query.{find_game(name).module}.{part}")


def summary(name: str) -> str:
    """Return a game's one-line summary, from its package's docstring, without loading the game."""
    package = GAMES[name].rpartition(".")[0] or GAMES[name]
    return (import_module(package).__doc__ or "").partition("\n")[0]


def all_kinds() -> Iterator[TableKind]:
    """Yield all kinds of table, game by game."""
    for game in all_games():
        yield from game.tables


def kinds_of(name: str) -> Iterator[TableKind]:
    """Yield the kinds of table of the game named by a file, relation or view, loading no other."""
    for game in GAMES:
        if name.startswith(game.replace("-", "_")):
            yield from find_game(game).tables


def find_kind(file_name: str) -> TableKind:
    """Return the kind of table that best fits a file's stem."""
    kinds = [kind for kind in kinds_of(file_name) if kind.matched_length(file_name)]
    if not kinds:
        raise ForeignTable(f"{file_name} is not a table of a game that this llq knows")
    return max(kinds, key=lambda kind: kind.matched_length(file_name))


def find_kind_by_name(name: str) -> TableKind:
    """Return a kind of table by its name."""
    kinds = {kind.name: kind for kind in all_kinds()}
    if name not in kinds:
        raise UnknownGame(f"unknown table {name!r}{one_of(name, kinds)}")
    return kinds[name]
