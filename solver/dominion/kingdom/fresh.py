"""Fewest expected turns to a number of Provinces with a fresh hand every turn, solved exactly.

Each turn a hand is drawn from the whole deck, as in the thesis (Definition 2.14), and the player
buys what its coins and buys pay for, or passes. The state before the hand is the deck alone. What
hands give is an argument: `money_hands` is the five cards of a deck of treasures and victory cards.

With b(o) the least value of the decks that outcome o of a hand can buy, a deck's value solves

    V = 1 + sum over o of P(o) min(V, b(o)),

which is (1 + sum of P(o) b(o)) / (sum of P(o)) over the outcomes where the player buys; those are
where b(o) < V. Starting from buying wherever one can, leaving out what is no better than passing
only lowers V, and ends after a few rounds with the solution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from math import comb
from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Floats, Ints
from llq.solver.dominion.kingdom.decks import BEYOND, FINISHED, DeckBox, purchases
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.jit import njit

TREASURES = ("copper", "silver", "gold")
_PASS = -1


@dataclass(frozen=True)
class HandOutcomes:
    """Hand outcomes with their chances."""

    coins: Ints
    """(outcomes,): coins to spend; ``buys`` likewise."""
    buys: Ints
    chance: Floats
    """(decks, outcomes): of each outcome by the deck's number; rows sum to 1."""

    @classmethod
    def from_grid(cls, chance: Floats) -> HandOutcomes:
        """Return outcomes from chances by deck, buys (1 or more) and coins (0 or more)."""
        buys, coins = (grid.ravel() for grid in np.indices(chance.shape[1:]))
        return cls(coins, 1 + buys, chance.reshape(len(chance), -1))


Hands = Callable[[DeckBox], HandOutcomes]
"""Function from a box of decks to their hand outcomes."""


def money_hands(box: DeckBox) -> HandOutcomes:
    """Return each deck's coin outcomes for five-card hands, with one buy."""
    money = [box.column(name) for name in TREASURES]
    size = box.others + box.counts.sum(1)
    counts = (*money, size - sum(money))
    ways = binomials(int(np.max(size)))
    chance = np.zeros((box.decks, 3 * HAND_SIZE + 1))
    for hand in product(range(HAND_SIZE + 1), repeat=4):
        if sum(hand) == HAND_SIZE:
            ways_of_each = [ways[n, drawn] for n, drawn in zip(counts, hand, strict=True)]
            chance[:, np.dot(hand, (1, 2, 3, 0))] += np.prod(ways_of_each, axis=0)
    chance /= ways[size, HAND_SIZE][:, None]
    return HandOutcomes.from_grid(chance[:, None])


def binomials(most: int) -> Floats:
    """Return the binomial coefficients of 0 to ``most``, (most + 1, most + 1) float64."""
    return np.array([[comb(n, k) for k in range(most + 1)] for n in range(most + 1)], float)


class GameArrays(NamedTuple):
    """Game in kernel form; passing is always allowed, as purchase -1."""

    chance: Floats
    """(decks, outcomes)."""
    target: Ints
    """(decks, purchases): the deck after each purchase, or a negative number (see `decks`)."""
    start: Ints
    """(outcomes + 1,): outcome o pays for the purchases ``allowed[start[o]:start[o + 1]]``."""
    allowed: Ints
    fewest: Floats
    """(decks,): turns that are surely needed, the value beyond the caps of a relaxed box."""


@dataclass(frozen=True)
class FreshGame:
    """Fresh-hands game to a Province goal, prepared for the kernels."""

    box: DeckBox
    hands: Hands = money_hands

    @cached_property
    def outcomes(self) -> HandOutcomes:
        """Hand outcomes of the box's decks."""
        return self.hands(self.box)

    @cached_property
    def bought(self) -> list[tuple[int, ...]]:
        """Every purchase affordable in some outcome, as indices of the box's kinds."""
        coins, buys = int(self.outcomes.coins.max()), int(self.outcomes.buys.max())
        return purchases(self.box.kinds, coins, buys)

    @cached_property
    def tables(self) -> GameArrays:
        """The game in arrays."""
        place = {bought: i for i, bought in enumerate(self.bought)}
        coins, buys = self.outcomes.coins.tolist(), self.outcomes.buys.tolist()
        allowed = [
            [place[bought] for bought in purchases(self.box.kinds, *hand)]
            for hand in zip(coins, buys, strict=True)
        ]
        return GameArrays(
            self.outcomes.chance,
            self.box.targets(self.bought),
            np.cumsum([0, *map(len, allowed)]),
            np.array([*chain.from_iterable(allowed)], np.int64),
            np.ceil((self.box.goal - self.box.counts[:, -1]) / max(buys)),
        )

    def optimum(self) -> FreshPolicy:
        """Return the policy of the fewest expected turns."""
        value, choice = self._empty_arrays()
        _optimise(self.tables, value, choice)
        return FreshPolicy(self, value, choice)

    def policy(self, choose: Callable[[DeckBox, int, int], Sequence[int]]) -> FreshPolicy:
        """Return the policy defined by a purchase function.

        Given the box, coins and buys it returns for each deck the place of a purchase in
        ``bought``, or -1 to pass. What a deck's cap forbids is passed.
        """
        value, choice = self._empty_arrays()
        coins, buys = self.outcomes.coins.tolist(), self.outcomes.buys.tolist()
        for outcome, hand in enumerate(zip(coins, buys, strict=True)):
            choice[:, outcome] = choose(self.box, *hand)
            target = self.tables.target[np.arange(self.box.decks), choice[:, outcome]]
            choice[target < FINISHED, outcome] = _PASS  # what a cap forbids, or was passed
        _evaluate(self.tables, choice, value)
        return FreshPolicy(self, value, choice)

    def _empty_arrays(self) -> tuple[Floats, Ints]:
        chance = self.outcomes.chance
        return np.empty(len(chance)), np.empty(chance.shape, np.int64)


@dataclass(frozen=True)
class FreshPolicy:
    """Purchase policy by deck and hand outcome, with expected turns."""

    game: FreshGame
    value: Floats
    """(decks,): expected turns to the goal before a hand is drawn; infinite where the policy never
    gets there.
    """
    choice: Ints
    """(decks, outcomes): places of purchases in ``game.bought``, -1 to pass."""

    @property
    def turns(self) -> float:
        """Expected turns from the box's first deck."""
        return float(self.value[0])

    def actions(self, deck: int, coins: int, buys: int = 1) -> dict[tuple[int, ...], float]:
        """Return the expected turns left after each purchase, this turn not counted; () passes."""
        box = self.game.box
        turns: dict[tuple[int, ...], float] = {(): float(self.value[deck])}
        for bought in purchases(box.kinds, coins, buys):
            target = int(self.game.tables.target[deck, self.game.bought.index(bought)])
            if target >= FINISHED:
                turns[bought] = float(self.value[target]) if target >= 0 else 0.0
        return turns

    def visits(self, turns: int) -> Floats:
        """Return the expected number of turns, of the first ``turns``, that begin with each deck.

        Shape (decks,); the sum tends to the expected number of turns.
        """
        visits = np.zeros(self.game.box.decks)
        reached = np.zeros_like(visits)
        reached[0] = 1.0
        for _ in range(turns):
            visits += reached
            after = np.zeros_like(reached)
            _advance(self.game.tables, self.choice, reached, after)
            reached = after
        return visits


@njit
def best_purchases(game: GameArrays, deck: int, value: Floats, choice: Ints, best: Floats) -> None:
    """Fill ``choice`` and ``best`` (outcomes,) in place: best purchases and turns left after them.

    ``value`` (decks,) is read of larger decks, which purchases lead to.
    """
    for outcome in range(len(best)):
        best[outcome], choice[outcome] = np.inf, _PASS
        for purchase in game.allowed[game.start[outcome] : game.start[outcome + 1]]:
            target = game.target[deck, purchase]
            after = np.inf
            if target >= 0:
                after = value[target]
            elif target == FINISHED:
                after = 0.0
            elif target == BEYOND:
                after = game.fewest[deck]
            if after < best[outcome]:
                best[outcome], choice[outcome] = after, purchase


@njit
def _optimise(game: GameArrays, value: Floats, choice: Ints) -> None:
    """Fill ``value`` (decks,) and the purchases ``choice`` (decks, outcomes) in place."""
    decks, outcomes = game.chance.shape
    best = np.empty(outcomes)
    for deck in range(decks - 1, -1, -1):
        best_purchases(game, deck, value, choice[deck], best)
        to_go, previous = np.inf, np.inf
        while True:
            total, buying = 1.0, 0.0
            for outcome in range(outcomes):
                if best[outcome] < to_go:
                    total += game.chance[deck, outcome] * best[outcome]
                    buying += game.chance[deck, outcome]
            previous, to_go = to_go, total / buying if buying > 0.0 else np.inf
            if not to_go < previous:
                break
        value[deck] = min(previous, to_go)
        for outcome in range(outcomes):
            if best[outcome] >= value[deck]:
                choice[deck, outcome] = _PASS


@njit
def _evaluate(game: GameArrays, choice: Ints, value: Floats) -> None:
    """Fill ``value`` (decks,) with a policy's expected turns, infinite if stuck."""
    decks, outcomes = game.chance.shape
    for deck in range(decks - 1, -1, -1):
        total, buying = 1.0, 0.0
        for outcome in range(outcomes):
            if choice[deck, outcome] >= 0 and game.chance[deck, outcome] > 0.0:
                target = game.target[deck, choice[deck, outcome]]
                if target >= 0:
                    total += game.chance[deck, outcome] * value[target]
                buying += game.chance[deck, outcome]
        value[deck] = total / buying if buying > 0.0 else np.inf


@njit
def _advance(game: GameArrays, choice: Ints, reached: Floats, after: Floats) -> None:
    """Add to ``after`` (decks,) where one turn of a policy leads, unless it ends the game."""
    decks, outcomes = game.chance.shape
    for deck in range(decks):
        if reached[deck] == 0.0:
            continue
        for outcome in range(outcomes):
            target = deck if choice[deck, outcome] < 0 else game.target[deck, choice[deck, outcome]]
            if target >= 0:
                after[target] += reached[deck] * game.chance[deck, outcome]
