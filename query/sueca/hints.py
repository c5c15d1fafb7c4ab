"""What a person who plays Sueca is told: the value of every card."""

from __future__ import annotations

from typing import Any

from llq.query.answers import Answer
from llq.query.sueca.advice import advise
from llq.solver.sueca.game_state import SuecaState

__all__ = ["hint"]


def hint(state: SuecaState) -> Answer[Any, Any]:
    """Return the mover's cards with their values, as `llq.sueca.advise` does."""
    return advise(state.view())
