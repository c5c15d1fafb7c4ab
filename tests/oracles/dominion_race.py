"""The two-player race by the rules, in exact fractions: whole decks, every buy, no reductions.

Nothing of the solver is used: no bands, no thresholds, no splits. The two states of a passing loop
are solved by trying every set of hands in which either player could pass; a game in which both
always pass counts a half.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple

CARDS = ("copper", "silver", "gold", "estate", "duchy", "province")
COST = {"silver": 3, "gold": 6, "estate": 2, "duchy": 5, "province": 8}
WORTH = {"copper": 1, "silver": 2, "gold": 3}
POINTS = {"estate": 1, "duchy": 3, "province": 6}

Deck = tuple[int, ...]


class Table(NamedTuple):
    """What both players see between turns.

    ``left`` are Estates, Duchies and Provinces for sale; ``rooms`` the Silvers and Golds that each
    player may still buy; ``extra`` points of the first player from elsewhere.
    """

    left: tuple[int, int, int]
    decks: tuple[Deck, Deck]
    rooms: tuple[tuple[int, int], tuple[int, int]]
    extra: int = 0


def buys(table: Table, mover: int) -> Iterator[tuple[str, Table]]:
    """Yield every card that is for sale with the situation after buying it."""
    for card in COST:
        deck = list(table.decks[mover])
        deck[CARDS.index(card)] += 1
        decks = [*table.decks]
        decks[mover] = tuple(deck)
        left, rooms = [*table.left], [[*room] for room in table.rooms]
        pile, place = (left, CARDS.index(card) - 3) if card in POINTS else (rooms[mover], 0)
        if card == "gold":
            place = 1
        if pile[place] > 0:
            pile[place] -= 1
            yield card, Table(tuple(left), tuple(decks), tuple(map(tuple, rooms)), table.extra)


@cache
def money(deck: Deck) -> dict[int, Fraction]:
    """Return the chance of each sum of coins in five cards of a deck."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    worth = [WORTH.get(card, 0) for card in CARDS]
    for hand in product(*(range(min(5, n) + 1) for n in deck)):
        if sum(hand) == 5:
            ways = 1
            for n, k in zip(deck, hand, strict=True):
                ways *= comb(n, k)
            coins = sum(k * w for k, w in zip(hand, worth, strict=True))
            found[coins] += Fraction(ways, comb(sum(deck), 5))
    return dict(found)


def score(deck: Deck) -> int:
    """Return the points in a deck."""
    return sum(n * POINTS.get(card, 0) for card, n in zip(CARDS, deck, strict=True))


def result(table: Table, ended_by: int) -> Fraction:
    """Return what the first player wins when a player's turn has ended the game."""
    lead = score(table.decks[0]) - score(table.decks[1]) + table.extra
    if lead:
        return Fraction(lead > 0)
    return Fraction(0) if ended_by == 0 else Fraction(1, 2)  # fewer turns, else shared


@cache
def values(table: Table) -> tuple[Fraction, Fraction]:
    """Return the first player's chance to win if the first, if the second is to move."""
    lines = [tuple(set(_plans(table, mover))) for mover in (0, 1)]
    # the first player's plan against the second's best answer, and the other way round
    first = max(min(_meet(one, other) for other in lines[1]) for one in lines[0])
    second = min((max(_meet(one, other) for one in lines[0]), other) for other in lines[1])
    assert second[0] == first
    replies = [
        max(rest + slope * b for slope, rest in lines[0]) == first and b
        for b in {rest + slope * first for slope, rest in lines[1]}
    ]
    least = min(rest + slope * first for slope, rest in lines[1])
    assert least in replies
    return first, least


def after(table: Table, mover: int, card: str, bought: Table) -> Fraction:
    """Return the first player's chance to win when a card has been bought."""
    if card == "province" and bought.left[2] == 0:
        return result(bought, mover)
    return values(bought)[1 - mover]


def _plans(table: Table, mover: int) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield for every set of hands to pass in: their chance, and what the others earn."""
    sign = 1 if mover == 0 else -1
    worth = {card: after(table, mover, card, bought) for card, bought in buys(table, mover)}
    chances: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for coins, chance in money(table.decks[mover]).items():
        chances[tuple(card for card in worth if COST[card] <= coins)] += chance
    hands = [cards for cards in chances if cards]
    for count in range(len(hands) + 1):
        for passed in combinations(hands, count):
            earned = sum(
                (
                    chance * sign * max(sign * worth[card] for card in cards)
                    for cards, chance in chances.items()
                    if cards and cards not in passed
                ),
                Fraction(0),
            )
            slope = sum((chances[cards] for cards in (*passed, ()) if cards in chances), Fraction())
            yield slope, earned


def _meet(one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction]) -> Fraction:
    """Return the first player's value of two plans that answer each other's passes."""
    if one[0] * other[0] == 1:
        return Fraction(1, 2)
    return (one[1] + one[0] * other[1]) / (1 - one[0] * other[0])
