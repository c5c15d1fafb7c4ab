"""The paper's recursion word for word: full decks, every affordable card, exact fractions.

Written from Definitions 2.12 to 2.14 and equations 11 and 12, with none of the solver's
reductions: no bands, no classes of cards, no additive points, all of Definition 2.13's actions.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from llq.solver.dominion.rules import Rules
from tests.oracles.dominion_hands import HAND, Deck, money_ways

Choice = Callable[[Deck, int, int], Mapping[str | None, Fraction]]


@cache
def money_chances(game: Rules, deck: Deck) -> dict[int, Fraction]:
    """Return the chance of each sum of money in a random hand (Definition 2.14)."""
    ways = money_ways(deck, tuple(card.value for card in game.cards))
    return {money: Fraction(n, comb(sum(deck), HAND)) for money, n in ways.items()}


def slow_money_chances(game: Rules, deck: Deck) -> dict[int, Fraction]:
    """Return the same by listing every five of the physical cards."""
    cards = [card.value for card, n in zip(game.cards, deck, strict=True) for _ in range(n)]
    sums = [sum(hand) for hand in combinations(cards, HAND)]
    return {total: Fraction(sums.count(total), len(sums)) for total in set(sums)}


def add(game: Rules, deck: Deck, name: str | None) -> Deck:
    """Return the deck after the action of a card (Definition 2.12)."""
    return tuple(n + (card.name == name) for n, card in zip(deck, game.cards, strict=True))


def actions(game: Rules, coins: int) -> list[str | None]:
    """Return A(S) of Definition 2.13: every card that the coins pay for, and passing."""
    return [None, *(card.name for card in game.cards if card.cost <= coins)]


@cache
def expected(game: Rules, deck: Deck, turns_to_go: int) -> Fraction:
    """Return the optimal expected final score before the next hand is drawn."""
    if turns_to_go == 0:
        return Fraction(game.points(deck))
    return sum(
        (
            p * max(payouts(game, deck, coins, turns_to_go).values())
            for coins, p in money_chances(game, deck).items()
        ),
        Fraction(0),
    )


@cache
def payouts(game: Rules, deck: Deck, coins: int, turns_to_go: int) -> dict[str | None, Fraction]:
    """Return the expected final score of each action in a state (the braces of equation 11)."""
    return {
        name: expected(game, add(game, deck, name), turns_to_go - 1)
        for name in actions(game, coins)
    }


def reachable(game: Rules, turns: int) -> Iterator[tuple[Deck, int, int]]:
    """Give every reachable (deck, coins, turns played) with a turn to come (Definition 2.16)."""
    decks = {game.start}
    for turn in range(turns):
        after = set()
        for deck in decks:
            for coins in money_chances(game, deck):
                yield deck, coins, turn
                after |= {add(game, deck, name) for name in actions(game, coins)}
        decks = after


def final_scores(game: Rules, choose: Choice, turns: int) -> dict[int, Fraction]:
    """Return the chance of each final score if `choose` gives the chances of actions."""
    decks: dict[Deck, Fraction] = {game.start: Fraction(1)}
    for turn in range(turns):
        after: dict[Deck, Fraction] = defaultdict(Fraction)
        for deck, reach in decks.items():
            for coins, chance in money_chances(game, deck).items():
                for name, share in choose(deck, coins, turns - turn).items():
                    after[add(game, deck, name)] += reach * chance * share
        decks = after
    scores: dict[int, Fraction] = defaultdict(Fraction)
    for deck, reach in decks.items():
        scores[game.points(deck)] += reach
    return dict(scores)
