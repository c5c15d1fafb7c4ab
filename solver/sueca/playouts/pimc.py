"""PIMC: the card with the best mean open-hand result over sampled deals.

Perfect-information Monte Carlo [1]_: draw hands that agree with everything seen, solve each with
all hands open, and play the card with the best mean. Before a hand is as small as the solver is
quick with, random games stand in for the solver. It plays well against what it knows, but never
plays to find out or to hide, as it takes every drawn deal for open [2]_.

References
----------
.. [1] M. Ginsberg, GIB: Imperfect information in a computationally challenging game, JAIR 14, 2001.
.. [2] I. Frank, D. Basin, Search in games with incomplete information: a case study using Bridge
   card play, Artificial Intelligence 100, 1998 (strategy fusion, non-locality).
"""

import numpy as np
from numpy.typing import NDArray

from llq.solver import card_sets
from llq.solver.jit import njit
from llq.solver.sueca import engine
from llq.solver.sueca.double_dummy import search
from llq.solver.sueca.double_dummy.board import Root
from llq.solver.sueca.engine import HANDS, LEADER, TRICK, TRICK_SIZE, TRUMP
from llq.solver.sueca.playouts import monte_carlo
from llq.solver.sueca.playouts.monte_carlo import Scratch
from llq.solver.sueca.positions import sampling
from llq.solver.sueca.settings import DEALS, OPEN_FROM, SOURCE, Source

_TRUE = int(Source.TRUE)


@njit(forceinline=True)
def is_due(row: NDArray[np.int64], settings: NDArray[np.int64]) -> bool:
    """Return whether the mover's hand is as small as this player solves."""
    cards = card_sets.count(row[HANDS + engine.mover(row)])
    return bool(cards <= settings[OPEN_FROM])


@njit(_nrt=False)
def choose(
    row: NDArray[np.int64],
    settings: NDArray[np.int64],
    stream: NDArray[np.uint64],
    scratch: Scratch,
) -> int:
    """Return the mover's best card by open-hand solving, ties broken at random."""
    legal = engine.legal(row)
    if not legal & (legal - 1):
        return card_sets.lowest(legal)
    solve_cards(row, settings, stream, scratch)
    return monte_carlo.pick(legal, scratch.totals, 1, stream)


@njit(_nrt=False)
def solve_cards(
    row: NDArray[np.int64],
    settings: NDArray[np.int64],
    stream: NDArray[np.uint64],
    scratch: Scratch,
) -> None:
    """Solve drawn deals, or the true one, with open hands for every legal card.

    ``scratch.totals`` gets each card's sum of the points that the mover's team takes from here on,
    ``scratch.squares`` the sum of the squares.
    """
    seat = engine.mover(row)
    to_come = engine.points_to_come(row)
    scratch.totals[:] = 0
    scratch.squares[:] = 0
    unseen = sampling.infer(row, seat, scratch.known)
    sampling.prepare(unseen, sampling.lacked(row, seat), scratch.known)
    guess = -1
    for _ in range(settings[DEALS]):
        sampling.sample(scratch.known, scratch.hands, stream)
        if settings[SOURCE] == _TRUE:
            for other in range(3):
                scratch.hands[other] = row[HANDS + ((seat + 1 + other) & 3)]
        guess = solve_drawn(row, guess, scratch)
        cards = engine.legal(row)
        while cards:
            card = card_sets.lowest(cards)
            cards &= cards - 1
            points = scratch.values[card]
            if seat & 1:
                points = to_come - points
            scratch.totals[card] += points
            scratch.squares[card] += points * points


@njit(_nrt=False)
def solve_drawn(row: NDArray[np.int64], guess: int, scratch: Scratch) -> int:
    """Return the value of a position with the others' hands being ``scratch.hands``, all open.

    ``scratch.values`` gets the points that North and South take from here on after each legal card;
    the value is that of the best. The search begins at ``guess``, -1 for none.
    """
    seat = engine.mover(row)
    scratch.open_hands[seat] = row[HANDS + seat]
    for other in range(3):
        scratch.open_hands[(seat + 1 + other) & 3] = scratch.hands[other]
    trick = row[TRICK : TRICK + 4]
    root = Root(scratch.open_hands, row[TRUMP], row[LEADER], trick, row[TRICK_SIZE])
    best = search.solve_cards(root, guess, scratch.values, scratch.board, scratch.table)
    return int(scratch.values[best])
