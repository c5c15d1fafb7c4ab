"""What a person who plays Literature is told: the asks, ranked."""

from __future__ import annotations

from typing import Any

from llq.query.answers import Answer
from llq.query.literature.advice import advise
from llq.solver.literature.game_state import LiteratureState

__all__ = ["hint"]


def hint(state: LiteratureState) -> Answer[Any, Any]:
    """Return the mover's asks with their values, as `llq.literature.advise` does."""
    return advise(state.view())
