"""Literature under the bot contract: games in notation, and all players as bots."""

from collections.abc import Callable
from random import Random
from typing import Any

from llq.query.bots.contract import GameContract
from llq.query.literature.built_in_players import find_player
from llq.query.literature.play.engines import BuiltInPlayer
from llq.query.literature.positions.notation import game, record
from llq.solver.literature.players import Strategy


def _find_bot(player: str) -> Callable[[dict[str, Any], Random], Any]:
    strategy = find_player(player)
    choose = BuiltInPlayer(strategy).choose if isinstance(strategy, Strategy) else strategy.choose
    return lambda state, random: choose(game(**state).position, random)


CONTRACT = GameContract(
    game="literature", state_of=lambda view: record(view).to_dict(), find=_find_bot
)
