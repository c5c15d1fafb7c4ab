"""Uniform deals, optionally conditioned on a hand or team.

A condition divides the deck into classes, such as the trumps and the rest, and says how many cards
of each class one hand, or one team's two, may have. Every deal that satisfies it is equally likely:
a row of counts is drawn with its exact chance, then cards of each class.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import NamedTuple

import numpy as np

from llq.errors import IllegalState
from llq.solver import card_sets
from llq.solver.array_types import Floats, Ints, Uints
from llq.solver.card_masks import cards_of
from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale
from llq.solver.sueca import engine
from llq.solver.sueca.engine import HANDS
from llq.solver.sueca.rules import (
    DECK_MASK,
    HAND_SIZE,
    POINTS,
    RULES,
    SUIT_MASK,
    TOTAL_POINTS,
    Seat,
    TrumpFrom,
)

TEAM = 2 * HAND_SIZE
"""Size of a condition on North and South together."""


@dataclass(frozen=True)
class Condition:
    """Condition on North's hand, or on North and South together."""

    classes: tuple[int, ...]
    """64 class numbers from 0, indexed by ``(suit ^ trump) * 16 + rank``; trumps are suit 0."""
    counts: tuple[tuple[int, ...], ...]
    """Allowed card counts of each class, one row per combination."""
    size: int
    """Cards covered: 10 for North's hand, 20 for both hands."""

    @property
    def ways(self) -> tuple[int, ...]:
        """Hand count of each row of ``counts``."""
        sizes = Counter(self.classes[card] for card in cards_of(DECK_MASK))
        return tuple(
            prod(comb(sizes[kind], count) for kind, count in enumerate(row)) if min(row) >= 0 else 0
            for row in self.counts
        )


class DealArrays(NamedTuple):
    """`Deals` as kernels take them."""

    classes: Ints
    counts: Ints
    reached: Floats
    """Chance of each row of counts, cumulated."""
    size: int
    trump_from: int
    """0 by lot, 1 the dealer's first card or last."""
    dealer: int
    leader: int
    coins: bool


@dataclass(frozen=True)
class Deals:
    """The deals to play, and who leads."""

    condition: Condition | None = None
    """Optional condition on North, or on North and South together."""
    trump_from: TrumpFrom = TrumpFrom.RANDOM
    """Trump selection: by lot among suits, or uniform among the dealer's cards; first and last card
    look alike to players.
    """
    leader: int = Seat.NORTH
    """First trick's leader; the dealer sits to their left."""
    dealer: int | None = None
    """Explicit dealer, replacing the usual player on the leader's left."""
    coins: bool = False
    """Whether coin tosses divide each team's trumps between partners."""

    def arrays(self) -> DealArrays:
        """Return the arrays that kernels take."""
        condition = self.condition or Condition((0,) * 64, ((TEAM,),), TEAM)
        size = condition.size
        if size not in (HAND_SIZE, TEAM) or any(sum(row) != size for row in condition.counts):
            raise IllegalState("the counts of a condition must add up to its size, 10 or 20 cards")
        if not {self.leader, self.dealer or 0} <= set(range(4)):
            raise IllegalState(f"seats must be 0 to 3; got {self.leader} and {self.dealer}")
        ways = np.array(condition.ways, dtype=np.float64)
        if not ways.sum():
            raise IllegalState("no deal meets the condition")
        if self.condition and self.trump_from is not TrumpFrom.RANDOM:
            raise IllegalState("a condition on the deal needs trumps by lot")
        before = (self.leader - RULES.leader_after_dealer) % 4
        return DealArrays(
            classes=np.array(condition.classes, dtype=np.int64),
            counts=np.array(condition.counts, dtype=np.int64),
            reached=np.cumsum(ways) / ways.sum(),
            size=size,
            trump_from=int(self.trump_from is not TrumpFrom.RANDOM),
            dealer=int(before if self.dealer is None else self.dealer),  # an enum compiles again
            leader=int(self.leader),
            coins=self.coins,
        )


def trumps(held: int, size: int = HAND_SIZE) -> Condition:
    """Return the condition that North, or North and South together, have ``held`` trumps."""
    return Condition(_by_suit(0, 1, 1, 1), ((held, size - held),), size)


def trumps_but(rank: int) -> Condition:
    """Return the condition that North holds all trumps except the given rank."""
    if rank not in range(len(POINTS)):
        raise IllegalState(f"no trump has rank {rank}: ranks are 0 to {len(POINTS) - 1}")
    classes = np.reshape(_by_suit(1, 2, 2, 2), (4, 16)).copy()
    classes[0, rank] = 0
    return Condition(tuple(classes.ravel().tolist()), ((0, HAND_SIZE - 1, 1),), HAND_SIZE)


def team_suits(held: Iterable[int]) -> Condition:
    """Return the condition fixing North and South's cards per suit, trumps first."""
    return Condition(_by_suit(0, 1, 2, 3), (tuple(held),), TEAM)


def points(least: int, most: int, size: int = HAND_SIZE) -> Condition:
    """Return the point-range condition for North, or North and South together, bounds inclusive."""
    worth = sorted(set(POINTS))  # the classes
    classes = [worth.index(POINTS[rank]) if rank < len(POINTS) else 0 for rank in range(16)] * 4
    counts = []
    for priced in product(range(5), repeat=len(worth) - 1):
        total = sum(map(int.__mul__, priced, worth[1:]))
        blanks = size - sum(priced)
        if least <= total <= most <= TOTAL_POINTS and 0 <= blanks <= 4 * POINTS.count(0):
            counts.append((blanks, *priced))
    return Condition(tuple(classes), tuple(counts), size)


@njit(_nrt=False)
def deal(dealing: DealArrays, row: Ints, stream: Uints) -> None:
    """Deal a game, modifying row and stream in place."""
    dealer = dealing.dealer
    trump = scale(next_bits(stream), 4)
    taken = _take(dealing, trump, stream)
    rest = DECK_MASK ^ taken
    row[HANDS] = taken
    if dealing.size == HAND_SIZE:
        row[HANDS + 2] = card_sets.random_cards(rest, HAND_SIZE, stream)
        rest ^= row[HANDS + 2]
    else:
        row[HANDS] = _half(dealing, taken, trump, stream)
        row[HANDS + 2] = taken ^ row[HANDS]
    row[HANDS + 1] = _half(dealing, rest, trump, stream)
    row[HANDS + 3] = rest ^ row[HANDS + 1]
    if dealing.trump_from:
        shown = card_sets.random_card(row[HANDS + dealer], stream)
        engine.start(row, dealing.leader, engine.suit_of(shown), shown, dealer)
    else:
        engine.start(row, dealing.leader, trump, -1, -1)


@njit(_nrt=False)
def _half(dealing: DealArrays, cards: int, trump: int, stream: Uints) -> int:
    """Split a team's cards; return the first partner's hand."""
    if not dealing.coins:
        return card_sets.random_cards(cards, HAND_SIZE, stream)
    trump_cards = cards & SUIT_MASK << 16 * trump
    tossed = trump_cards & int(np.int64(next_bits(stream)))
    rest_size = HAND_SIZE - card_sets.count(tossed)
    return tossed | card_sets.random_cards(cards ^ trump_cards, rest_size, stream)


@njit(_nrt=False)
def _take(dealing: DealArrays, trump: int, stream: Uints) -> int:
    """Return random cards for the condition's hand or hands."""
    row = 0
    if len(dealing.reached) > 1:
        chance = np.float64(next_bits(stream) >> np.uint64(11)) * 2.0**-53
        while dealing.reached[row] <= chance:
            row += 1
    taken = 0
    for kind in range(dealing.counts.shape[1]):
        members = 0
        for suit in range(4):
            for rank in range(len(POINTS)):
                if dealing.classes[((suit ^ trump) << 4) + rank] == kind:
                    members |= 1 << ((suit << 4) + rank)
        taken |= card_sets.random_cards(members, dealing.counts[row, kind], stream)
    return taken


def _by_suit(*classes: int) -> tuple[int, ...]:
    """Return card classes by suit, trumps first."""
    return tuple(kind for kind in classes for _ in range(16))
