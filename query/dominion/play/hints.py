"""Hints for people playing Dominion: each purchase's value and cost."""

from typing import Any, cast

from llq.errors import IllegalState
from llq.query.answers import Answer
from llq.query.dominion.race.answers import race_lookup
from llq.query.dominion.table.analysis import Analysis, analyse
from llq.query.dominion.table.lookups import lookup
from llq.query.play.agents import PlayedGame
from llq.solver.dominion.race.game_state import RaceState
from llq.solver.dominion.solitaire.game_state import DominionState
from llq.solver.dominion.state import State


def hint(state: DominionState | RaceState) -> Answer[Any, Any]:
    """Return the mover's purchases with values, from either game's lookup."""
    view = state.view()
    if isinstance(view, State):
        return lookup(view.cards, view.coins, view.turn, view.turns)
    seat = view.seat.name.lower()
    return race_lookup(view.mine, view.theirs, view.left, coins=view.coins, seat=seat)


def judge(game: PlayedGame, _seat: int) -> Analysis | None:
    """Return the costs of a solitaire game's purchases, None without exact values."""
    try:
        return analyse(cast(DominionState, game.state))
    except IllegalState:  # a race, or other rules
        return None
