"""What a person who plays Dominion is told: the value of every purchase."""

from __future__ import annotations

from typing import Any

from llq.query.answers import Answer
from llq.query.dominion.lookups import lookup
from llq.query.dominion.race_answers import race_lookup
from llq.solver.dominion.game_state import DominionState
from llq.solver.dominion.race.game_state import RaceState
from llq.solver.dominion.race.rules import Seat

__all__ = ["hint"]


def hint(state: DominionState | RaceState) -> Answer[Any, Any]:
    """Return the mover's purchases with their values, as the lookups of either game do."""
    if isinstance(state, DominionState):
        deck = {card.name: n for card, n in zip(state.rules.cards, state.deck, strict=True) if n}
        return lookup(deck, state.coins, state.turn, state.turns)
    view = state.view()
    turn = "first" if view.seat == Seat.FIRST else "second"
    return race_lookup(view.mine, view.theirs, view.left, coins=view.coins, turn=turn)
