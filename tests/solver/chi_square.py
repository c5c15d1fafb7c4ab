"""A chi-square test of what was drawn, as one number for any degrees of freedom."""

from collections import Counter
from math import sqrt

FITS = 3.72
"""`misfit` is above this with a chance of 10⁻⁴."""


def misfit(drawn, chances):
    """Return by how many standard deviations some counts miss their chances.

    Parameters
    ----------
    drawn
        All that was drawn, or how often.
    chances
        The chance of everything that may be; anything else drawn misses infinitely.

    References
    ----------
    .. [1] Wilson and Hilferty, The distribution of chi-square, PNAS 17 (1931): the cube root.
    """
    counts = Counter(drawn)
    total = counts.total()
    if not set(counts) <= set(chances):
        return float("inf")
    if len(chances) == 1:
        return 0.0
    assert all(chance * total >= 5 for chance in chances.values()), "too few for a chi-square"
    square = sum((counts[k] - total * p) ** 2 / (total * p) for k, p in chances.items())
    freedom = len(chances) - 1
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def even(outcomes):
    """Return the same chance for each of some things."""
    outcomes = list(outcomes)
    return {outcome: 1 / len(outcomes) for outcome in outcomes}
