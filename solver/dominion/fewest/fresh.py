"""Fewest expected turns to a number of Provinces with a fresh hand every turn, solved exactly.

Each turn a hand is drawn from the whole deck, as in the thesis (Definition 2.14), and the player
buys what its coins and buys pay for, or passes. The state before the hand is the deck alone. What
hands give is an argument (`llq.solver.dominion.fewest.hands`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest import fresh_kernels
from llq.solver.dominion.fewest.decks import DeckBox, Kind, purchases
from llq.solver.dominion.fewest.hands import HandOutcomes, Hands, money_hands
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.variants import rules

_PASS = -1


@dataclass(frozen=True)
class Caps:
    """The most bought copies of each treasure that a deck of a box has.

    Silver and Gold are counted whole, by default the supply's 40 and 30; Copper beyond the deck
    that one starts from.

    References
    ----------
    Dominion (2nd edition, Rio Grande Games 2016), rulebook, page 2: 40 Silver and 30 Gold cards.
    """

    copper: int = 2
    silver: int = 40
    gold: int = 30


def money_box(
    goal: int,
    caps: Caps | None = None,
    deck: Sequence[int] | None = None,
    *,
    relaxed: bool = False,
    game: Rules | None = None,
) -> DeckBox:
    """Return the box of decks of treasures and Provinces.

    Parameters
    ----------
    goal
        Provinces that end the game.
    deck
        Copies of each card of ``game.cards`` to start from; by default the starting deck. Estates
        and Duchies stay as they are: as dead cards they are no better than a Copper, which a
        relaxed box allows in their place, so that its bound covers them too.
    relaxed
        Whether purchases beyond a cap are better than real ones; else they are forbidden.

    Examples
    --------
    >>> money_box(4, Caps(copper=0, silver=10, gold=8)).decks
    396
    """
    game, caps = game or rules(), caps or Caps()
    held = dict(zip((c.name for c in game.cards), deck or game.start, strict=True))
    cost = {card.name: card.cost for card in game.cards}
    kinds = tuple(
        Kind(name, cost[name], held[name], max(most, held[name]), better)
        for name, most, better in (
            ("copper", held["copper"] + caps.copper, "silver"),
            ("silver", caps.silver, "gold"),
            ("gold", caps.gold, None),
        )
    )
    province = Kind("province", cost["province"], held["province"], goal)
    return DeckBox((*kinds, province), held["estate"] + held["duchy"], relaxed)


@dataclass(frozen=True)
class FreshGame:
    """A game to a number of Provinces by fresh hands, ready for the kernels.

    Examples
    --------
    >>> game = FreshGame(money_box(1, Caps(copper=0, silver=5, gold=5)))
    >>> best = game.optimum()
    >>> round(best.turns, 4), round(float(best.done_by(9)[9]), 4)
    (8.1562, 0.7401)
    """

    box: DeckBox
    hands: Hands = money_hands

    @cached_property
    def outcomes(self) -> HandOutcomes:
        """What the hands give."""
        return self.hands(self.box)

    @cached_property
    def bought(self) -> list[tuple[int, ...]]:
        """Every purchase that some outcome pays for, as places of the box's kinds."""
        coins, buys = int(self.outcomes.coins.max()), int(self.outcomes.buys.max())
        return purchases(self.box.kinds, coins, buys)

    @cached_property
    def tables(self) -> fresh_kernels.Game:
        """The game in arrays."""
        place = {bought: i for i, bought in enumerate(self.bought)}
        coins, buys = self.outcomes.coins.tolist(), self.outcomes.buys.tolist()
        allowed = [
            [place[bought] for bought in purchases(self.box.kinds, c, b)]
            for c, b in zip(coins, buys, strict=True)
        ]
        return fresh_kernels.Game(
            self.outcomes.chance,
            self.box.targets(self.bought),
            np.cumsum([0, *map(len, allowed)]),
            np.array([which for some in allowed for which in some], np.int64),
            np.ceil(self.box.left / max(buys)),
        )

    def optimum(self) -> FreshPolicy:
        """Return the policy of the fewest expected turns."""
        value, choice = self._empty()
        fresh_kernels.optimise(self.tables, value, choice)
        return FreshPolicy(self, value, choice)

    def policy(self, choose: Callable[[DeckBox, int, int], Sequence[int]]) -> FreshPolicy:
        """Return the policy that buys what a function says.

        Parameters
        ----------
        choose
            Given the box, coins and buys it returns for each deck the place of a purchase in
            ``bought``, or -1 to pass. What a deck's cap forbids is passed.
        """
        value, choice = self._empty()
        coins, buys = self.outcomes.coins.tolist(), self.outcomes.buys.tolist()
        for o, (c, b) in enumerate(zip(coins, buys, strict=True)):
            choice[:, o] = choose(self.box, c, b)
            wanted = choice[:, o] != _PASS
            target = self.tables.target[np.arange(self.box.decks), choice[:, o]]
            choice[wanted & (target < -1), o] = _PASS
        fresh_kernels.follow(self.tables, choice, value)
        return FreshPolicy(self, value, choice)

    def best_chances(self, turns: int) -> NDArray[np.float64]:
        """Return the best chance of each deck to be done within 0 to ``turns`` turns.

        Returns
        -------
        (turns + 1, decks) float64
            Each entry of a policy of its own: who aims at turn t plays otherwise than who aims at
            few turns on average.
        """
        chances = np.zeros((turns + 1, self.box.decks))
        for turn in range(turns):
            fresh_kernels.best_chances(self.tables, chances[turn], turn, chances[turn + 1])
        return chances

    def _empty(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        chance = self.outcomes.chance
        return np.empty(len(chance)), np.empty(chance.shape, np.int64)


@dataclass(frozen=True)
class FreshPolicy:
    """What to buy of every deck and outcome of a hand, and the expected turns.

    Parameters
    ----------
    value
        (decks,) float64. Expected turns to the goal before a hand is drawn; infinite where the
        policy never gets there.
    choice
        (decks, outcomes) int64. Places of purchases in ``game.bought``, -1 to pass.
    """

    game: FreshGame
    value: NDArray[np.float64]
    choice: NDArray[np.int64]

    @property
    def turns(self) -> float:
        """Expected turns from the box's first deck."""
        return float(self.value[0])

    def actions(self, deck: int, coins: int, buys: int = 1) -> dict[tuple[int, ...], float]:
        """Return the expected turns left after each purchase, this turn not counted; () passes."""
        box = self.game.box
        found: dict[tuple[int, ...], float] = {(): float(self.value[deck])}
        for bought in purchases(box.kinds, coins, buys):
            target = int(self.game.tables.target[deck, self.game.bought.index(bought)])
            if target >= -1:
                found[bought] = float(self.value[target]) if target >= 0 else 0.0
        return found

    def done_by(self, turns: int) -> NDArray[np.float64]:
        """Return the chance to be done within 0 to ``turns`` turns from the first deck.

        Returns
        -------
        (turns + 1,) float64
        """
        return self.forward(turns)[0]

    def forward(self, turns: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the chances to be done by each turn, and how often each deck is met.

        Returns
        -------
        (turns + 1,) and (decks,) float64
            Visits are expected numbers of turns that begin with the deck, of the first ``turns``;
            their sum tends to the expected number of turns.
        """
        done, visits = np.zeros(turns + 1), np.zeros(self.game.box.decks)
        mass = np.zeros_like(visits)
        mass[0] = 1.0
        for turn in range(turns):
            visits += mass
            after = np.zeros_like(mass)
            finished = fresh_kernels.advance(self.game.tables, self.choice, mass, after)
            done[turn + 1], mass = done[turn] + finished, after
        return done, visits
