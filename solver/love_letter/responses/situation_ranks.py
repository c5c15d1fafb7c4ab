"""The ranks of the states that a player sees in situations; nothing here is compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.table.states import StateSpace


def find_ranks(
    space: StateSpace, situation: NDArray[np.int64], odds: NDArray[Any]
) -> NDArray[np.int64]:
    """Return the ranks of the states that a player sees in situations.

    Parameters
    ----------
    situation
        (rows, fields): as in `Situation`.
    odds
        (rows, cards): how likely each card is in the opponent's hand, up to a factor.

    Returns
    -------
    (rows,) int64; the opponent's card is in a state where it is known, and then the likeliest.
    """
    layout = space.layout
    cell, base, known = situation[:, :3].T
    code = cell // layout.hands
    slot = 1 + layout.kinds[code] + layout.position[code, odds.argmax(axis=1)]
    ranks: NDArray[np.int64] = layout.offset[cell] + base + known * slot
    return ranks
