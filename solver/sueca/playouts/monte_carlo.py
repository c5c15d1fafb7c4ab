"""The Monte Carlo players: the card that does best in random games.

Each legal card is tried in the same number of random games, the other hands being redrawn for
every ``playouts`` of them. Normal maximizes the best single game, Average and Extra the mean [1]_,
section 6.1. By default hands are drawn from all that agree with what the player has seen, and each
legal card is tried on the same hands.

References
----------
.. [1] V. Lopes Carreiro, Examining different strategies for the card game Sueca, Leiden, 2016.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver import card_sets
from llq.solver.jit import njit
from llq.solver.sueca import engine
from llq.solver.sueca.double_dummy import solver as double_dummy
from llq.solver.sueca.engine import HANDS, PLAYED, TRICK, TRICK_SIZE, TRUMP
from llq.solver.sueca.playouts import lane_hands, random_games, strong
from llq.solver.sueca.playouts.lane_hands import LaneHands
from llq.solver.sueca.playouts.random_games import LANES, Lanes
from llq.solver.sueca.positions import sampling
from llq.solver.sueca.positions.sampling import Sampler
from llq.solver.sueca.settings import (
    APART,
    CHOICE,
    LIMIT,
    PLAYOUTS,
    SHUFFLES,
    SOURCE,
    Choice,
    Source,
)

_BEST_GAME, _WHOLE_MEAN = int(Choice.BEST_GAME), int(Choice.WHOLE_MEAN)
_DRAWN, _TRUE = int(Source.DRAWN), int(Source.TRUE)
_SHUFFLED_ASIDE = int(Source.SHUFFLED_ASIDE)
_TABLE_BITS = 16  # positions of endings of up to eight cards a hand: 2 MB


class Scratch(NamedTuple):
    """Scratch space of a thread's players."""

    lanes: Lanes
    deals: LaneHands
    known: Sampler
    hands: NDArray[np.int64]
    """(3,) hands drawn for the others."""
    totals: NDArray[np.int64]
    """(64,) of each legal card, what `try_cards` sums."""
    squares: NDArray[np.int64]
    """(64,) likewise the sum of the squares."""
    truths: NDArray[np.int64]
    """(2, 10, 13) drawings and true-hand fallbacks, by trick and number of known voids."""
    open_hands: NDArray[np.int64]
    """(4,) the deal to solve with open hands."""
    values: NDArray[np.int64]
    """(64,) the solver's value of each card."""
    board: NDArray[np.int64]
    table: NDArray[np.int64]
    """Of `double_dummy.solver.make_scratch`."""
    strong: strong.Work


def make_scratch() -> Scratch:
    """Return scratch space for one thread."""
    board, table = double_dummy.make_scratch(_TABLE_BITS)
    return Scratch(
        lanes=random_games.make_lanes(),
        deals=lane_hands.make_lane_hands(),
        known=sampling.make_sampler(),
        hands=np.zeros(3, dtype=np.int64),
        totals=np.zeros(64, dtype=np.int64),
        squares=np.zeros(64, dtype=np.int64),
        truths=np.zeros((2, 10, 13), dtype=np.int64),
        open_hands=np.zeros(4, dtype=np.int64),
        values=np.zeros(64, dtype=np.int64),
        board=board,
        table=table,
        strong=strong.make_work(),
    )


@njit(_nrt=False)
def choose(
    row: NDArray[np.int64],
    settings: NDArray[np.int64],
    stream: NDArray[np.uint64],
    scratch: Scratch,
) -> int:
    """Return the card that the mover plays; among equals one at random."""
    legal = engine.legal(row)
    if not legal & (legal - 1):
        return card_sets.lowest(legal)
    try_cards(row, legal, settings, stream, scratch)
    games = settings[SHUFFLES] * settings[PLAYOUTS]
    unit = games if settings[CHOICE] == _WHOLE_MEAN else 1
    return pick(legal, scratch.totals, unit, stream)


@njit(_nrt=False)
def pick(legal: int, totals: NDArray[np.int64], unit: int, stream: NDArray[np.uint64]) -> int:
    """Return the legal card with most whole units of points; among equals one at random."""
    best, most = 0, np.int64(-1)
    cards = legal
    while cards:
        lowest = cards & -cards
        cards ^= lowest
        value = totals[card_sets.lowest(lowest)] // unit
        if value > most:
            best, most = lowest, value
        elif value == most:
            best |= lowest
    return card_sets.random_card(best, stream)


@njit(_nrt=False)
def try_cards(
    row: NDArray[np.int64],
    legal: int,
    settings: NDArray[np.int64],
    stream: NDArray[np.uint64],
    scratch: Scratch,
) -> None:
    """Try the given cards in random games.

    ``scratch.totals`` gets each card's sum of the points that the mover's team takes from here on,
    or their maximum for `Choice.BEST_GAME`, ``scratch.squares`` the sum of the squares.
    """
    lanes, seat = scratch.lanes, engine.mover(row)
    scratch.totals[:] = 0
    scratch.squares[:] = 0
    if settings[SOURCE] == _DRAWN:
        unseen = sampling.infer(row, seat, scratch.known)
        sampling.prepare(unseen, sampling.lacked(row, seat), scratch.known)
    # Fill the lanes block by block, the same number of games for each card.
    candidates, repeats = card_sets.count(legal), settings[PLAYOUTS]
    games = settings[SHUFFLES] * repeats
    block = LANES // candidates // repeats * repeats
    for first in range(0, games, block):
        used = min(block, games - first)
        random_games.seed_lanes(lanes, used * candidates, stream)
        _start_games(row, legal, used, settings, stream, scratch)
        random_games.play_out(lanes, used * candidates, card_sets.count(row[HANDS + seat]))
        _add_points(row, legal, used, settings[CHOICE] == _BEST_GAME, scratch)


@njit(_nrt=False)
def _start_games(
    row: NDArray[np.int64],
    legal: int,
    used: int,
    settings: NDArray[np.int64],
    stream: NDArray[np.uint64],
    scratch: Scratch,
) -> None:
    """Start ``used`` games of each card: deal the hidden hands, play the card, finish its trick."""
    # Suits are renamed so that trumps come last.
    seat, before, renaming = engine.mover(row), row[TRICK_SIZE], row[TRUMP] ^ 3
    trick = (
        before,
        row[TRICK] ^ renaming << 4,
        row[TRICK + 1] ^ renaming << 4,
        row[TRICK + 2] ^ renaming << 4,
    )
    own, repeats = row[HANDS + seat], settings[PLAYOUTS]
    cards, start = legal, 0
    while cards:
        lowest = cards & -cards
        cards ^= lowest
        if start == 0 or settings[APART]:
            _draw_hands(row, seat, used // repeats, settings, stream, scratch)
            lane_hands.spread(scratch.deals, repeats, before, used // repeats, scratch.lanes)
        card = card_sets.lowest(lowest) ^ renaming << 4
        hand = random_games.pack(own ^ lowest, renaming)
        size = card_sets.count(own)
        random_games.play_card(scratch.lanes, start, used, hand, card, size, trick)
        start += used


@njit(_nrt=False)
def _add_points(
    row: NDArray[np.int64], legal: int, used: int, is_best_game: bool, scratch: Scratch
) -> None:
    """Add the points of ``used`` games of each card, or keep the best game's."""
    is_other_team, to_come = row[TRICK_SIZE] & 1, engine.points_to_come(row)
    cards, start = legal, 0
    while cards:
        card = card_sets.lowest(cards)
        cards &= cards - 1
        total, square, most = _sum(scratch.lanes, start, used, is_other_team, to_come)
        scratch.squares[card] += square
        if is_best_game:
            scratch.totals[card] = max(scratch.totals[card], most)
        else:
            scratch.totals[card] += total
        start += used


@njit(_nrt=False)
def _sum(
    lanes: Lanes, start: int, used: int, is_other_team: int, to_come: int
) -> tuple[int, int, int]:
    """Return sum, sum of squares and maximum of lane points, for the first leader's team or not.

    ``to_come`` are both teams' points.
    """
    total, square, most = 0, 0, 0
    for lane in range(start, start + used):
        points = int(np.int64(lanes.words[random_games.SCORE + lane]))
        points = to_come - points if is_other_team else points
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
    scratch: Scratch,
) -> None:
    """Draw the others' hands for some deals."""
    renaming, hands = row[TRUMP] ^ 3, scratch.hands
    if settings[SOURCE] == _DRAWN:
        lane_hands.draw(scratch.known, deals, renaming, scratch.deals, stream)
        return
    if settings[SOURCE] == _TRUE:
        for other in range(3):
            hands[other] = row[HANDS + ((seat + 1 + other) & 3)]
        lane_hands.put(hands, 0, renaming, scratch.deals)
        lane_hands.repeat(scratch.deals, deals)
        return
    lacks = sampling.lacked(row, seat)
    suits = card_sets.count(lacks[0]) + card_sets.count(lacks[1]) + card_sets.count(lacks[2])
    turn = card_sets.count(row[PLAYED]) >> 2
    for deal in range(deals):
        aside = settings[SOURCE] == _SHUFFLED_ASIDE
        taken = sampling.retry(row, seat, settings[LIMIT], aside, hands, stream, scratch.known)
        scratch.truths[0, turn, suits] += 1
        scratch.truths[1, turn, suits] += taken
        lane_hands.put(hands, deal, renaming, scratch.deals)
