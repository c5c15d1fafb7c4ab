"""Sets of cards as masks in an int64 without its sign: counting and drawing."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.extending import intrinsic
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale


def _instruction(name: str, *flags: bool) -> Any:
    """Return what kernels call for one of the processor's own instructions on the bits of a set."""

    @intrinsic
    def compute(_typing: Any, bits: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            constants = (ir.Constant(ir.IntType(1), flag) for flag in flags)
            return getattr(builder, name)(*arguments, *constants)

        return bits(bits), generate

    return compute


_ones = _instruction("ctpop")
_leading_zeros = _instruction("ctlz", False)  # of no card too
_trailing_zeros = _instruction("cttz", False)


@njit(forceinline=True)
def count(mask: int) -> int:
    """Return the number of cards in a set."""
    return int(_ones(mask))


@njit(forceinline=True)
def lowest(mask: int) -> int:
    """Return the lowest card of a set that is not empty."""
    return int(_trailing_zeros(mask))


@njit(forceinline=True)
def highest(mask: int) -> int:
    """Return the highest card of a set that is not empty."""
    return int(63 - _leading_zeros(mask))


@njit(forceinline=True)
def random_card(mask: int, stream: NDArray[np.uint64]) -> int:
    """Return a card of a set that is not empty, each with the same chance; the stream moves on."""
    skip = scale(next_bits(stream), count(mask))
    for _ in range(skip):
        mask &= mask - 1
    return lowest(mask)


@njit(forceinline=True)
def random_cards(mask: int, wanted: int, stream: NDArray[np.uint64]) -> int:
    """Return random cards of a set, every choice with the same chance; the stream moves on."""
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
