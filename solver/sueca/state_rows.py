"""A `SuecaState` as the kernels' row, as the position a custom player sees, and its deals."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from llq.solver.sueca import engine, sampling
from llq.solver.sueca.engine import (
    HANDS,
    LEADER,
    LOG,
    PLAYED,
    ROW,
    SCORE,
    TRICK,
    TRICK_SIZE,
    TRICKS,
    TURN,
    VOIDS,
)
from llq.solver.sueca.game_state import SuecaState, action_of, card_of
from llq.solver.sueca.position import Position, observe
from llq.solver.sueca.rules import SEATS, cards_of

__all__ = ["draw_hands", "row_of", "view_of"]

_SUIT = 0x3FF


def row_of(state: SuecaState) -> NDArray[np.int64]:
    """Return a game in which a player is to move as a row of `engine`, int64."""
    row = np.zeros(ROW, dtype=np.int64)
    shown = (-1, -1) if state.shown < 0 else (card_of(state.shown), state.dealer)
    engine.start(row, state.first, state.trump, *shown)
    played = list(map(card_of, state.played))
    row[HANDS : HANDS + SEATS] = list(map(_mask, state.hands))
    row[VOIDS : VOIDS + SEATS] = state.voids
    row[LEADER], row[SCORE], row[TRICKS] = state.leader, state.score, state.tricks
    row[PLAYED] = sum(1 << card for card in played)
    row[TURN], row[LOG : LOG + len(played)] = len(played), played
    row[TRICK_SIZE] = len(state.trick)
    row[TRICK : TRICK + len(state.trick)] = list(map(card_of, state.trick))
    return row


def view_of(state: SuecaState) -> Position:
    """Return the position that the player to move sees."""
    return observe(row_of(state))


def draw_hands(state: SuecaState, player: int, random: Random) -> list[int]:
    """Return hands, as masks of actions, that agree with all that a player has seen."""
    row, known = row_of(state), sampling.make_sampler()
    unseen = sampling.infer(row, player, known)
    sampling.prepare(unseen, sampling.lacked(row, player), known)
    others = np.zeros(SEATS - 1, dtype=np.int64)
    stream = np.array([random.getrandbits(64)], dtype=np.uint64)
    sampling.sample(known, others, stream)
    hands = state.hands[:]
    for step, mask in enumerate(others.tolist(), start=1):
        hands[(player + step) % SEATS] = sum(1 << action_of(card) for card in cards_of(mask))
    return hands


def _mask(hand: int) -> int:
    """Return the cards of a mask of actions."""
    return sum((hand >> 10 * suit & _SUIT) << 16 * suit for suit in range(4))
