"""Sueca under the bot contract: positions in notation, and all players as bots."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from llq.query.bots.contract import GameContract
from llq.query.sueca.built_in_players import find_player
from llq.query.sueca.positions.notation import items_of, position
from llq.solver.sueca.players import Strategy, choose_card
from llq.solver.sueca.rules import card_name


def _find_bot(player: str) -> Callable[[dict[str, Any], Random], Any]:
    strategy = find_player(player)

    def choose(state: dict[str, Any], random: Random) -> str:
        view = position(**state)
        if not isinstance(strategy, Strategy):
            return strategy.choose(view, random)
        bits = np.array([random.getrandbits(64)], dtype=np.uint64)
        return card_name(choose_card(view.to_row(), strategy.settings(), bits))

    return choose


CONTRACT = GameContract(game="sueca", state_of=items_of, find=_find_bot)
