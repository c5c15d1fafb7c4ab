"""Random numbers for kernels: one splitmix64 stream per game, for thread-independent results.

A stream is a uint64 array of one entry, its state, modified in place by every draw. The streams of
a match start at hashed, that is scattered, points of splitmix64's cycle of 2⁶⁴: a million games of
10⁵ draws each overlap somewhere with a chance below one in a hundred.

References
----------
.. [1] Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014, figure 17.
.. [2] Lemire, Fast Random Integer Generation in an Interval, ACM TOMACS 29 (2019), section 3.
"""

from typing import Any

import numpy as np

from llq.solver.array_types import Uints
from llq.solver.jit import njit

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST_FACTOR, _LAST_FACTOR = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_FIRST_SHIFT, _MIDDLE_SHIFT, _LAST_SHIFT, _HALF_WORD = map(np.uint64, (30, 27, 31, 32))


def streams(seed: int, first: int, last: int) -> Uints:
    """Return the streams of games ``first`` … ``last - 1`` of a seed, uint64 of shape (N,)."""
    start = _mix(np.array([seed % 2**64], dtype=np.uint64))
    states: Uints = _mix(start + np.arange(first + 1, last + 1, dtype=np.uint64) * _GAMMA)
    return states


def _mix(words: Any) -> Any:  # a uint64 in a kernel, an array of them outside
    words = (words ^ (words >> _FIRST_SHIFT)) * _FIRST_FACTOR
    words = (words ^ (words >> _MIDDLE_SHIFT)) * _LAST_FACTOR
    return words ^ (words >> _LAST_SHIFT)


_mix_one = njit(forceinline=True)(_mix)


@njit(forceinline=True)
def next_bits(stream: Uints) -> np.uint64:
    """Return the stream's next 64 random bits; ``stream`` is modified in place."""
    stream[0] += _GAMMA
    bits: np.uint64 = _mix_one(stream[0])
    return bits


@njit(forceinline=True)
def scale(bits: np.uint64, n: int) -> int:
    """Return an integer in 0 … n - 1 from the high 32 of 64 random bits.

    No number's chance is off 1/n by more than 2⁻³² (multiply and shift without rejection, [2]_).
    """
    return int(np.int64(((bits >> _HALF_WORD) * np.uint64(n)) >> _HALF_WORD))
