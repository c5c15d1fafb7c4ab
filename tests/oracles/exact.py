"""Exact means of fractions."""

from fractions import Fraction
from math import lcm


def mean(values):
    """Return the mean of fractions: put on one denominator, and reduced once, not at each sum."""
    below = lcm(*[value.denominator for value in values])
    above = sum([value.numerator * (below // value.denominator) for value in values])
    return Fraction(above, below * len(values))
