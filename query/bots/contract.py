"""Contract between games and programs: a seat's view, its legal moves, one chosen move.

A request to choose carries all that its seat knows, as the game's lookup or notation takes it, so
that it is answered on its own. The answer repeats one of the moves that the request lists.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any

from llq.query.games import GAMES, find_game, game_part

PROTOCOL = "llq-json-v1"


@dataclass(frozen=True, kw_only=True)
class GameContract:
    """A game's side of the contract."""

    game: str
    """As the command line names it."""
    state_of: Callable[[Any], dict[str, Any]]
    """Returns what a view of the game shows, as plain data."""
    find: Callable[[str], Callable[[dict[str, Any], Random], Any]]
    """Returns a player by name, as a function of such data and a source of chance."""

    @property
    def usual(self) -> str:
        """The player that plays unless another is named."""
        return find_game(self.game).bot


def contract_of(view: Any) -> GameContract:
    """Return the contract of a view's game."""
    place = type(view).__module__.split(".")
    game = next(name for name in GAMES if name.replace("-", "_") in place)
    contract: GameContract = game_part(game, "bot").CONTRACT
    return contract


def plain(value: Any) -> Any:
    """Return a move or fact as JSON-ready plain data.

    >>> from llq.love_letter import Action
    >>> plain(Action("Guard", "Priest"))
    {'card': 'Guard', 'guess': 'Priest', 'target': None}
    """
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, Enum):
        return value.name.lower()
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value
