"""Fewest expected turns to a number of Provinces in exact fractions, by a fresh hand every turn.

Full decks of six cards, every affordable card within the caps, hands listed card by card. A deck
that passes comes back to itself: of every set of coins to buy with, the expected turns of buying
there and passing elsewhere are written out, and the least is taken.
"""

from fractions import Fraction
from functools import cache
from itertools import chain, combinations

from tests.oracles.dominion_kingdom import least_turns, reached

NAMES = ("copper", "silver", "gold", "estate", "duchy", "province")
COSTS = (0, 3, 6, 2, 5, 8)
VALUES = (1, 2, 3, 0, 0, 0)
START = (7, 0, 0, 3, 0, 0)
HAND = 5

Cards = tuple[int, ...]


@cache
def coin_chances(deck: Cards) -> dict[int, Fraction]:
    """Return the chance of each sum of coins, from every five of the physical cards."""
    cards = [value for value, n in zip(VALUES, deck, strict=True) for _ in range(n)]
    hands = [sum(hand) for hand in combinations(cards, HAND)]
    return {coins: Fraction(hands.count(coins), len(hands)) for coins in sorted(set(hands))}


def buys(deck: Cards, coins: int, caps: Cards) -> list[tuple[str, Cards]]:
    """Return each card that coins pay for within the caps, and the deck with it."""
    found = []
    for which, cost in enumerate(COSTS):
        bought = tuple(n + (which == i) for i, n in enumerate(deck))
        if cost <= coins and bought[which] <= caps[which]:
            found.append((NAMES[which], bought))
    return found


@cache
def fresh_turns(deck: Cards, caps: Cards) -> Fraction | None:
    """Return the fewest expected turns until the Provinces reach their cap; None: never."""
    if deck[-1] == caps[-1]:
        return Fraction(0)
    chances, best = coin_chances(deck), {}
    for coins in chances:
        after = [fresh_turns(bought, caps) for _, bought in buys(deck, coins, caps)]
        known = [turns for turns in after if turns is not None]
        if known:
            best[coins] = min(known)
    sizes = range(1, len(best) + 1)
    return least_turns(chances, best, chain.from_iterable(combinations(best, n) for n in sizes))


def fresh_decks(caps: Cards, start: Cards = START) -> set[Cards]:
    """Return every deck that purchases within the caps lead to before the goal is reached."""
    return reached(
        start,
        caps[-1],
        lambda deck: (new for coins in coin_chances(deck) for _, new in buys(deck, coins, caps)),
    )
