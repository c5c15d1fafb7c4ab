"""The reduced game that kernels solve: treasure values, hands, money bands, best cards.

Three facts make it equal to the full game.

* Points are additive and never influence what can be bought, so the payout of a state is the
  points of its deck plus W, the points still to come, and points leave the state.
* The value of a hand is that of its treasures. Decks with the same number of treasures of each
  value, and the same number of other cards, have the same hands.
* Of two affordable treasures the more valuable is never worse, of two affordable victory cards
  the one with more points (Lemmas 4.4 and 4.5, whose proofs need no efficiency). So each *band*
  of money between two card costs has one treasure and one victory card to consider.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import pairwise, product
from math import comb
from typing import NamedTuple

import numpy as np

from llq.errors import IllegalState
from llq.solver.array_types import Floats, Ints
from llq.solver.dominion.rules import HAND_SIZE, Card, Rules


class Purchase(IntEnum):
    """Kind of a turn's purchase: the action set of Definition 4.7."""

    PASS = 0
    """Buy nothing (Notation 2.11)."""
    TREASURE = 1
    """Buy the most valuable affordable treasure."""
    VICTORY = 2
    """Buy the highest-scoring affordable victory card."""


class BestCards(NamedTuple):
    """The best affordable cards of a money band, None without any."""

    treasure: Card | None
    victory: Card | None


@dataclass(frozen=True)
class Model:
    """A game in arrays by class: buyable treasure values, other cards, then values only in Q0.

    The first ``dims`` classes are the coordinates of a `DeckSpace`.
    """

    game: Rules
    bought_values: tuple[int, ...] | None = None
    """Treasure values that a strategy ever buys, increasing; by default all buyable ones. Fewer
    values make fewer decks.
    """

    @cached_property
    def buyable(self) -> tuple[Card, ...]:
        """Cards affordable with some real hand.

        Stricter than Definition 4.1, by which any reachable card may fill a hand: a starting card
        that cannot be bought counts only as often as it is there.
        """
        game = self.game
        bought: tuple[Card, ...] = ()
        while True:
            values = [card.value for card in bought] * HAND_SIZE
            for card, copies in zip(game.cards, game.start, strict=True):
                values += [card.value] * min(copies, HAND_SIZE)
            most = sum(sorted(values, reverse=True)[:HAND_SIZE])
            affordable = tuple(card for card in game.cards if card.cost <= most)
            if affordable == bought:
                return bought
            bought = affordable

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Index of each ``buyable`` card in ``game.cards``."""
        return tuple(map(self.game.cards.index, self.buyable))

    @cached_property
    def class_values(self) -> tuple[int, ...]:
        """Money value of each class; 0 for non-treasures."""
        bought = sorted({card.value for card in self.buyable if card.value})
        if self.bought_values is not None:
            bought = list(self.bought_values)
        cards = zip(self.game.cards, self.game.start, strict=True)
        fixed = {card.value for card, copies in cards if copies}
        bought = bought or [max(fixed) or 1]  # the kernels want a treasure, be it never bought
        return (*bought, 0, *sorted(fixed - set(bought) - {0}))

    @cached_property
    def dims(self) -> int:
        """Number of coordinates of a reduced deck."""
        return self.class_values.index(0) + 1

    @cached_property
    def class_of(self) -> tuple[int, ...]:
        """Class index of each ``game.cards`` entry; -1 for cards that no deck holds."""
        values = self.class_values
        money = [card.value for card in self.game.cards]
        return tuple(values.index(value) if value in values else -1 for value in money)

    @cached_property
    def coordinates(self) -> Ints:
        """1 where buying a card of ``game.cards`` adds to a coordinate, shape (cards, dims)."""
        rows = np.zeros((len(self.game.cards), self.dims), np.int64)
        for place in self.places:
            coordinate = self.class_of[place]
            if 0 <= coordinate < self.dims:
                rows[place, coordinate] = 1
        return rows

    @cached_property
    def start(self) -> Ints:
        """Starting cards by class, shape (classes,)."""
        return self.classes(self.game.start)

    @cached_property
    def band_from(self) -> Ints:
        """Lowest money of each band, shape (bands,): 0 and every payable cost."""
        return np.array(sorted({0, *(card.cost for card in self.buyable)}), np.int64)

    @property
    def code_type(self) -> type[np.unsignedinteger]:
        """Unsigned integer type that holds two bits, a `Purchase`, for each band."""
        for dtype in (np.uint8, np.uint16, np.uint32, np.uint64):
            if 2 * len(self.band_from) <= 8 * dtype().itemsize:
                return dtype
        raise IllegalState(f"{len(self.band_from)} money bands; actions are stored for 32 at most")

    @cached_property
    def best(self) -> tuple[BestCards, ...]:
        """Best affordable cards of each band; the cheaper one of equals."""

        def top(is_treasure: bool, money: int) -> Card | None:
            cards = [c for c in self.buyable if c.is_treasure == is_treasure and c.cost <= money]
            return max(cards, key=lambda c: (c.value, c.points, -c.cost), default=None)

        bands = self.band_from.tolist()
        return tuple(BestCards(top(True, money), top(False, money)) for money in bands)

    @cached_property
    def treasure(self) -> Ints:
        """Coordinate of each band's best treasure, -1 for none; shape (bands,)."""
        coordinate = {value: place for place, value in enumerate(self.class_values[: self.dims])}
        treasures = [cards.treasure for cards in self.best]
        return np.array([coordinate.get(card.value, -1) if card else -1 for card in treasures])

    @cached_property
    def points(self) -> Floats:
        """Points of each band's best victory card, -1 for none; shape (bands,)."""
        victories = [cards.victory for cards in self.best]
        return np.array([card.points if card else -1 for card in victories], np.float64)

    @cached_property
    def hands(self) -> Ints:
        """Every hand as copies of each class, shape (hands, classes), by increasing money."""
        classes = len(self.class_values)
        hands = [h for h in product(range(HAND_SIZE + 1), repeat=classes) if sum(h) == HAND_SIZE]
        order = np.argsort(np.array(hands) @ np.array(self.class_values), kind="stable")
        return np.array(hands, np.int64)[order]

    @cached_property
    def hand_money(self) -> Ints:
        """Money of each hand, shape (hands,)."""
        return np.asarray(self.hands @ np.array(self.class_values))

    def band(self, coins: int) -> int:
        """Return the band that ``coins`` fall in."""
        return int(np.searchsorted(self.band_from, coins, side="right")) - 1

    def classes(self, deck: tuple[int, ...]) -> Ints:
        """Return class counts of a deck given as card counts in ``game.cards`` order."""
        counts = np.zeros(len(self.class_values), np.int64)
        for card_class, copies in zip(self.class_of, deck, strict=True):
            counts[card_class] += copies if card_class >= 0 else 0
        return counts

    def coin_chances(self, deck: tuple[int, ...]) -> Floats:
        """Return the coin distribution of a deck's fresh hand, indexed by coins."""
        ways = [[comb(int(n), k) for k in range(HAND_SIZE + 1)] for n in self.classes(deck)]
        hand_ways = np.array(ways, float)[np.arange(len(ways)), self.hands].prod(1)
        return np.asarray(np.bincount(self.hand_money, hand_ways) / hand_ways.sum())

    def band_name(self, band: int) -> str:
        """Return a band as text, like ``"3-4"`` or ``"8+"``."""
        spans = [f"{a}-{b - 1}" if b - a > 1 else f"{a}" for a, b in pairwise(self.band_from)]
        return [*spans, f"{self.band_from[-1]}+"][band]
