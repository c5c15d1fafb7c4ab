"""Sueca in OpenSpiel."""

from __future__ import annotations

from typing import Any

from llq.query.extras import needed
from llq.query.sueca.engines import new_game
from llq.solver.sueca.rules import HAND_SIZE, SEATS, TOTAL

__all__ = ["openspiel_game"]


def openspiel_game(*, trump_from: str = "random", leader: int = 0) -> Any:
    """Return the game from OpenSpiel, registered as ``python_llq_sueca``.

    Needs ``pip install 'llq[openspiel]'``.

    Parameters
    ----------
    trump_from, leader
        As in `llq.sueca.new_game`.

    Raises
    ------
    ExtraMissing
        OpenSpiel is not installed.
    IllegalState
        There is no such way to choose the trumps, or seat.
    """
    new_game(trump_from=trump_from, leader=leader)  # its errors are clearer than OpenSpiel's
    module = needed("openspiel", "llq.query.openspiel_game")
    described = module.OpenSpielGame(
        name="sueca",
        parameters={"trump_from": "random", "leader": 0},
        new_game=lambda trump_from, leader: new_game(trump_from=trump_from, leader=leader),
        most_chance_outcomes=SEATS * HAND_SIZE,
        longest=SEATS * HAND_SIZE,
        utility=float(TOTAL),
        seats=(SEATS, SEATS),
    )
    return module.load(described, {"trump_from": trump_from, "leader": leader})
