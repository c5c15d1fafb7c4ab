"""Dominion in OpenSpiel: alone, and the race."""

from __future__ import annotations

from typing import Any

from llq.query.dominion.engines import new_game
from llq.query.dominion.table_format import WHOLE
from llq.query.extras import needed

__all__ = ["openspiel_game"]

_CARDS = 6
_LONGEST = 1000
_MOST_POINTS = 10_000.0
_PARAMETERS: dict[str, dict[str, Any]] = {
    "solitaire": {"turns": WHOLE, "real": False},
    "race": {"silver": 10, "estates": False, "real": False},
}


def openspiel_game(*, variant: str = "solitaire", **settings: Any) -> Any:
    """Return the game from OpenSpiel.

    ``solitaire`` is registered as ``python_llq_dominion``, and ``race`` as
    ``python_llq_dominion_race``. Needs ``pip install 'llq[openspiel]'``.

    Parameters
    ----------
    variant
        ``solitaire`` or ``race``.
    **settings
        ``turns`` and ``real`` of the one, ``silver``, ``estates`` and ``real`` of the other, as in
        `llq.dominion.new_game`.

    Raises
    ------
    ExtraMissing
        OpenSpiel is not installed.
    UnknownGame, IllegalState
        There is no such variant, or a number is out of range.
    """
    new_game(variant=variant, **settings)  # its errors are clearer than OpenSpiel's
    module = needed("openspiel", "llq.query.openspiel_game")
    alone = variant == "solitaire"
    described = module.OpenSpielGame(
        name="dominion" if alone else "dominion_race",
        parameters=_PARAMETERS[variant],
        new_game=lambda **asked: new_game(variant=variant, **asked),
        most_chance_outcomes=_CARDS,
        longest=_LONGEST,
        utility=_MOST_POINTS if alone else 1.0,
        seats=(1, 1) if alone else (2, 2),
    )
    return module.load(described, settings)
