"""Sets of cards as masks in an int64 without its sign: counting and drawing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import intrinsic
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale

__all__ = ["count", "lowest", "random_card", "random_cards"]


@intrinsic
def _ones(_typing: Any, bits: Any) -> Any:
    """Return the number of ones, by the processor's own instruction."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return bits(bits), generate


# What numba compiles takes fewer arguments than type checkers see.
_count: Any = _ones
_trailing_zeros: Any = trailing_zeros


@njit(forceinline=True)
def count(mask: int) -> int:
    """Return the number of cards in a set."""
    return int(_count(mask))


@njit(forceinline=True)
def lowest(mask: int) -> int:
    """Return the lowest card of a set that is not empty."""
    return int(_trailing_zeros(mask))


@njit(forceinline=True)
def random_card(mask: int, stream: NDArray[np.uint64]) -> int:
    """Return a card of a set that is not empty, each with the same chance; the stream moves on."""
    skip = scale(next_bits(stream), count(mask))
    for _ in range(skip):
        mask &= mask - 1
    return lowest(mask)


@njit(forceinline=True)
def random_cards(mask: int, wanted: int, stream: NDArray[np.uint64]) -> int:
    """Return so many cards of a set, every choice with the same chance; the stream moves on."""
    left = count(mask)
    drawn = 0
    while wanted:
        card = mask & -mask
        mask ^= card
        taken = scale(next_bits(stream), left) < wanted
        drawn |= card * taken
        wanted -= taken
        left -= 1
    return drawn
