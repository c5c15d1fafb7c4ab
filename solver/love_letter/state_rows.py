"""A `LoveLetterState` as the kernels' row, and as the view that a custom player chooses by."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.engine import (
    ACTION,
    CODE,
    DRAWN,
    HAND,
    KNOWN,
    LEAD,
    LEFT,
    MAID,
    MOVER,
    PENDING,
    PLAYING,
    POOL,
    WINNER,
)
from llq.solver.love_letter.game_state import LoveLetterState
from llq.solver.love_letter.history import Log, read_history
from llq.solver.love_letter.states import StateSpace, state_space
from llq.solver.love_letter.views import View

__all__ = ["row_of", "view_of"]

_LOGGED = 8  # of the fields of a `Turn`, those that a log keeps


def row_of(state: LoveLetterState, space: StateSpace) -> NDArray[np.int64]:
    """Return a round in which a player is to move as a row of `engine`, int64."""
    pool = state.pool
    row = np.zeros(POOL + len(pool), dtype=np.int64)
    row[WINNER], row[ACTION], row[PENDING] = PLAYING, -1, -1
    row[MOVER], row[LEFT], row[DRAWN] = state.current_player, state.cards_left, state.drawn
    row[CODE] = space.layout.stride @ np.array(state.rest)
    row[MAID], row[LEAD] = state.is_protected, state.lead(0)
    row[HAND : HAND + 2], row[KNOWN : KNOWN + 2] = state.hands, state.known
    row[POOL:] = pool
    return row


def view_of(state: LoveLetterState) -> View:
    """Return what the player to move sees."""
    rules = state.rules
    turns = np.array([turn[:_LOGGED] for turn in state.turns], dtype=np.uint8)
    log = Log(turns.reshape(1, -1, _LOGGED), np.array([len(turns)]))
    row = row_of(state, state_space(rules))
    return View(rules, state.state(), read_history(rules, log, 0, row, state.face_up))
