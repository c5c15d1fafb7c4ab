"""The features of `compact` by name and place, and the space in which they are counted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.literature.engine import ROW
from llq.solver.literature.inference.knowledge import View, make_view
from llq.solver.literature.rules import HALF_SUITS, MOST_PLAYERS

FEATURES = (
    "mine",
    "mates",
    "team_all",
    "opponents_all",
    "mate_has",
    "mover_has",
    "opponent_has",
    "mover_takes",
    "opponent_takes",
    "i_take",
    "mate_takes",
    "i_place",
    "team_placed",
    "mate_places",
    "mate_team_placed",
    "opponent_places",
    "opponent_team_placed",
    "shown_low",
    "i_guess",
    "mate_guesses",
    "mover_guesses",
    "opponent_guesses",
    "best_chance",
    "all_mover_takes",
    "all_opponent_takes",
    "all_i_take",
    "all_mate_takes",
    "team_share",
    "in_play",
    "mover_size",
    "my_size",
    "all_best_chance",
)
"""What is known of a half suit after an ask, counted as `compact_features.describe` says."""

COUNT = len(FEATURES)
(
    MINE,
    MATES,
    TEAM_ALL,
    OPPONENTS_ALL,
    MATE_HAS,
    MOVER_HAS,
    OPPONENT_HAS,
    MOVER_TAKES,
    OPPONENT_TAKES,
    I_TAKE,
    MATE_TAKES,
    I_PLACE,
    TEAM_PLACED,
    MATE_PLACES,
    MATE_TEAM_PLACED,
    OPPONENT_PLACES,
    OPPONENT_TEAM_PLACED,
    SHOWN_LOW,
    I_GUESS,
    MATE_GUESSES,
    MOVER_GUESSES,
    OPPONENT_GUESSES,
    BEST_CHANCE,
    ALL_MOVER_TAKES,
    ALL_OPPONENT_TAKES,
    ALL_I_TAKE,
    ALL_MATE_TAKES,
    TEAM_SHARE,
    IN_PLAY,
    MOVER_SIZE,
    MY_SIZE,
    ALL_BEST_CHANCE,
) = range(COUNT)
HIDDEN = 16
"""Units that read them."""


class Outlook(NamedTuple):
    """The space to imagine what an ask leads to; arrays are modified in place."""

    row: NDArray[np.int64]
    """(ROW,) the game after the ask."""
    own: View
    """What the mover would know then."""
    features: NDArray[np.float32]
    """(8, COUNT) by half suit."""
    has: NDArray[np.float64]
    """(64,) at 8 * player + half suit: the chance that the player has a card of it."""
    hidden: NDArray[np.float32]
    """(HIDDEN,) hidden units."""
    odds: NDArray[np.float64]
    """(17,) the chances of each difference in half suits, from -8."""


def make_outlook() -> Outlook:
    """Return the space."""
    return Outlook(
        np.zeros(ROW, dtype=np.int64),
        make_view(),
        np.zeros((HALF_SUITS, COUNT), dtype=np.float32),
        np.zeros(MOST_PLAYERS * HALF_SUITS),
        np.zeros(HIDDEN, dtype=np.float32),
        np.zeros(2 * HALF_SUITS + 1),
    )
