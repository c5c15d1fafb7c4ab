"""Card sets as bit masks in a non-negative int64: counting and drawing."""

from typing import Any

from llvmlite import ir
from numba.extending import intrinsic

from llq.solver.array_types import Uints
from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale


def _instruction(name: str, *flags: bool) -> Any:
    """Return a function for kernels: one LLVM instruction on a set's bits, from bits to bits."""

    @intrinsic
    def instruction(_typing: Any, bits: Any) -> Any:
        def generate_code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            constants = (ir.Constant(ir.IntType(1), flag) for flag in flags)
            return getattr(builder, name)(*arguments, *constants)

        return bits(bits), generate_code

    return instruction


_count_ones = _instruction("ctpop")
_leading_zeros = _instruction("ctlz", False)  # False: defined for the empty set too
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
def random_card(mask: int, stream: Uints) -> int:
    """Return a random card from a non-empty set, all equally likely; the stream advances."""
    lower_cards = scale(next_bits(stream), count(mask))
    for _ in range(lower_cards):
        mask &= mask - 1
    return lowest(mask)


@njit(forceinline=True)
def random_cards(mask: int, size: int, stream: Uints) -> int:
    """Return ``size`` random cards of a set, every choice equally likely; the stream advances."""
    # Selection sampling: Knuth, The Art of Computer Programming 2, section 3.4.2, algorithm S.
    left = count(mask)
    cards = 0
    while size:
        card = mask & -mask
        mask ^= card
        is_taken = scale(next_bits(stream), left) < size
        cards |= card * is_taken  # no branch: none could be predicted
        size -= is_taken
        left -= 1
    return cards
