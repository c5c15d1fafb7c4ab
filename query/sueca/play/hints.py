"""Hints for people playing Sueca: card values, and costs afterwards."""

from typing import Any

from llq.query.answers import Answer
from llq.query.play.agents import PlayedGame
from llq.query.sueca.advice.advice import advise
from llq.query.sueca.advice.analysis import Analysis, analyse
from llq.query.sueca.stakes import StakedState


def hint(state: StakedState) -> Answer[Any, Any]:
    """Return the mover's cards with their values, as `llq.sueca.advise` does."""
    return advise(state.view(), stakes=state.stakes)


def judge(game: PlayedGame, seat: int) -> Analysis:
    """Return the costs of a player's cards."""
    return analyse(game, seat)
