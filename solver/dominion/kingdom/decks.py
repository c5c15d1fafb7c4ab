"""Numbered decks reachable by purchases: a box of copy counts per card kind.

A game ends with the purchase that brings the Provinces to the goal, so a box holds decks with
fewer. Decks only grow, and the deck after a purchase has a larger number: a sweep down the numbers
meets every deck after those that it leads to.

A cap on copies makes the box finite. Forbidding a purchase beyond a cap can only lose turns. What
it loses is bounded by a *relaxed* box, whose purchases beyond a cap are better than the real ones:
such a card counts as a dearer one of more money (a third bought Copper as a Silver), and beyond the
last cap every remaining turn brings a Province. Coupling the hands card by card shows that a deck
with a better card in the place of another needs no more turns, in both models; so the optimum lies
between the two boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from llq.errors import IllegalState
from llq.solver.array_types import Bools, Ints
from llq.solver.dominion.variants import rules

if TYPE_CHECKING:
    from llq.solver.dominion.kingdom.cards import KingdomCard

FINISHED, MISSING, BEYOND = -1, -2, -3
"""Special successors: goal reached, purchase unavailable, or beyond the caps of a relaxed box."""


class Kind(NamedTuple):
    """A purchasable kind of card."""

    name: str
    cost: int
    least: int
    """Copies in the box's first deck."""
    most: int
    """Maximum copies in the box's decks. Of Provinces the goal, which no deck has."""
    counts_as: str | None = None
    """Better kind replacing copies beyond ``most`` in a relaxed box; None if each remaining turn
    then brings a Province.
    """


class Caps(NamedTuple):
    """Largest copy counts in a box; Coppers count only if bought.

    By default those of the supply, and two Coppers.

    References
    ----------
    Dominion (2nd edition, Rio Grande Games 2016), rulebook, page 2: 40 Silver, 30 Gold, 10 copies
    of a kingdom card.
    """

    copper: int = 2
    silver: int = 40
    gold: int = 30
    copies: int = 10


@dataclass(frozen=True)
class DeckBox:
    """Decks between a first deck and caps, all short of the Province goal.

    >>> kinds = (Kind("copper", 0, 7, 7), Kind("silver", 3, 0, 2), Kind("province", 8, 0, 2))
    >>> box = DeckBox(kinds, others=3)
    >>> box.decks, box.counts[-1].tolist(), box.number((7, 1, 1))
    (6, [7, 2, 1], 3)
    """

    kinds: tuple[Kind, ...]
    """Purchasable card kinds, Province last."""
    others: int
    """Unbuyable cards of the first deck, worth no money, such as Estates."""
    relaxed: bool = False
    """Whether purchases beyond a cap are improved rather than forbidden."""
    piles: tuple[str, ...] = ()
    """Kinds whose purchases never exceed the cap, even in a relaxed box."""

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind.most < kind.least:
                raise IllegalState(f"{kind.least} {kind.name} are more than the cap of {kind.most}")
        if self.goal <= self.kinds[-1].least:
            raise IllegalState(
                f"the game is over: {self.kinds[-1].least} Provinces of {self.goal} are bought"
            )

    @property
    def goal(self) -> int:
        """Provinces that end the game."""
        return self.kinds[-1].most

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Number of possible copy counts per kind."""
        return (*(k.most - k.least + 1 for k in self.kinds[:-1]), self.goal - self.kinds[-1].least)

    @property
    def decks(self) -> int:
        """Decks in the box."""
        return prod(self.shape)

    @cached_property
    def steps(self) -> Ints:
        """Increase of a deck's number per copy of each kind, shape (kinds,)."""
        return np.array([prod(self.shape[i + 1 :]) for i in range(len(self.shape))], np.int64)

    @cached_property
    def counts(self) -> Ints:
        """Copies of each kind in each deck, shape (decks, kinds)."""
        least = np.array([kind.least for kind in self.kinds])
        return np.asarray(np.stack(np.unravel_index(np.arange(self.decks), self.shape), 1) + least)

    @cached_property
    def place(self) -> dict[str, int]:
        """Place of each kind, by its name."""
        return {kind.name: place for place, kind in enumerate(self.kinds)}

    def column(self, name: str) -> Ints:
        """Return a kind's copies per deck, zero if it cannot be bought."""
        if name not in self.place:
            return np.zeros(self.decks, np.int64)
        return np.asarray(self.counts[:, self.place[name]])

    def number(self, copies: Sequence[int]) -> int:
        """Return a deck's number, given its copies per kind."""
        grown = [n - kind.least for n, kind in zip(copies, self.kinds, strict=True)]
        if any(not 0 <= n < size for n, size in zip(grown, self.shape, strict=True)):
            names = ", ".join(f"{n} {k.name}" for n, k in zip(copies, self.kinds, strict=True))
            raise IllegalState(f"a deck of {names} lies beyond the caps")
        return int(np.dot(grown, self.steps))

    def targets(self, bought: Sequence[Sequence[int]]) -> Ints:
        """Return the deck after each purchase, (decks, purchases).

        Purchases are the places of the kinds bought. Entries are numbers of decks, or `FINISHED`,
        `MISSING` or `BEYOND`.
        """
        targets = np.empty((len(bought), self.decks), np.int64)
        counts, everywhere = self.counts.T.copy(), np.ones(self.decks, np.bool_)
        for row, places in zip(targets, bought, strict=True):
            change = _Change([*counts], np.arange(self.decks), np.zeros(self.decks, np.int64))
            for place in places:
                self._add(change, place, everywhere)
            row[:] = np.where(change.state < 0, change.state, change.number)
            # What is finished is so whatever else was bought: only relaxed boxes have both.
            is_finished = change.copies[-1] >= self.goal
            if not self.relaxed:
                is_finished &= change.state == 0
            np.putmask(row, is_finished, FINISHED)
            for name in self.piles:
                pile = self.place[name]
                row[counts[pile] + list(places).count(pile) > self.kinds[pile].most] = MISSING
        return np.ascontiguousarray(targets.T)

    def _add(self, change: _Change, place: int, decks: Bools) -> None:
        """Add a copy of a kind to selected decks, marking decks without room."""
        kind, copies, number = self.kinds[place], change.copies[place], change.number
        fits = decks if place == len(self.kinds) - 1 else decks & (copies < kind.most)
        change.copies[place] = copies + fits
        number += self.steps[place] * fits
        beyond = decks & ~fits
        if not self.relaxed:
            np.putmask(change.state, beyond, MISSING)
        elif kind.counts_as is None:
            np.putmask(change.state, beyond, BEYOND)
        else:
            self._add(change, self.place[kind.counts_as], beyond)


class _Change(NamedTuple):
    """Purchase result per deck: copies by kind, deck number, and 0 or a special successor."""

    copies: list[Ints]
    number: Ints
    state: Ints


def money_box(
    goal: int,
    caps: Caps | None = None,
    deck: Sequence[int] | None = None,
    *,
    card: KingdomCard | None = None,
    copies: int = 0,
    relaxed: bool = False,
) -> DeckBox:
    """Return the box of treasures, Provinces and an optional kingdom card.

    Decks grow from ``deck``, copies of each card of the rules, by default the starting deck, and
    ``copies`` of the kingdom card. Estates and Duchies are never bought: a dead card is no better
    than a Copper, so that the bound of a relaxed box, which has room for that, covers them too.

    >>> money_box(4, Caps(copper=0, silver=10, gold=8)).decks
    396
    """
    game, caps = rules(), caps or Caps()
    owned = dict(zip(game.place, deck or game.start, strict=True))
    cost = {c.name: c.cost for c in game.cards}
    kinds = [
        Kind(name, cost[name], owned[name], max(most, owned[name]), better)
        for name, most, better in (
            ("copper", owned["copper"] + caps.copper, "silver"),
            ("silver", caps.silver, "gold"),
            ("gold", caps.gold, None),
        )
    ]
    if card:
        kinds.append(Kind(card.name, card.cost, copies, max(caps.copies, copies)))
    kinds.append(Kind("province", cost["province"], owned["province"], goal))
    other_cards = owned["estate"] + owned["duchy"]
    return DeckBox(tuple(kinds), other_cards, relaxed, (card.name,) if card else ())


def purchases(kinds: Sequence[Kind], coins: int, buys: int) -> list[tuple[int, ...]]:
    """Return the affordable purchases except passing, as indices of ``kinds``."""
    return [
        bought
        for size in range(1, buys + 1)
        for bought in combinations_with_replacement(range(len(kinds)), size)
        if sum(kinds[place].cost for place in bought) <= coins
    ]
