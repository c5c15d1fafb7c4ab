"""Log of rounds played side by side by kernels, and each player's history by it."""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Ints, Shorts
from llq.solver.jit import njit
from llq.solver.love_letter.rounds import engine
from llq.solver.love_letter.rounds.record import History, PlayedTurn
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.states import UNKNOWN

_MOVER, _ACTION, _MAID, _DRAWN, _MINE, _THEIRS = range(6)
_MINE_AFTER, _THEIRS_AFTER, _FIRST_EXTRA, _SECOND_EXTRA, _SECOND_CHOICE = range(6, 11)
"""Columns of ``Log.entries``: the fields of a `PlayedTurn`."""


class Log(NamedTuple):
    """Log of games played side by side."""

    entries: Shorts  # (games, turns, the fields of a `PlayedTurn`).
    lengths: Ints  # (games,): turns so far.


def make_log(games: int, turns: int) -> Log:
    """Return an empty log with room for a number of turns per game."""
    fields = len(PlayedTurn._fields)
    return Log(np.zeros((games, turns, fields), dtype=np.int16), np.zeros(games, dtype=np.int64))


NO_LOG = make_log(0, 0)


@njit(forceinline=True)
def write_before(log: Log, game: int, row: Ints, action: int) -> None:
    """Begin a turn's log entry, or add its second choice; ``log`` is modified in place."""
    entry = log.entries[game, log.lengths[game]]
    if row[engine.EXTRA]:
        entry[_FIRST_EXTRA], entry[_SECOND_EXTRA] = engine.drawn_cards(row)
        entry[_SECOND_CHOICE] = action
        return
    mover = row[engine.MOVER]
    entry[_MOVER], entry[_ACTION] = mover, action
    entry[_MAID], entry[_DRAWN] = row[engine.MAID], row[engine.DRAWN]
    entry[_MINE], entry[_THEIRS] = row[engine.HAND + mover], row[engine.HAND + 1 - mover]
    entry[_FIRST_EXTRA], entry[_SECOND_EXTRA], entry[_SECOND_CHOICE] = UNKNOWN, UNKNOWN, UNKNOWN


@njit(forceinline=True)
def write_after(log: Log, game: int, row: Ints) -> None:
    """Complete a turn's log entry after its play; ``log`` is modified in place."""
    entry = log.entries[game, log.lengths[game]]
    mover = np.int64(entry[_MOVER])
    entry[_MINE_AFTER] = row[engine.HAND + mover]
    entry[_THEIRS_AFTER] = row[engine.HAND + 1 - mover]
    log.lengths[game] += 1


def read_history(rules: Rules, log: Log, game: int, row: Ints, face_up: int) -> History:
    """Return a game's history so far, as seen by the mover."""
    seat = int(row[engine.MOVER])
    names = [card.name for card in rules.cards]
    # Draws move cards to the end of what is left of the pool, so the deal lies there in its order.
    dealt = row[engine.POOL :][::-1][: 3 + face_up].tolist()
    entries = log.entries[game, : log.lengths[game]]
    current_entry = log.entries[game, log.lengths[game]]
    extra = engine.digits(int(row[engine.EXTRA]))
    return History(
        is_first=seat == 0,
        face_up=tuple(names[card] for card in sorted(dealt[3:])),
        dealt=names[dealt[2 * seat]],
        drawn=names[int(current_entry[_DRAWN] if extra else row[engine.DRAWN])],
        turns=tuple(PlayedTurn(*entry).seen_by(seat, rules) for entry in entries.tolist()),
        extra=tuple(names[card] for card in extra),
    )
