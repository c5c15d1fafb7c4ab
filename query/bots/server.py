"""Bots: llq's players as programs that answer a table's requests, a line of JSON each."""

import json
import sys
from collections.abc import Mapping
from random import Random
from typing import IO, Any

from llq.errors import IllegalAction, IllegalState, LlqError
from llq.query.bots.contract import PROTOCOL, GameContract, plain
from llq.query.games import game_part
from llq.query.players import check_seed
from llq.query.text.json_text import read_json
from llq.query.version import __version__


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
                name = f"llq {self.player}"
                return {"ok": True, "name": name, "version": __version__, "protocol": PROTOCOL}
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
