"""Literature in OpenSpiel."""

from __future__ import annotations

from typing import Any

from llq.query.extras import needed
from llq.query.literature.engines import new_game
from llq.solver.literature.game_state import LIMIT
from llq.solver.literature.rules import CARDS, HALF_SUITS, PLAYERS

__all__ = ["openspiel_game"]

_LONGEST = 1100  # asks, claims and passes of the longest game that can be asked for


def openspiel_game(
    *, variant: str = "somani", players: int = 4, claims: str = "known", limit: int = LIMIT
) -> Any:
    """Return the game from OpenSpiel, registered as ``python_llq_literature``.

    Needs ``pip install 'llq[openspiel]'``.

    Parameters
    ----------
    variant, players, claims, limit
        As in `llq.literature.new_game`.

    Raises
    ------
    ExtraMissing
        OpenSpiel is not installed.
    UnknownGame, IllegalState
        There is no such variant, or one of the others is out of range.
    """
    asked = {"variant": variant, "players": players, "claims": claims, "limit": limit}
    new_game(None, **asked)  # type: ignore[arg-type]  # its errors are clearer than OpenSpiel's
    module = needed("openspiel", "llq.query.openspiel_game")
    described = module.OpenSpielGame(
        name="literature",
        parameters={"variant": "somani", "players": 4, "claims": "known", "limit": LIMIT},
        new_game=lambda **settings: new_game(None, **settings),
        most_chance_outcomes=CARDS,
        longest=_LONGEST,
        utility=float(HALF_SUITS),
        seats=(min(PLAYERS), max(PLAYERS)),
    )
    return module.load(described, asked)
