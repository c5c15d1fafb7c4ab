"""Sets of cards as masks in an int64 without its sign: counting and drawing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale

__all__ = ["count", "lowest", "random_card", "random_cards"]


@njit(forceinline=True)
def count(mask: int) -> int:
    """Return the number of cards in a set."""
    cards = 0
    while mask:
        mask &= mask - 1
        cards += 1
    return cards


@njit(forceinline=True)
def lowest(mask: int) -> int:
    """Return the lowest card of a set that is not empty."""
    return count((mask & -mask) - 1)


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
