"""Standstills: endless asks publicly known to miss, and the claim that ends them.

Most of these asks are in half suits that a team holds and cannot prove to. After `VAIN` misses in a
row `strong` claims what is as likely as `LIKELY`, by its own reading of the moves.
"""

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.literature import engine, log
from llq.solver.literature.engine import LIVE, LOG, LOGGED, PLAYERS, TURN
from llq.solver.literature.inference import knowledge, marginals, reading
from llq.solver.literature.rules import IN_HALF, MOST_HALF_SUITS
from llq.solver.literature.scratch import Scratch

VAIN = 6
"""Consecutive misses that make a standstill."""
LIKELY = 0.6
"""Minimum claim chance for `strong` in a standstill."""


@njit(_nrt=False)
def end_standstill(row: NDArray[np.int64], weights: NDArray[np.float32], scratch: Scratch) -> bool:
    """Let the mover claim as `strong` and return whether it does; row and scratch in place.

    Among four it does not: it lost by it.
    """
    if row[PLAYERS] == 4 or not is_standstill(row):
        return False
    seat, own, space = row[TURN], scratch.inference.own, scratch.strength
    knowledge.infer(row, seat, own)
    reading.fill_odds(row, seat, own.may, weights, space.reading, space.marginals.prior)
    marginals.find_marginals(row, own, space.marginals)
    best, best_half, best_chance = 0, -1, -1.0
    for half in range(MOST_HALF_SUITS):
        if row[LIVE] >> IN_HALF * half & 1:
            said, chance = marginals.likeliest_claim(row, seat, half, space.marginals)
            if chance > best_chance and chance >= LIKELY:
                best, best_half, best_chance = said, half, chance
    if best_half < 0:
        return False
    engine.claim(row, seat, best_half, best, engine.holders(row, best_half))
    return True


@njit(_nrt=False)
def is_standstill(row: NDArray[np.int64]) -> bool:
    """Return whether the last `VAIN` moves were asks that missed."""
    logged = row[LOGGED]
    for index in range(max(0, logged - VAIN), logged):
        code = row[LOG + index]
        if not log.is_ask(code) or log.is_hit(code):
            return False
    return bool(logged >= VAIN)
