"""The log of games in kernels, and the round so far as one player saw it.

Games are played side by side in kernels, which only write down, turn by turn, what both hands were
before and after: a `Log`. What a player may know of a turn is read from that afterwards, by seat.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.rounds.engine import DRAWN, HAND, MAID, MOVER, POOL
from llq.solver.love_letter.rounds.record import History, Turn
from llq.solver.love_letter.rules import Rules


class Log(NamedTuple):
    """What happened in games played side by side."""

    entries: NDArray[np.uint8]
    """(games, turns, the fields of a `Turn` but the aside card)"""
    lengths: NDArray[np.int64]
    """(games,): turns so far."""


_FIELDS = Turn._fields.index("theirs_after") + 1


def make_log(games: int, turns: int) -> Log:
    """Return an empty log of games, with room for some turns of each."""
    return Log(np.zeros((games, turns, _FIELDS), dtype=np.uint8), np.zeros(games, dtype=np.int64))


@njit(forceinline=True)
def write_before(log: Log, game: int, row: NDArray[np.int64], action: int) -> None:
    """Begin the entry of a turn; ``log`` is modified in place."""
    entry = log.entries[game, log.lengths[game]]
    me = row[MOVER]
    entry[0], entry[1], entry[2], entry[3] = me, action, row[MAID], row[DRAWN]
    entry[4], entry[5] = row[HAND + me], row[HAND + 1 - me]


@njit(forceinline=True)
def write_after(log: Log, game: int, row: NDArray[np.int64]) -> None:
    """End the entry of a turn, after it was played; ``log`` is modified in place."""
    entry = log.entries[game, log.lengths[game]]
    me = np.int64(entry[0])
    entry[6], entry[7] = row[HAND + me], row[HAND + 1 - me]
    log.lengths[game] += 1


def read_history(
    rules: Rules, log: Log, game: int, row: NDArray[np.int64], face_up: int
) -> History:
    """Return the round so far of a game, as the player to move saw it."""
    seat = int(row[MOVER])
    names = [card.name for card in rules.cards]
    # Draws move cards to the end of what is left of the pool, so the deal lies there in its order.
    dealt = row[POOL:][::-1][: 3 + face_up].tolist()
    entries = log.entries[game, : log.lengths[game]]
    return History(
        is_first=seat == 0,
        face_up=tuple(names[card] for card in sorted(dealt[3:])),
        dealt=names[dealt[2 * seat]],
        drawn=names[int(row[DRAWN])],
        turns=tuple(Turn(*entry).seen_by(seat, rules) for entry in entries.tolist()),
    )
