"""Contract between games and programs: a seat's view, its legal moves, one chosen move.

A request to choose carries all that its seat knows, as the game's lookup or notation takes it, so
that it is answered on its own. The answer repeats one of the moves that the request lists.
"""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import IO, Any

from llq.errors import IllegalAction, IllegalState, LlqError
from llq.query.games import GAMES, find_game, game_part
from llq.query.players import check_seed
from llq.query.text.text_input import read_json
from llq.query.version import __version__

PROTOCOL = "llq-json-v1"


@dataclass(frozen=True, kw_only=True)
class GameContract:
    """A game's side of the contract.

    Parameters
    ----------
    game
        As the command line names it.
    state_of
        Returns what a view of the game shows, as plain data.
    find
        Returns a player by name, as a function of such data and a source of chance.
    """

    game: str
    state_of: Callable[[Any], dict[str, Any]]
    find: Callable[[str], Callable[[dict[str, Any], Random], Any]]

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


class Bot:
    """An llq player that answers contract requests.

    The game is named as on the command line, and has a usual player. The seed is of its chance,
    together with a request's.
    """

    def __init__(self, game: str, player: str | None = None, seed: int = 1) -> None:
        contract: GameContract = game_part(game, "bot").CONTRACT
        self.game, self.seed, self.player = game, check_seed(seed), player or contract.usual
        self._choose = contract.find(self.player)

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Answer a request; failures give an ``error`` entry."""
        try:
            if request["op"] == "hello":
                return {
                    "ok": True,
                    "name": f"llq {self.player}",
                    "version": __version__,
                    "protocol": PROTOCOL,
                }
            if request["op"] != "choose" or request["game"] != self.game:
                raise IllegalState(
                    f"this bot chooses moves in {self.game}; got "
                    f"{request['op']!r:.40} in {request.get('game')!r:.40}"
                )
            chance = Random(f"{self.seed} {request.get('seed', 0)}")
            move = plain(self._choose(dict(request["state"]), chance))
            return {"action": _listed(move, request["legal"])}
        except (LlqError, LookupError, TypeError, ValueError, AttributeError) as error:
            missing = " is missing" if type(error) is KeyError else ""
            return {"error": f"{error}{missing}"}


def _listed(move: Any, legal: list[Any]) -> Any:
    """Return the listed legal move that matches a move with open fields."""
    if move in legal:
        return move
    if isinstance(move, dict):
        settled = {name: part for name, part in move.items() if part is not None}
        for option in legal:
            if settled.items() <= option.items():
                return option
    raise IllegalAction(f"the player chose {move}, which is not among the legal moves")


def serve(
    game: str,
    player: str | None = None,
    seed: int = 1,
    lines: IO[str] | None = None,
    out: IO[str] | None = None,
) -> None:
    """Answer requests from standard input on standard output until input ends.

    What is wrong with a request is an answer too.
    """
    bot, out = Bot(game, player, seed), out or sys.stdout
    for line in filter(str.strip, lines or sys.stdin):
        try:
            request = read_json(line.strip(), "the request", ", line ")
            is_object = isinstance(request, dict)
            reply = bot.answer(request) if is_object else {"error": "a request is a JSON object"}
        except IllegalState as error:
            reply = {"error": str(error)}
        out.write(f"{json.dumps(reply, separators=(',', ':'))}\n")
        out.flush()
