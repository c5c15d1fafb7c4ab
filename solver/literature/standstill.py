"""Standstills of Literature, which `strong` ends by a claim that is likely right.

A *standstill* is a run of asks that everybody knows will miss, mostly in half suits that a team
holds but cannot prove to hold. After `STANDSTILL_MISSES` such misses `strong` claims a half suit
that it thinks right with a chance of at least `LEAST_CLAIM_CHANCE`.
"""

from llq.solver.array_types import Ints, Singles
from llq.solver.jit import njit
from llq.solver.literature import engine, log
from llq.solver.literature.engine import LOG, LOGGED, PLAYERS, TURN
from llq.solver.literature.inference import knowledge, marginals, reading
from llq.solver.literature.rules import MOST_HALF_SUITS
from llq.solver.literature.scratch import Scratch

STANDSTILL_MISSES = 6
"""Consecutive misses that make a standstill."""
LEAST_CLAIM_CHANCE = 0.6
"""Minimum claim chance for `strong` in a standstill."""


@njit(_nrt=False)
def end_standstill(row: Ints, weights: Singles, scratch: Scratch) -> bool:
    """Let the mover claim as `strong` does and return whether it claimed, all in place.

    It never does among four players, where `strong` lost by such claims.
    """
    if row[PLAYERS] == 4 or not is_standstill(row):
        return False
    seat, own, strength = row[TURN], scratch.inference.own, scratch.strength
    knowledge.infer(row, seat, own)
    reading.fill_odds(row, seat, own.may, weights, strength.reading, strength.marginals.prior)
    marginals.find_marginals(row, own, strength.marginals)
    best_claim, best_half, best_chance = 0, 0, 0.0
    for half in range(MOST_HALF_SUITS):
        if engine.is_live(row, half):
            claimed, chance = marginals.likeliest_claim(row, seat, half, strength.marginals)
            if chance > best_chance:
                best_claim, best_half, best_chance = claimed, half, chance
    if best_chance < LEAST_CLAIM_CHANCE:
        return False
    engine.claim(row, seat, best_half, best_claim, engine.holders(row, best_half))
    return True


@njit(_nrt=False)
def is_standstill(row: Ints) -> bool:
    """Return whether the last `STANDSTILL_MISSES` moves were asks that missed."""
    logged = row[LOGGED]
    for index in range(max(0, logged - STANDSTILL_MISSES), logged):
        code = row[LOG + index]
        if not log.is_ask(code) or log.is_hit(code):
            return False
    return bool(logged >= STANDSTILL_MISSES)
