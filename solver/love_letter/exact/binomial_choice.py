"""Chances that each option wins most playouts, from binomial counts of wins."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from llq.solver.jit import njit
from llq.solver.love_letter.array_types import Floats, Ints

_TAIL = 9.0  # standard deviations; what is beyond has a chance below 1e-18


class Counts(NamedTuple):
    """Buffers for distributions of wins; rows are options, columns counts from the least."""

    floor: Ints  # (options,): smallest possible number of wins.
    ceiling: Ints  # (options,): largest possible number of wins.
    exact: Floats  # (options, counts): chance of exactly this count.
    fewer: Floats  # (options, counts): chance of fewer wins.
    terms: Floats  # (counts,)


def make_counts(options: int, playouts: int) -> Counts:
    """Return buffers for this many options, and playouts of each."""
    return Counts(
        np.empty(options, dtype=np.int64),
        np.empty(options, dtype=np.int64),
        np.empty((options, playouts + 1)),
        np.empty((options, playouts + 1)),
        np.empty(playouts + 1),
    )


@njit(_nrt=False)
def fill_choice_chances(gains: Floats, playouts: int, chances: Floats, counts: Counts) -> None:
    """Fill in each option's chance of being chosen; ``chances`` (options,) is modified in place.

    ``gains`` (options,) are the chances that one playout of each is won, in the order considered.
    Wins of each option's playouts are binomial; the most wins are chosen, the first of several.
    ``counts`` are room to work in, of `make_counts` for these options and playouts.
    """
    options = len(gains)
    floors, ceilings, exact, fewer, _ = counts
    lowest, highest = 0, 0  # no other count of wins decides
    for option in range(options):
        gain = min(gains[option], 1.0)  # a sum of shares may round to more
        mean = playouts * gain
        spread = _TAIL * sqrt(mean * (1.0 - gain)) + _TAIL
        floors[option] = max(0, int(mean - spread)) if gain < 1.0 else playouts
        ceilings[option] = min(playouts, int(mean + spread) + 1) if gain > 0.0 else 0
        lowest, highest = max(lowest, floors[option]), max(highest, ceilings[option])
    width = highest - lowest + 1
    for option in range(options):
        if ceilings[option] >= lowest:
            _fill_binomial(playouts, gains[option], option, lowest, width, counts)
        else:
            for k in range(width):
                exact[option, k], fewer[option, k] = 0.0, 1.0
    total = 0.0
    for option in range(options):
        chances[option] = 0.0
        for k in range(width if ceilings[option] >= lowest else 0):
            term = exact[option, k]
            for other in range(options):
                if other < option:
                    term *= fewer[other, k]
                elif other > option:
                    term *= fewer[other, k] + exact[other, k]
            chances[option] += term
        total += chances[option]
    for option in range(options):
        chances[option] /= total


@njit(_nrt=False)
def _fill_binomial(
    trials: int, chance: float, option: int, lowest: int, width: int, counts: Counts
) -> None:
    """Fill in an option's chances of ``lowest + k`` wins and of fewer, for k below ``width``."""
    floor, ceiling = counts.floor[option], counts.ceiling[option]
    terms = counts.terms[: ceiling - floor + 1]
    terms[:] = 0.0
    if chance <= 0.0 or chance >= 1.0:
        terms[0] = 1.0
    else:
        mode = min(max(int((trials + 1) * chance), floor), ceiling)
        terms[mode - floor] = 1.0
        odds = chance / (1.0 - chance)
        for wins in range(mode + 1, ceiling + 1):
            terms[wins - floor] = terms[wins - floor - 1] * odds * (trials - wins + 1) / wins
        for wins in range(mode - 1, floor - 1, -1):
            terms[wins - floor] = terms[wins - floor + 1] / odds * (wins + 1) / (trials - wins)
        total = terms.sum()
        for index in range(len(terms)):
            terms[index] /= total
    below = 0.0
    for wins in range(floor, min(lowest, ceiling + 1)):
        below += terms[wins - floor]
    for k in range(width):
        wins = lowest + k
        counts.fewer[option, k] = below
        counts.exact[option, k] = terms[wins - floor] if floor <= wins <= ceiling else 0.0
        below += counts.exact[option, k]
