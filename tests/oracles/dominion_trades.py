"""Cards that trash or gain, as their texts say, for a hand of a small deck.

A deck is copies of copper, estate, silver, gold, the card, a second card that draws, and provinces.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tests.oracles.dominion_kingdom import HAND, Deck
from tests.oracles.dominion_pairs import less, some_of

COPPER, ESTATE, SILVER, GOLD, CARD, SECOND, PROVINCE = range(7)
MONEY = (1, 0, 2, 3, 0, 0, 0)
Turn = tuple[Deck, int]


def money(hand: Deck) -> int:
    """Return the coins of a hand's treasures."""
    return sum(n * value for n, value in zip(hand, MONEY, strict=True))


def changed(deck: Deck, *changes: tuple[int, int]) -> Deck:
    """Return a deck with copies of some kinds more or fewer."""
    cards = list(deck)
    for kind, by in changes:
        cards[kind] += by
    return tuple(cards)


def plays(name: str, hand: Deck, deck: Deck) -> Iterator[Turn]:
    """Yield the deck and the coins after each way to play the card of a hand."""
    coins = money(hand)
    if name == "chapel":
        for copper, estate in product(range(hand[COPPER] + 1), range(hand[ESTATE] + 1)):
            if copper + estate <= 4:
                yield changed(deck, (COPPER, -copper), (ESTATE, -estate)), coins - copper
    if name == "bureaucrat":
        yield changed(deck, (SILVER, 1)), coins
    if name in ("bandit", "soothsayer"):
        yield changed(deck, (GOLD, 1)), coins
    if name == "moneylender" and hand[COPPER]:
        yield changed(deck, (COPPER, -1)), coins - 1 + 3
    if name == "explorer":
        yield changed(deck, (SILVER, 1)), coins + 2
        if hand[PROVINCE]:
            yield changed(deck, (GOLD, 1)), coins + 3
    if name == "mine":
        if hand[COPPER]:
            yield changed(deck, (COPPER, -1), (SILVER, 1)), coins - 1 + 2
        if hand[SILVER]:
            yield changed(deck, (SILVER, -1), (GOLD, 1)), coins - 2 + 3
    if name == "trading_post":
        for copper, estate in ((2, 0), (1, 1), (0, 2)):
            if copper <= hand[COPPER] and estate <= hand[ESTATE]:
                after = changed(deck, (COPPER, -copper), (ESTATE, -estate), (SILVER, 1))
                yield after, coins - copper + 2


def turns(
    name: str, cost: int, second: tuple[int, int, int], deck: Deck, most: Deck, value
) -> float:
    """Return the expected turns of a deck by best play, from the values of the decks after it.

    Parameters
    ----------
    second
        Cost, cards and coins of the second card.
    most
        Copies of each kind that a deck may have; the game ends with as many Provinces.
    value
        Returns the turns of a deck.
    """

    def after(bought: Deck, coins: int) -> float:
        best = value(bought)
        for kind, price in (
            (SILVER, 3),
            (GOLD, 6),
            (CARD, cost),
            (SECOND, second[0]),
            (PROVINCE, 8),
        ):
            if coins >= price and bought[kind] < most[kind]:
                new = changed(bought, (kind, 1))
                best = min(best, 0.0 if new[PROVINCE] == most[PROVINCE] else value(new))
        return best

    total, ways = 0.0, 0
    for hand, n in some_of(deck, HAND):
        best = after(deck, money(hand))
        for new, coins in plays(name, hand, deck) if hand[CARD] else ():
            if new[SILVER] <= most[SILVER] and new[GOLD] <= most[GOLD]:
                best = min(best, after(new, coins))
        if hand[SECOND]:
            rest, drawn, draws = less(deck, hand), 0.0, 0
            for some, m in some_of(rest, min(second[1], sum(rest))):
                drawn += m * after(deck, money(hand) + money(some) + second[2])
                draws += m
            best = min(best, drawn / draws)
        total, ways = total + n * best, ways + n
    return 1.0 + total / ways
