"""The value of every play by play-outs over deals from a player's beliefs.

Every candidate is tried on the same deals, and continued by the rule of thumb, or by chance in
seats that are likely to play so. Half of
the candidates are dropped after each share of the play-outs, the worse ones: successive halving.

References
----------
.. [1] Karnin, Koren, Somekh, Almost Optimal Exploration in Multi-Armed Bandits, ICML 2013.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.arrays import copy_into
from llq.solver.jit import njit
from llq.solver.love_letter.multiplayer.beliefs import carelessness, deal_hidden
from llq.solver.love_letter.multiplayer.kernels import (
    act,
    count_bits,
    draw_due,
    legal_actions,
    random_action,
)
from llq.solver.love_letter.multiplayer.rounds import (
    LIKELY_ROWS,
    MOST_SEATS,
    MOVER,
    OVER,
    PHASE,
    ROW,
    SEATS,
    SPY_TOKEN,
    WINNERS,
    Party,
)
from llq.solver.love_letter.multiplayer.thumb import thumb_action
from llq.solver.rng import next_bits

WINS, SHARE, TOKENS, SQUARES, WEIGHT, WEIGHT_SQUARES, DEALS = range(7)
"""Columns of sums over the play-outs of an action, each weighted by its deal but for DEALS.

WINS are rounds won, alone or with others; SHARE divides one by those who win it; TOKENS adds the
Spy's. SQUARES are those of what actions are ranked by.
"""


@njit(_nrt=False)
def play_on(
    cards: NDArray[np.int64],
    setup: NDArray[np.int64],
    moves: NDArray[np.int64],
    row: NDArray[np.int64],
    careless: int,
    stream: NDArray[np.uint64],
) -> None:
    """Play a round to its end by the rule of thumb; row and stream in place.

    The seats of the bits ``careless`` play by chance.
    """
    draw_due(cards, setup, row, stream)
    while row[PHASE] != OVER:
        if careless >> row[MOVER] & 1:
            action = random_action(cards, setup, row, stream)
        else:
            action = thumb_action(cards, setup, row, stream)
        act(cards, setup, moves, row, action)
        draw_due(cards, setup, row, stream)


@njit(_nrt=False)
def result_of(row: NDArray[np.int64], seat: int, by_tokens: bool) -> float:
    """Return what a round that is over is worth to a seat: a share of the win, or its tokens."""
    won = row[WINNERS] >> seat & 1
    if by_tokens:
        return float(won + (row[SPY_TOKEN] == seat))
    return float(won / count_bits(row[WINNERS]))


class PartyRoom(NamedTuple):
    """Room to work in for one thread; kernels modify all of it."""

    row: NDArray[np.int64]
    """(ROW,): the round."""
    views: NDArray[np.int64]
    """(seats, 2, ROW): what each seat saw before the last play, and sees now."""
    likely: NDArray[np.float64]
    """(seats, `LIKELY_ROWS`, cards): each seat's likelihoods of the others' cards."""
    rows: NDArray[np.int64]
    """(2, ROW): a deal, and a play-out of it."""
    unseen: NDArray[np.int64]
    """(cards,)"""
    actions: NDArray[np.int64]
    """(actions,): the mover's legal actions, once they are valued the best first."""
    sums: NDArray[np.float64]
    """(actions, 7): their sums over play-outs, by the columns WINS to DEALS."""
    stream: NDArray[np.uint64]
    """(1,)"""


def make_room(party: Party) -> PartyRoom:
    """Return room to work in for rounds of a table."""
    kinds, actions = len(party.cards), len(party.moves)
    row, views, rows, unseen, legal = (
        np.zeros(shape, dtype=np.int64)
        for shape in ((ROW,), (MOST_SEATS, 2, ROW), (2, ROW), (kinds,), (actions,))
    )
    likely = np.ones((MOST_SEATS, LIKELY_ROWS, kinds))
    stream = np.zeros(1, dtype=np.uint64)
    return PartyRoom(row, views, likely, rows, unseen, legal, np.zeros((actions, 7)), stream)


@njit(_nrt=False)
def value_actions(
    party: Party,
    view: NDArray[np.int64],
    seat: int,
    likely: NDArray[np.float64],
    budget: int,
    by_tokens: bool,
    room: PartyRoom,
) -> int:
    """Return the number of legal actions; ``room`` gets them with their sums, the best first.

    Parameters
    ----------
    view, seat, likely
        What the mover sees and believes, as in `beliefs`.
    budget
        About how many play-outs in all.
    by_tokens
        Whether actions are ranked by tokens in place of the share of the win.
    room
        Modified in place, but for ``row``, ``views`` and ``likely``.
    """
    cards, setup, moves, _ = party
    _, _, _, rows, unseen, actions, sums, stream = room
    count = legal_actions(cards, setup, view, actions)
    for index in range(count):
        for column in range(7):
            sums[index, column] = 0.0
    active, halvings = count, 1
    while 1 << halvings < count:
        halvings += 1
    while active > 1 or (count == 1 and active == 1):
        deals = max(budget // (halvings * active), 1)
        for _ in range(deals):
            weight = deal_hidden(view, likely, stream, unseen, rows[0])
            careless = _careless_seats(view, seat, likely, stream)
            for index in range(active):
                row, total = rows[1], sums[index]
                copy_into(row, rows[0])
                act(cards, setup, moves, row, actions[index])
                play_on(cards, setup, moves, row, careless, stream)
                value = result_of(row, seat, by_tokens)
                won = row[WINNERS] >> seat & 1
                total[WINS] += weight * won
                total[SHARE] += weight * won / count_bits(row[WINNERS])
                total[TOKENS] += weight * (won + (row[SPY_TOKEN] == seat))
                total[SQUARES] += weight * weight * value * value
                total[WEIGHT] += weight
                total[WEIGHT_SQUARES] += weight * weight
                total[DEALS] += 1
        _sort_by_worth(actions, sums, active, TOKENS if by_tokens else SHARE)
        active = (active + 1) // 2 if active > 2 else 1
        if count == 1:
            break
    return count


@njit(_nrt=False)
def _careless_seats(
    view: NDArray[np.int64], seat: int, likely: NDArray[np.float64], stream: NDArray[np.uint64]
) -> int:
    """Return a bit for each other seat that plays a deal by chance, drawn by its odds."""
    found = 0
    for other in range(view[SEATS]):
        chance = 0.0 if other == seat else carelessness(likely, other)
        if chance > 0 and (next_bits(stream) >> np.uint64(11)) / 9007199254740992.0 < chance:
            found |= 1 << other
    return found


@njit(_nrt=False)
def _sort_by_worth(
    actions: NDArray[np.int64], sums: NDArray[np.float64], count: int, column: int
) -> None:
    """Sort the first actions and their sums by the mean of a column, the best first, in place."""
    for index in range(1, count):
        at = index
        while at > 0 and (
            sums[at, column] * sums[at - 1, WEIGHT] > sums[at - 1, column] * sums[at, WEIGHT]
        ):
            actions[at], actions[at - 1] = actions[at - 1], actions[at]
            for other in range(7):
                sums[at, other], sums[at - 1, other] = sums[at - 1, other], sums[at, other]
            at -= 1
