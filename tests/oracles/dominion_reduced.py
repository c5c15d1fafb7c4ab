"""W of every reduced state in whole numbers: how far float64 is off, and which ties are real.

Decks are counts of bought treasures and of other bought cards, in plain tuples. W(x, n) is a whole
number over a denominator that depends on the cards of the deck and n alone, so no fraction is
ever reduced and 31 turns take a minute instead of hours.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, lcm

from llq.solver.dominion.rules import Rules
from tests.oracles.dominion_hands import HAND, Deck, changed, money_ways, plus


@dataclass(frozen=True)
class ExactState:
    """A state with exact payouts.

    Attributes
    ----------
    deck : tuple of int
        Bought copies of each treasure, and of other cards last.
    turns_to_go : int
    value : tuple of int
        W, as numerator and denominator.
    payouts : dict of int to list of int or None
        By the least coins of each band: points to come after passing, after the best treasure and
        after the best victory card, over ``unit``; None for what is not affordable.
    unit : int
    """

    deck: Deck
    turns_to_go: int
    value: tuple[int, int]
    payouts: dict[int, list]
    unit: int


def exact_states(game: Rules, turns: int) -> Iterator[ExactState]:
    """Give each state of games of up to ``turns`` turns."""
    kinds, cards = len(game.treasures), sum(game.start)
    most = HAND * max(card.value for card in game.treasures)
    best = {k: (_best(game.treasures, k), _best(game.victories, k)) for k in range(most + 1)}
    band = {coins: min(k for k in best if best[k] == best[coins]) for coins in best}

    @cache
    def denominator(size: int, n: int) -> int:
        if n == 0:
            return 1
        below = lcm(denominator(size, n - 1), denominator(size + 1, n - 1))
        return comb(cards + size, HAND) * below

    after: dict[tuple[Deck, int], int] = {}
    for size in range(turns - 1, -1, -1):
        current: dict[tuple[Deck, int], int] = {}
        for deck in _decks(kinds + 1, size):
            ways = dict.fromkeys(band.values(), 0)
            for coins, count in _money_ways(game, deck).items():
                ways[band[coins]] += count
            current[deck, 0] = 0
            for n in range(1, turns - size + 1):
                stay, go = denominator(size, n - 1), denominator(size + 1, n - 1)
                unit = lcm(stay, go)
                payouts: dict[int, list] = {}
                for coins in ways:
                    treasure, victory = best[coins]
                    row = payouts[coins] = [current[deck, n - 1] * (unit // stay), None, None]
                    if treasure is not None:
                        row[1] = after.get((changed(deck, (treasure, 1)), n - 1), 0) * (unit // go)
                    if victory is not None:
                        come = after.get((changed(deck, (kinds, 1)), n - 1), 0) * (unit // go)
                        row[2] = come + game.victories[victory].points * unit
                total = sum(
                    count * max(x for x in payouts[coins] if x is not None)
                    for coins, count in ways.items()
                )
                current[deck, n] = total
                yield ExactState(deck, n, (total, denominator(size, n)), payouts, unit)
        after = current


def _best(cards: tuple, money: int) -> int | None:
    """Return the place of the best affordable card, the cheaper of equals."""
    places = [i for i, card in enumerate(cards) if card.cost <= money]
    return max(
        places, key=lambda i: (cards[i].value, cards[i].points, -cards[i].cost), default=None
    )


def _decks(dims: int, size: int) -> list[Deck]:
    return [x for x in product(range(size + 1), repeat=dims) if sum(x) == size]


def _money_ways(game: Rules, deck: Deck) -> dict[int, int]:
    """Return in how many ways five cards are worth each sum of money."""
    kinds = len(game.treasures)
    others = sum(game.start[kinds:]) + deck[kinds]
    cards = (*plus(game.start[:kinds], deck[:kinds]), others)
    values = (*(card.value for card in game.treasures), 0)
    return money_ways(cards, values)
