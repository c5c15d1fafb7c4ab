"""A turn with two kingdom cards, played for the best in every way that the rules allow.

A deck is copies of copper, silver, gold, the two cards, and cards without money. A player knows
what is left to draw but not its order; any card may be played or kept, set aside or discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb

from tests.oracles.dominion_kingdom import HAND, MONEY, Deck, Facts

FIRST = 3
Worth = Callable[[int, int], int]


def some_of(deck: Deck, size: int) -> Iterator[tuple[Deck, int]]:
    """Yield every choice of so many cards of a deck, and the ways to take it."""
    if not deck:
        if size == 0:
            yield (), 1
        return
    for n in range(min(deck[0], size) + 1):
        for rest, ways in some_of(deck[1:], size - n):
            yield (n, *rest), comb(deck[0], n) * ways


def less(deck: Deck, taken: Deck) -> Deck:
    """Return a deck without some of its cards."""
    return tuple(n - m for n, m in zip(deck, taken, strict=True))


def more(deck: Deck, drawn: Deck) -> Deck:
    """Return a deck with more cards."""
    return tuple(n + m for n, m in zip(deck, drawn, strict=True))


def most_worth(cards: tuple[Facts, Facts], deck: Deck, worth: Worth) -> Fraction:
    """Return the most expected worth of a turn, where worth is of coins and buys."""

    @lru_cache(None)
    def turn(hand: Deck, rest: Deck, actions: int, coins: int, buys: int) -> Fraction:
        money = sum(n * value for n, value in zip(hand, MONEY, strict=True))
        best = Fraction(worth(coins + money, buys))
        for place, card in enumerate(cards, FIRST):
            if actions and hand[place]:
                played = tuple(n - (kind == place) for kind, n in enumerate(hand))
                now = actions - 1 + card.actions, coins + card.coins, buys + card.buys
                if card.draw_to:
                    best = max(best, fill(card, played, rest, *now))
                    continue
                size = min(card.cards, sum(rest))
                total = sum(
                    (ways * thrown(card, more(played, drawn), less(rest, drawn), *now))
                    for drawn, ways in some_of(rest, size)
                )
                best = max(best, Fraction(total) / comb(sum(rest), size))
        return best

    @lru_cache(None)
    def fill(card: Facts, hand: Deck, rest: Deck, actions: int, coins: int, buys: int) -> Fraction:
        if sum(hand) >= card.draw_to or not sum(rest):
            return thrown(card, hand, rest, actions, coins, buys)
        total = Fraction(0)
        for kind, n in enumerate(rest):
            if n:
                one = tuple(int(k == kind) for k in range(len(rest)))
                left = less(rest, one)
                best = fill(card, more(hand, one), left, actions, coins, buys)
                if card.sets_aside and kind in (FIRST, FIRST + 1):
                    best = max(best, fill(card, hand, left, actions, coins, buys))
                total += n * best
        return total / sum(rest)

    @lru_cache(None)
    def thrown(
        card: Facts, hand: Deck, rest: Deck, actions: int, coins: int, buys: int
    ) -> Fraction:
        most = sum(hand) if card.discard_coins else min(card.discards, sum(hand))
        least = 0 if card.discard_coins else most
        return max(
            turn(less(hand, away), rest, actions, coins + card.discard_coins * size, buys)
            for size in range(least, most + 1)
            for away, _ in some_of(hand, size)
        )

    total = sum(ways * turn(hand, less(deck, hand), 1, 0, 1) for hand, ways in some_of(deck, HAND))
    return Fraction(total) / comb(sum(deck), HAND)
