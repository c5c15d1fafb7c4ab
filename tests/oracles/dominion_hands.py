"""Hands of a deck, which is a tuple of the copies of each kind of card."""

from collections.abc import Iterator
from itertools import product
from math import comb, prod

HAND = 5
Deck = tuple[int, ...]


def hands(deck: Deck, size: int = HAND) -> Iterator[tuple[Deck, int]]:
    """Yield every choice of so many cards of a deck, and the ways to take it."""
    for hand in product(*(range(min(size, n) + 1) for n in deck)):
        if sum(hand) == size:
            yield hand, prod(map(comb, deck, hand))


def plus(deck: Deck, others: Deck) -> Deck:
    """Return the cards of both."""
    return tuple(n + k for n, k in zip(deck, others, strict=True))


def minus(deck: Deck, hand: Deck) -> Deck:
    """Return what is left of a deck."""
    return tuple(n - k for n, k in zip(deck, hand, strict=True))


def worth(hand: Deck, values: tuple[int, ...]) -> int:
    """Return the sum of the values of some cards."""
    return sum(n * value for n, value in zip(hand, values, strict=True))
