"""The two-player race by the rules, in exact fractions: whole decks, every buy, no reductions.

Nothing of the solver is used: no bands, no thresholds, no splits. The two states of a passing loop
are solved by trying every set of hands in which either player could pass; a game in which both
always pass counts a half.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

from tests.oracles.dominion_hands import HAND, Deck, changed, hands, minus, plus, worth

CARDS = ("copper", "silver", "gold", "estate", "duchy", "province", "action")
COST = {"silver": 3, "gold": 6, "duchy": 5, "province": 8}
WORTH = (1, 2, 3, 0, 0, 0, 0)
POINTS = {"estate": 1, "duchy": 3, "province": 6}


class Action(NamedTuple):
    """A kingdom card: what playing it draws and gives. Of a terminal one a turn plays one copy."""

    name: str
    cost: int
    draws: int
    coins: int
    is_terminal: bool


class Table(NamedTuple):
    """What both players see between turns.

    ``left`` are Duchies and Provinces for sale; ``rooms`` the Silvers and Golds that each
    player may still buy, and copies of their kingdom card; ``extra`` points of the first player
    from elsewhere; ``actions`` each player's kingdom card.
    """

    left: tuple[int, int]
    decks: tuple[Deck, Deck]
    rooms: tuple[tuple[int, ...], tuple[int, ...]]
    extra: int = 0
    actions: tuple[Action | None, Action | None] = (None, None)


def costs(table: Table, mover: int) -> dict[str, int]:
    """Return what each card costs a player, whose kingdom card is called ``action``."""
    action = table.actions[mover]
    return COST | ({"action": action.cost} if action else {})


def buys(table: Table, mover: int) -> Iterator[tuple[str, Table]]:
    """Yield every card that is for sale with the situation after buying it."""
    for card in costs(table, mover):
        decks = [*table.decks]
        decks[mover] = changed(decks[mover], (CARDS.index(card), 1))
        left, rooms = [*table.left], [[*room] for room in table.rooms]
        pile, place = (left, CARDS.index(card) - 4) if card in POINTS else (rooms[mover], 0)
        if card in ("gold", "action"):
            place = 1 if card == "gold" else 2
        if pile[place] > 0:
            pile[place] -= 1
            rest = (table.extra, table.actions)
            yield card, Table(tuple(left), tuple(decks), tuple(map(tuple, rooms)), *rest)


@cache
def money(deck: Deck, action: Action | None = None) -> dict[int, Fraction]:
    """Return the chance of each sum of coins that a hand of a deck is worth when it is played."""
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for hand, ways in hands(deck):
        for coins, share in played(hand, minus(deck, hand), action).items():
            chances[coins] += share * Fraction(ways, comb(sum(deck), HAND))
    return dict(chances)


def played(hand: Deck, rest: Deck, action: Action | None) -> dict[int, Fraction]:
    """Return the chance of each sum of coins, by what is left to draw."""
    place = CARDS.index("action")
    if action is None or not hand[place]:
        return {worth(hand, WORTH): Fraction(1)}
    chances: dict[int, Fraction] = defaultdict(Fraction)
    others = changed(hand, (place, -1))
    draws, next_action = min(action.draws, sum(rest)), None if action.is_terminal else action
    for drawn, ways in hands(rest, draws):
        for coins, share in played(plus(others, drawn), minus(rest, drawn), next_action).items():
            chances[coins + action.coins] += share * Fraction(ways, comb(sum(rest), draws))
    return dict(chances)


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
    lines = [_plans(table, mover) for mover in (0, 1)]
    # the first player's plan against the second's best answer, and the other way round
    first = max(min(_meet(plan, reply) for reply in lines[1]) for plan in lines[0])
    second = min((max(_meet(plan, reply) for plan in lines[0]), reply) for reply in lines[1])
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
    if card == "province" and bought.left[1] == 0:
        return result(bought, mover)
    return values(bought)[1 - mover]


def _plans(table: Table, mover: int) -> set[tuple[Fraction, Fraction]]:
    """Return for every set of hands to pass in: their chance, and what the others earn."""
    sign, cost = 1 if mover == 0 else -1, costs(table, mover)
    gains = {card: after(table, mover, card, bought) for card, bought in buys(table, mover)}
    chances: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for coins, chance in money(table.decks[mover], table.actions[mover]).items():
        chances[tuple(card for card in gains if cost[card] <= coins)] += chance
    plans = {(chances.pop((), Fraction(0)), Fraction(0))}  # with no card to buy a hand passes
    for cards, chance in chances.items():
        earned = chance * sign * max(sign * gains[card] for card in cards)
        plans = {(passed, rest + earned) for passed, rest in plans} | {
            (passed + chance, rest) for passed, rest in plans
        }
    return plans


def _meet(plan: tuple[Fraction, Fraction], reply: tuple[Fraction, Fraction]) -> Fraction:
    """Return the first player's value of two plans that answer each other's passes."""
    if plan[0] * reply[0] == 1:
        return Fraction(1, 2)
    return (plan[1] + plan[0] * reply[1]) / (1 - plan[0] * reply[0])


def first_wins(visits):
    """Return the chance that the first player wins, ties a half, by how the games end."""
    ahead = visits.ends[..., visits.middle + 1 :].sum()
    tie = visits.ends[1, :, visits.middle].sum()
    return float(ahead + 0.5 * tie + 0.5 * visits.endless[0])
