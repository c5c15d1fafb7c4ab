"""Hints for people playing Literature: ranked asks, and their costs afterwards."""

from typing import Any

from llq.query.answers import Answer
from llq.query.literature.advice.advice import advise
from llq.query.literature.advice.analysis import analyse
from llq.solver.literature.game_state import LiteratureState


def hint(state: LiteratureState) -> Answer[Any, Any]:
    """Return the mover's asks with their values, as `llq.literature.advise` does."""
    return advise(state.view())


judge = analyse
