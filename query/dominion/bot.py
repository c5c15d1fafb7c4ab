"""Dominion under the bot contract: a buyer's view, and the optimal player."""

from collections.abc import Callable
from random import Random
from typing import Any

from llq.errors import IllegalState, UnknownStrategy
from llq.query.bots.contract import GameContract
from llq.query.dominion.race.answers import race_lookup
from llq.query.dominion.table.lookups import lookup
from llq.solver.dominion.race.game_state import RaceView
from llq.solver.dominion.state import State
from llq.solver.dominion.variants import rules


def _state_of(view: State | RaceView) -> dict[str, Any]:
    if isinstance(view, RaceView):
        decks = {"mine": view.mine, "theirs": view.theirs, "left": view.left}
        return {**decks, "coins": view.coins, "turn": view.seat.name.lower()}
    if view.game != rules():
        raise IllegalState(f"programs play Dominion by the usual rules; got {view.game.name}")
    deck = {name: copies for name, copies in view.cards.items() if copies}
    return {"deck": deck, "coins": view.coins, "turn": view.turn, "turns": view.turns}


def _best_buy(state: dict[str, Any], _: Random) -> Any:
    if "mine" not in state:
        return lookup(**state).best
    situation = {name: state[name] for name in ("mine", "theirs", "left", "coins")}
    return race_lookup(**situation, seat=state["turn"]).best


def _find_bot(player: str) -> Callable[[dict[str, Any], Random], Any]:
    if player != CONTRACT.usual:
        raise UnknownStrategy(f"the bot of Dominion is {CONTRACT.usual}; got {player!r}")
    return _best_buy


CONTRACT = GameContract(game="dominion", state_of=_state_of, find=_find_bot)
