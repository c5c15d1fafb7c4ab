"""Cards that trash or gain, as their texts say, for a hand of a small deck.

A deck is copies of copper, estate, silver, gold, the card, and provinces.
"""

from collections.abc import Iterator
from itertools import product

from tests.oracles.dominion_hands import Deck, changed, hands, worth

COPPER, ESTATE, SILVER, GOLD, CARD, PROVINCE = range(6)
MONEY = (1, 0, 2, 3, 0, 0)
Turn = tuple[Deck, int]


def money(hand: Deck) -> int:
    """Return the coins of a hand's treasures."""
    return worth(hand, MONEY)


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


def turns(name: str, cost: int, deck: Deck, most: Deck, value, *, in_order: bool = False) -> float:
    """Return the expected turns of a deck by best play, from the values of the decks after it.

    Parameters
    ----------
    most
        Copies of each kind that a deck may have; the game ends with as many Provinces.
    value
        Returns the turns of a deck.
    in_order
        Whether the first of Province, Gold, the card and Silver is bought, not the best.
    """
    wishes = (PROVINCE, 8), (GOLD, 6), (CARD, cost), (SILVER, 3)

    def after(kept_deck: Deck, coins: int) -> float:
        bought = [changed(kept_deck, (kind, 1)) for kind, price in wishes if coins >= price]
        fits = [new for new in bought if all(n <= cap for n, cap in zip(new, most, strict=True))]
        turns = [0.0 if new[PROVINCE] == most[PROVINCE] else value(new) for new in fits]
        return (turns or [value(kept_deck)])[0] if in_order else min([value(kept_deck), *turns])

    total, ways = 0.0, 0
    for hand, n in hands(deck):
        best = after(deck, money(hand))
        for new, coins in plays(name, hand, deck) if hand[CARD] else ():
            if new[SILVER] <= most[SILVER] and new[GOLD] <= most[GOLD]:
                best = min(best, after(new, coins))
        total, ways = total + n * best, ways + n
    return 1.0 + total / ways
