"""The features of `compact` by name and place, and the space in which they are counted."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.literature.engine import ROW
from llq.solver.literature.inference.knowledge import View, make_view
from llq.solver.literature.rules import MOST_HALF_SUITS, MOST_PLAYERS


class Feature(IntEnum):
    """What is known of a half suit after an ask, as `compact_features.describe` counts it."""

    MINE = 0
    MATES = 1
    TEAM_ALL = 2
    OPPONENTS_ALL = 3
    MATE_HAS = 4
    MOVER_HAS = 5
    OPPONENT_HAS = 6
    MOVER_TAKES = 7
    OPPONENT_TAKES = 8
    I_TAKE = 9
    MATE_TAKES = 10
    I_PLACE = 11
    TEAM_PLACED = 12
    MATE_PLACES = 13
    MATE_TEAM_PLACED = 14
    OPPONENT_PLACES = 15
    OPPONENT_TEAM_PLACED = 16
    SHOWN_LOW = 17
    I_GUESS = 18
    MATE_GUESSES = 19
    MOVER_GUESSES = 20
    OPPONENT_GUESSES = 21
    BEST_CHANCE = 22
    ALL_MOVER_TAKES = 23
    ALL_OPPONENT_TAKES = 24
    ALL_I_TAKE = 25
    ALL_MATE_TAKES = 26
    TEAM_SHARE = 27
    IN_PLAY = 28
    MOVER_SIZE = 29
    MY_SIZE = 30
    ALL_BEST_CHANCE = 31


COUNT = len(Feature)
HIDDEN = 16
"""Units that read them."""


class Outlook(NamedTuple):
    """The space to imagine what an ask leads to; arrays are modified in place."""

    row: NDArray[np.int64]
    """(ROW,) the game after the ask."""
    own: View
    """What the mover would know then."""
    features: NDArray[np.float32]
    """(9, COUNT) by half suit."""
    has: NDArray[np.float64]
    """(72,) at 9 * player + half suit: the chance that the player has a card of it."""
    hidden: NDArray[np.float32]
    """(HIDDEN,) hidden units."""
    odds: NDArray[np.float64]
    """(19,) the chances of each difference in half suits, from minus all of them."""


def make_outlook() -> Outlook:
    """Return the space."""
    return Outlook(
        np.zeros(ROW, dtype=np.int64),
        make_view(),
        np.zeros((MOST_HALF_SUITS, COUNT), dtype=np.float32),
        np.zeros(MOST_PLAYERS * MOST_HALF_SUITS),
        np.zeros(HIDDEN, dtype=np.float32),
        np.zeros(2 * MOST_HALF_SUITS + 1),
    )
