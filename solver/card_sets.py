"""Card sets as bit masks in a non-negative int64: counting and drawing."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.extending import intrinsic
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale


def _instruction(name: str, *flags: bool) -> Any:
    """Return an intrinsic for kernels: a single processor instruction on a set's bits."""

    @intrinsic
    def compute(_typing: Any, bits: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            constants = (ir.Constant(ir.IntType(1), flag) for flag in flags)
            return getattr(builder, name)(*arguments, *constants)

        return bits(bits), generate

    return compute


_count_ones = _instruction("ctpop")
_leading_zeros = _instruction("ctlz", False)  # of no card too
_trailing_zeros = _instruction("cttz", False)


@njit(forceinline=True)
def count(mask: int) -> int:
    """Return a set's number of cards."""
    return int(_count_ones(mask))


@njit(forceinline=True)
def lowest(mask: int) -> int:
    """Return the lowest card of a non-empty set."""
    return int(_trailing_zeros(mask))


@njit(forceinline=True)
def highest(mask: int) -> int:
    """Return the highest card of a non-empty set."""
    return int(63 - _leading_zeros(mask))


@njit(forceinline=True)
def random_card(mask: int, stream: NDArray[np.uint64]) -> int:
    """Return a random card from a non-empty set, all equally likely; the stream advances."""
    skip = scale(next_bits(stream), count(mask))
    for _ in range(skip):
        mask &= mask - 1
    return lowest(mask)


@njit(forceinline=True)
def random_cards(mask: int, size: int, stream: NDArray[np.uint64]) -> int:
    """Return random cards from a set, every selection equally likely; the stream advances."""
    remaining = count(mask)
    cards = 0
    while size:
        card = mask & -mask
        mask ^= card
        is_taken = scale(next_bits(stream), remaining) < size
        cards |= card * is_taken
        size -= is_taken
        remaining -= 1
    return cards
