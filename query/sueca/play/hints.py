"""Hints for people playing Sueca: card values, and costs afterwards."""

from typing import Any

from llq.query.answers import Answer
from llq.query.sueca.advice.advice import advise
from llq.query.sueca.advice.analysis import analyse
from llq.query.sueca.stakes import StakedState


def hint(state: StakedState) -> Answer[Any, Any]:
    """Return the mover's cards with their values, as `llq.sueca.advise` does."""
    return advise(state.view(), stakes=state.stakes)


judge = analyse
