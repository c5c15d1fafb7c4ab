"""The Monte Carlo players: which card does best in random games.

Each legal card is tried in the same number of random games, the other hands being drawn anew for
every ``playouts`` of them. Normal goes by the best single game, Average and Extra by the mean [1]_,
section 6.1. By default hands are drawn from all that agree with what the player has seen, and each
legal card is tried on the same hands.

References
----------
.. [1] V. Lopes Carreiro, Examining different strategies for the card game Sueca, Leiden, 2016.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver import card_sets
from llq.solver.jit import njit
from llq.solver.sueca import engine, sampling
from llq.solver.sueca.double_dummy.solver import make_workspace
from llq.solver.sueca.engine import GONE, HANDS, PLAYED, RANK_POINTS, TRICK, TRUMP
from llq.solver.sueca.playouts import lane_hands, random_games
from llq.solver.sueca.playouts.lane_hands import LaneHands
from llq.solver.sueca.playouts.random_games import LANES, ROW, Lanes
from llq.solver.sueca.rules import DECK
from llq.solver.sueca.sampling import Sampler

__all__ = [
    "Choice",
    "Source",
    "Work",
    "choose",
    "make_work",
    "pick",
    "points_to_come",
    "weigh",
]

_TABLE_BITS = 16  # positions of endings of up to eight cards a hand: 2 MB


class Choice(IntEnum):
    """What a Monte Carlo player goes by."""

    BEST_GAME = 0
    """The most points in a single game: the thesis's Normal."""
    MEAN = 1
    """The mean: its Average and Extra."""
    WHOLE_MEAN = 2
    """The mean without its fraction, as by integer division."""


class Source(IntEnum):
    """Where a Monte Carlo player's hands of the others come from."""

    DRAWN = 0
    """Any that agree with what he has seen, each with the same chance."""
    SHUFFLED = 1
    """Shuffled until they agree, up to a limit, and then the true ones [1]_, section 6.2."""
    SHUFFLED_ASIDE = 2
    """Likewise, but a suit that two players lack goes to the third first."""
    TRUE = 3
    """The true ones, which no player may see."""


class Work(NamedTuple):
    """What a thread's players write in."""

    lanes: Lanes
    deals: LaneHands
    known: Sampler
    hands: NDArray[np.int64]
    """(3,) hands drawn for the others."""
    totals: NDArray[np.int64]
    """(64,) of each legal card, what `weigh` found."""
    squares: NDArray[np.int64]
    """(64,) likewise the sum of the squares."""
    truths: NDArray[np.int64]
    """(2, 10, 13) drawings of hands, and those that took the true ones, by trick and by the number
    of suits that the others are known to lack."""
    open_hands: NDArray[np.int64]
    """(4,) a deal to be solved with open hands."""
    values: NDArray[np.int64]
    """(64,) what the solver found for each card."""
    search: NDArray[np.int64]
    table: NDArray[np.int64]
    """Of `double_dummy.make_workspace`."""


def make_work() -> Work:
    """Return a workspace; one is for one thread."""
    return Work(
        random_games.make_lanes(),
        lane_hands.make_lane_hands(),
        sampling.make_sampler(),
        np.zeros(3, dtype=np.int64),
        np.zeros(64, dtype=np.int64),
        np.zeros(64, dtype=np.int64),
        np.zeros((2, 10, 13), dtype=np.int64),
        np.zeros(4, dtype=np.int64),
        np.zeros(64, dtype=np.int64),
        *make_workspace(_TABLE_BITS),
    )


@njit(_nrt=False)
def choose(
    row: NDArray[np.int64], settings: NDArray[np.int64], stream: NDArray[np.uint64], work: Work
) -> int:
    """Return the card that the mover plays; among equals one at random.

    Parameters
    ----------
    settings
        `Choice`, shuffles, games a shuffle, `Source`, limit of shuffling, and whether every card
        is tried on hands of its own.
    """
    legal = engine.legal(row)
    if not legal & (legal - 1):
        return card_sets.count(legal - 1)
    weigh(row, legal, settings, stream, work)
    unit = settings[1] * settings[2] if settings[0] == 2 else 1  # Choice.WHOLE_MEAN
    return pick(legal, work.totals, unit, stream)


@njit(_nrt=False)
def pick(legal: int, totals: NDArray[np.int64], unit: int, stream: NDArray[np.uint64]) -> int:
    """Return the legal card with most whole units of points; among equals one at random."""
    best, most = 0, np.int64(-1)
    cards = legal
    while cards:
        lowest = cards & -cards
        cards ^= lowest
        value = totals[card_sets.count(lowest - 1)] // unit
        if value > most:
            best, most = lowest, value
        elif value == most:
            best |= lowest
    return card_sets.random_card(best, stream)


@njit(_nrt=False)
def weigh(
    row: NDArray[np.int64],
    legal: int,
    settings: NDArray[np.int64],
    stream: NDArray[np.uint64],
    work: Work,
) -> None:
    """Try each of some cards in random games.

    ``work.totals`` gets each card's sum of the points that the mover's team takes from here on, or
    their maximum for `Choice.BEST_GAME`, ``work.squares`` the sum of the squares.
    """
    lanes = work.lanes
    candidates = card_sets.count(legal)
    seat = engine.mover(row)
    before = row[PLAYED]
    renaming = row[TRUMP] ^ 3
    trick = (
        before,
        row[TRICK] ^ renaming << 4,
        row[TRICK + 1] ^ renaming << 4,
        row[TRICK + 2] ^ renaming << 4,
    )
    work.totals[:] = 0
    work.squares[:] = 0
    own = row[HANDS + seat]
    size = card_sets.count(own)
    to_come = points_to_come(row)
    games, repeats, apart = settings[1] * settings[2], settings[2], settings[5]
    if settings[3] == 0:  # Source.DRAWN
        unseen = sampling.look(row, seat, work.known)
        sampling.prepare(unseen, sampling.lacked(row, seat), work.known)
    block = LANES // candidates // repeats * repeats
    for first in range(0, games, block):
        used = min(block, games - first)
        random_games.seed_lanes(lanes, used * candidates, stream)
        cards = legal
        start = 0
        while cards:
            lowest = cards & -cards
            cards ^= lowest
            if start == 0 or apart:
                _draw_hands(row, seat, used // repeats, settings, stream, work)
            lane_hands.spread(work.deals, repeats, before, start, used, lanes)
            card = card_sets.count(lowest - 1) ^ renaming << 4
            hand, begins = random_games.pack(own ^ lowest, renaming)
            for lane in range(start, start + used):
                lanes.words[random_games.CARD + lane] = card
                lanes.words[random_games.HANDS + ROW * before + lane] = hand
                lanes.words[random_games.BEGINS + ROW * before + lane] = begins
            start += used
        random_games.play_out(lanes, start, size, trick)
        cards = legal
        start = 0
        while cards:
            card = card_sets.count((cards & -cards) - 1)
            cards &= cards - 1
            total, square, most = _sum(lanes, start, used, before & 1, to_come)
            work.squares[card] += square
            if settings[0] == 0:  # Choice.BEST_GAME
                work.totals[card] = max(work.totals[card], most)
            else:
                work.totals[card] += total
            start += used


@njit(_nrt=False)
def _sum(lanes: Lanes, start: int, used: int, other: int, to_come: int) -> tuple[int, int, int]:
    """Return the sum, the sum of squares and the maximum of the points of some lanes.

    Parameters
    ----------
    other
        Whether it is the other team's points that count, of ``to_come`` in all.
    """
    total, square, most = 0, 0, 0
    for lane in range(start, start + used):
        points = int(np.int64(lanes.words[random_games.SCORE + lane]))
        points = to_come - points if other else points
        total += points
        square += points * points
        most = max(most, points)
    return total, square, most


@njit(_nrt=False)
def _draw_hands(
    row: NDArray[np.int64],
    seat: int,
    deals: int,
    settings: NDArray[np.int64],
    stream: NDArray[np.uint64],
    work: Work,
) -> None:
    """Draw the others' hands for some deals."""
    renaming, source, hands = row[TRUMP] ^ 3, settings[3], work.hands
    if source == 0:  # Source.DRAWN
        lane_hands.draw(work.known, deals, renaming, work.deals, stream)
        return
    if source == 3:  # Source.TRUE
        for other in range(3):
            hands[other] = row[HANDS + ((seat + 1 + other) & 3)]
        lane_hands.put(hands, 0, renaming, work.deals)
        lane_hands.repeat(work.deals, deals)
        return
    lacks = sampling.lacked(row, seat)
    suits = card_sets.count(lacks[0]) + card_sets.count(lacks[1]) + card_sets.count(lacks[2])
    turn = card_sets.count(row[GONE]) >> 2
    for deal in range(deals):
        aside = source == 2  # Source.SHUFFLED_ASIDE
        taken = sampling.retry(row, seat, settings[4], aside, hands, stream, work.known)
        work.truths[0, turn, suits] += 1
        work.truths[1, turn, suits] += taken
        lane_hands.put(hands, deal, renaming, work.deals)


@njit(_nrt=False)
def points_to_come(row: NDArray[np.int64]) -> int:
    """Return the points of the trick in progress and of the cards still held."""
    points = 0
    for place in range(row[PLAYED]):
        points += RANK_POINTS[row[TRICK + place] & 15]
    held = DECK & ~row[GONE]
    while held:
        points += RANK_POINTS[card_sets.count((held & -held) - 1) & 15]
        held &= held - 1
    return int(points)
