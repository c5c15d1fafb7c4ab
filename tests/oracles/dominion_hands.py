"""Hands of a deck, which is a tuple of the copies of each kind of card."""

from collections import Counter
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


def changed(deck: Deck, *changes: tuple[int, int]) -> Deck:
    """Return a deck with copies of some kinds more or fewer."""
    cards = list(deck)
    for kind, by in changes:
        cards[kind] += by
    return tuple(cards)


def plus(deck: Deck, others: Deck) -> Deck:
    """Return the cards of both."""
    return tuple(n + k for n, k in zip(deck, others, strict=True))


def minus(deck: Deck, hand: Deck) -> Deck:
    """Return what is left of a deck."""
    return tuple(n - k for n, k in zip(deck, hand, strict=True))


def money_ways(deck: Deck, values: tuple[int, ...]) -> Counter[int]:
    """Return in how many ways five cards of a deck are worth each sum of money."""
    ways: Counter[int] = Counter()
    for hand, count in hands(deck):
        ways[worth(hand, values)] += count
    return ways


def worth(hand: Deck, values: tuple[int, ...]) -> int:
    """Return the sum of the values of some cards."""
    return sum(n * value for n, value in zip(hand, values, strict=True))
